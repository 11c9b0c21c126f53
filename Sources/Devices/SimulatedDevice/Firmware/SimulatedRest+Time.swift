// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks

extension SimulatedRest {
    private enum Event {
        case report
        case programEnd
        case timerEnd
        case programStart(RestProgram)
    }

    /// Lets happen, in order, what has become due: lagging reports, the sleep timer, programs.
    public mutating func advance(to sample: ClockSample) -> [Effect] {
        let now = oscillator.uptime(at: sample)
        var effects: [Effect] = []
        while let (due, events) = next, due <= now {
            reached = max(reached, due)
            for event in events { effects += happen(event) }
        }
        reached = max(reached, now)
        return effects
    }

    /// How long after `sample` something will be due; nil for never.
    public func delay(after sample: ClockSample) -> Duration? {
        next.map { oscillator.delay(after: sample, to: $0.due) }
    }

    /// What comes next, all of it that is due at once, so that nothing is passed over.
    ///
    /// It is in the order of the cases: a program that starts when another ends is not ended by that.
    private var next: (due: Duration, events: [Event])? {
        var first: (due: Duration, events: [Event])?
        func consider(_ due: Duration?, _ event: Event) {
            guard let due, due <= first?.due ?? due else { return }
            first = (due, (due == first?.due ? first?.events ?? [] : []) + [event])
        }
        consider(pending.first?.due, .report)
        consider(running?.end, .programEnd)
        consider(timer?.end, .timerEnd)
        let reading = clock.reading(at: reached)
        for program in programs {
            guard let start = program.nextStart(after: reading) else { continue }
            consider(clock.uptime(of: start, after: reached), .programStart(program))
        }
        return first
    }

    private mutating func happen(_ event: Event) -> [Effect] {
        switch event {
        case .report:
            let before = shown
            shown = pending.removeFirst().registers
            return shown == before ? [] : [.reported]
        case .programEnd: return change { $0.switchOff() }
        case .timerEnd:
            return change { rest in
                rest.timer = nil
                rest.switchOff()
            }
        case .programStart(let program): return change { $0.start(program) }
        }
    }

    private mutating func start(_ program: RestProgram) {
        guard registers.isOn || !profile.has(.programsNeedPower) else { return }
        running = RunningProgram(
            end: reached + .seconds(Int(program.durationSeconds)), locksRing: program.locksRing)
        registers.isOn = true
        registers.favourite = nil
        guard profile.has(.flagsAreActions) else {
            registers.scene = program.scene
            return
        }
        if program.flags & 0x04 != 0 {
            registers.scene.color = program.scene.color
            registers.scene.brightness = program.scene.brightness
        }
        if program.flags & 0x08 != 0 { registers.scene.brightness = 0 }
        if program.flags & 0x01 != 0 {
            registers.scene.sound = program.scene.sound
            registers.scene.volume = program.scene.volume
        }
        if program.flags & 0x02 != 0 { registers.scene.sound = 0 }
    }

    /// Off, by hand or by itself; a program that ran is over then.
    mutating func switchOff() {
        registers.isOn = false
        running = nil
    }

    /// Makes a change, and sees to it that it is reported in its time.
    mutating func change(_ body: (inout SimulatedRest) -> Void) -> [Effect] {
        let before = registers
        body(&self)
        registers.isTimerRunning = timer != nil
        guard registers != before else { return [] }
        let changed = Effect.changed(state(of: registers))
        guard lag > .zero else {
            shown = registers
            return [changed, .reported]
        }
        pending.append(Pending(due: reached + lag, registers: registers))
        // Of a storm of commands only the newest are worth reporting one by one.
        if pending.count > Self.mostPending { pending.removeFirst() }
        return [changed]
    }

    private static var mostPending: Int { 64 }
}
