// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SeededRandom
import SleepModel

/// Draws the steps of a scenario: ten to forty days of anything, and what the wished-for kill point needs.
struct StepMaker {
    private var generator: SeededGenerator
    private let zones: [String]
    private let wish: KillPoint
    private let times: [TimeOfDay]

    init(generator: SeededGenerator, zones: [String], wish: KillPoint) {
        var generator = generator
        // A few times, so that some of the schedules meet; half of them at night, when clocks are set.
        times = (0..<4).compactMap { number in
            let minute = Int.random(in: 0..<(number < 2 ? 40 : 288), using: &generator) * 5
            return TimeOfDay(hour: minute / 60, minute: minute % 60)
        }
        self.generator = generator
        self.zones = zones
        self.wish = wish
    }

    func steps() -> [ScenarioStep] {
        var maker = self
        return maker.draw()
    }

    private mutating func draw() -> [ScenarioStep] {
        var steps: [ScenarioStep] = [.pair(device: 0), .pair(device: 1)]
        steps += (0..<Int.random(in: 2...4, using: &generator)).map { _ in .add(sketch()) }
        let count = Int.random(in: 20...40, using: &generator)
        let wished = Int.random(in: 2...10, using: &generator)
        for number in 0..<count {
            if number == wished || number == wished + 8 { steps += wishedSteps() }
            steps += drawn()
        }
        return steps + [.pass(.hours(30))]
    }

    private mutating func sketch() -> ScheduleSketch {
        ScheduleSketch(from: &generator, times: times, zones: zones)
    }

    private mutating func choice() -> Int {
        Int.random(in: 0..<1000, using: &generator)
    }

    private mutating func drawn() -> [ScenarioStep] {
        switch Int.random(in: 0..<48, using: &generator) {
        case 0...8: [.pass(generator.duration(.minutes(1)...(.hours(30))))]
        case 9...14: [.passToNext(beyond: generator.duration(.zero...(.minutes(40))))]
        case 15: [.suspend(generator.duration(.minutes(1)...(.days(2))))]
        case 16: [.suspendOverNext(beyond: generator.duration(.zero...(.hours(3))))]
        case 17...19: [clockStep()]
        case 20: [.stepOverNext(beyond: generator.duration(.zero...(.hours(4))))]
        case 21: [.moveHost(zone: generator.pick(zones))]
        case 22: [.renewZones]
        case 23...24: [.restart(restart(), isDamaged: generator.happens(1, in: 2))]
        case 25: [.add(sketch())]
        case 26: [.edit(choice: choice(), sketch())]
        case 27: [.enable(choice: choice(), false), .pass(.hours(9)), .enable(choice: choice(), true)]
        case 28:
            generator.happens(1, in: 3)
                ? [.forget(device: 1), .pass(.hours(2)), .pair(device: 1)] : [.remove(choice: choice())]
        case 29: [.skip(choice: choice(), daysAhead: Int.random(in: 0...3, using: &generator))]
        case 30: [.unskip(choice: choice())]
        case 31: [.move(choice: choice(), to: generator.pick(times))]
        case 32: [pause(), .pass(generator.duration(.hours(1)...(.days(2)))), .resume]
        case 33...34: [.passToNext(beyond: .minutes(3)), .dismiss(choice: choice())]
        case 35...36: snoozes()
        case 37: [.passToNext(beyond: generator.duration(.zero...(.minutes(40)))), touch()]
        case 38: [.run(choice: choice()), .pass(generator.duration(.minutes(1)...(.hours(2))))]
        case 39...40: [.passToNext(beyond: .minutes(5)), .stop(choice: choice())]
        case 41: [pause(), .passToNext(beyond: .zero - generator.duration(.zero...(.minutes(40)))), .resume]
        case 42:
            [
                .skip(choice: 0, daysAhead: 0), .passToNext(beyond: .zero - generator.duration(.zero...(.minutes(40)))),
                .unskip(choice: 0),
            ]
        case 43:
            [
                .takeDescriptors, .passToNext(beyond: generator.duration(.zero...(.minutes(40)))), .returnDescriptors,
            ]
        case 44...45: [holidays()]
        case 46: [.passToNext(beyond: generator.duration(.zero - .minutes(40)...(.minutes(40)))), holidays()]
        default: [.fillDisk(commits: Int.random(in: 1...5, using: &generator))]
        }
    }

    /// What makes it likely that the night comes by the kill point.
    private mutating func wishedSteps() -> [ScenarioStep] {
        guard case .commit(let kind, _) = wish else { return [.passToNext(beyond: .minutes(1))] }
        switch kind {
        case .begin: return [.passToNext(beyond: .minutes(1))]
        case .missed: return [.suspendOverNext(beyond: .hours(3))]
        case .skipped:
            return [.skip(choice: choice(), daysAhead: 0), .skip(choice: choice(), daysAhead: 1), .pass(.days(3))]
        case .superseded:
            return [
                .add(.longRoutine(at: times[0])), .passToNext(beyond: .minutes(1)), .pass(.days(2)),
                .suspend(.hours(52)),
            ]
        case .update: return snoozes()
        case .end: return [.passToNext(beyond: .minutes(2)), .dismiss(choice: choice())]
        case .void: return [.pass(.days(3)), .stepClock(.zero - .days(2)), .pass(.hours(8))]
        case .save: return [.add(sketch()), .edit(choice: choice(), sketch())]
        case .remove: return [.passToNext(beyond: .minutes(2)), .remove(choice: choice())]
        case .override: return [.skip(choice: choice(), daysAhead: 1), .move(choice: choice(), to: times[0])]
        case .removeOverride: return [.skip(choice: choice(), daysAhead: 1), .unskip(choice: choice())]
        case .settings: return [pause(), .pass(.days(1)), .resume]
        case .pair, .forget: return [.forget(device: 1), .pass(.hours(5)), .pair(device: 1), .add(sketch())]
        case .note: return [.renewZones, clockStep(), .moveHost(zone: generator.pick(zones))]
        }
    }

    private mutating func clockStep() -> ScenarioStep {
        let sizes: [Duration] = [
            .seconds(2), generator.duration(.seconds(1)...(.minutes(1))),
            generator.duration(.minutes(1)...(.minutes(30))),
            .hours(1), .hours(1), .hours(3), .days(2), generator.duration(.hours(1)...(.hours(60))),
        ]
        let size = generator.pick(sizes)
        return .stepClock(generator.happens(1, in: 2) ? size : .zero - size)
    }

    /// Mostly dates of this week, and of today.
    private mutating func holidays() -> ScenarioStep {
        let count = generator.pick([0, 1, 2, 4, 7])
        return .holidays(
            generator.pick(["school", "school", "away"]),
            daysAhead: (0..<count).map { _ in Int.random(in: -1...6, using: &generator) })
    }

    private mutating func pause() -> ScenarioStep {
        .pause(
            device: generator.pick([nil, 0]),
            generator.happens(1, in: 2) ? generator.duration(.hours(1)...(.days(4))) : nil)
    }

    private mutating func snoozes() -> [ScenarioStep] {
        var steps: [ScenarioStep] = [.passToNext(beyond: .minutes(2))]
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            steps.append(.snooze(choice: choice(), generator.pick([nil, nil, .minutes(1), .hours(2)])))
            steps.append(.pass(generator.duration(.minutes(1)...(.minutes(25)))))
            if generator.happens(1, in: 6) { steps.append(clockStep()) }
        }
        return steps
    }

    private mutating func touch() -> ScenarioStep {
        let actions: [DeviceAction] = [.power(false), .light(.off), .volume(Level(rawValue: 9))]
        return .touch(choice: choice(), [generator.pick(actions)])
    }

    /// How long nobody is there after a kill or a restart.
    mutating func restart() -> JournalEvent.Restart {
        let downtimes: [ClosedRange<Duration>] = [
            .zero...(.zero), .seconds(1)...(.seconds(50)), .minutes(1)...(.minutes(29)), .minutes(30)...(.hours(10)),
            .hours(10)...(.days(3)),
        ]
        let isReboot = generator.happens(1, in: 3)
        let steps: [Duration] = [
            .zero, .zero, .zero, .zero, .seconds(3), .zero - .minutes(20), .zero - .days(2), .hours(5),
        ]
        return JournalEvent.Restart(
            downtime: generator.duration(generator.pick(downtimes)), step: isReboot ? generator.pick(steps) : .zero,
            isReboot: isReboot)
    }
}
