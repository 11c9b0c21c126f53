// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceModules
import GATT
import HatchRest
import SimulatedDevice
import SleepModel

/// One pass through everything that can be asked of a device, and what is known of it after each step.
struct ControlSuite {
    /// What came of the steps.
    struct Knowledge: Sendable {
        /// How many were confirmed, and rightly so.
        var confirmed = 0
        /// What the client says that it does not know.
        var unknown: [String] = []
        /// What the client takes for true and is not.
        var wrong: [String] = []
    }

    private static let amber = Light(.color(RGBColor(red: 255, green: 137, blue: 14)), brightness: Level(rawValue: 51))
    private static let desiredStates: [(String, [DeviceAction])] = [
        ("all on", [.power(true), .light(amber), .sound(SoundID(rawValue: 7)), .volume(Level(rawValue: 77))]),
        ("brighter", [.light(Light(amber.appearance, brightness: .full))]),
        ("gradient", [.light(Light(.gradient, brightness: Level(rawValue: 90)))]),
        ("plain white", [.light(Light(.color(RGBColor(red: 255, green: 255, blue: 255)), brightness: .full))]),
        ("dark", [.light(.off)]),
        ("unknown sound", [.sound(SoundID(rawValue: 0xEE))]),
        ("silent", [.sound(.none), .volume(.zero)]),
        ("off", [.power(false)]),
        ("off again", [.power(false)]),
        ("on", [.power(true), .light(amber)]),
        ("loud", [.volume(.full), .sound(SoundID(rawValue: 9))]),
    ]
    /// How many steps there are.
    static let steps = desiredStates.count + 10

    private let house: SuiteHouse
    private var knowledge = Knowledge()

    init(_ house: SuiteHouse) {
        self.house = house
    }

    /// Takes every step, and throws only what no step should throw.
    mutating func run() async throws -> Knowledge {
        for (number, (name, actions)) in Self.desiredStates.enumerated() {
            await perform(DesiredState(sequence: number, actions: actions), name)
        }
        await favourites()
        await programs()
        await timerAndClock()
        await perform(DesiredState(sequence: 100, actions: Self.desiredStates[0].1), "all on at last")
        return knowledge
    }

    private mutating func perform(_ desired: DesiredState, _ name: String) async {
        let report = await house.sender.perform(desired, deadline: .seconds(60))
        let state = await house.peripheral.settledState
        for result in report.results where result.outcome == .confirmed && !result.action.isFulfilled(by: state) {
            knowledge.wrong.append("\(name): \(result.action)")
        }
        if case .confirmed(let believed) = report.outcome {
            knowledge.confirmed += 1
            if Self.shown(believed) != Self.shown(state) { knowledge.wrong.append("\(name): another state") }
        } else {
            knowledge.unknown.append(name)
        }
    }

    /// A state without what time changes.
    private static func shown(_ state: DeviceState) -> DeviceState {
        var shown = state
        shown.clock = nil
        shown.isTimerRunning = nil
        return shown
    }

    private mutating func favourites() async {
        let favourite = DeviceFavourite(
            number: 3, light: Self.amber, sound: SoundID(rawValue: 5), volume: Level(rawValue: 40), isEnabled: false)
        await step("favourite 3") { house in
            try await house.sender.store(favourite)
            let block = await house.peripheral.favouriteBlock(3) ?? []
            let held = try HatchRestMemory().readFavourite(3).decode([block])
            return HatchRestMemory().stored(held) == HatchRestMemory().stored(favourite)
        }
        let actions: [DeviceAction] = [
            .power(true), .light(favourite.light), .sound(favourite.sound), .volume(favourite.volume),
        ]
        await perform(DesiredState(sequence: 50, actions: actions, favourite: 3), "play favourite 3")
    }

    private mutating func programs() async {
        guard let half = TimeOfDay(hour: 7, minute: 30) else { return }
        let program = DeviceProgram(
            number: 2, name: "Time to rise", start: half, durationSeconds: 3600, days: .weekdays, light: Self.amber,
            sound: SoundID(rawValue: 9), volume: Level(rawValue: 40), isEnabled: true, hasToddlerLock: true)
        await step("program 2") { house in
            try await house.sender.store(program)
            return await Self.held(2, house).map(HatchRestMemory().stored) == HatchRestMemory().stored(program)
        }
        await step("disable program 1") { house in
            try await house.sender.setProgram(1, isEnabled: false)
            return await Self.held(1, house)?.isEnabled == false
        }
        await step("delete program 1") { house in
            try await house.sender.deleteProgram(1)
            return await Self.held(1, house) == nil
        }
    }

    private static func held(_ number: Int, _ house: SuiteHouse) async -> DeviceProgram? {
        guard let blocks = await house.peripheral.programBlocks(number) else { return nil }
        return try? HatchRestMemory().readProgram(number).decode(blocks)
    }

    private mutating func timerAndClock() async {
        await perform(DesiredState(sequence: 60, actions: Self.desiredStates[0].1), "on for the timer")
        await step("timer") { house in
            let left = try await house.sender.setSleepTimer(.seconds(2700))
            let held = await house.peripheral.sleepTimer
            return left != nil && held.map { (2500...2700).contains($0) } == true
        }
        await step("no timer") { house in
            let left = try await house.sender.setSleepTimer(nil)
            let held = await house.peripheral.sleepTimer
            return left == nil && held == nil
        }
        await step("clock") { house in
            let time = CivilDateTime(iso8601: "2027-03-14T02:30:00")
            guard let time else { return false }
            let shown = try await house.sender.setClock { time }
            guard let clock = await house.peripheral.settledState.clock else { return false }
            return clock.date == time.date && shown.date == time.date && clock.time.hour == 2
        }
    }

    /// Takes a step that says whether the device holds what was asked for; a failure means that nobody knows.
    private mutating func step(_ name: String, _ body: (SuiteHouse) async throws -> Bool) async {
        do {
            if try await body(house) {
                knowledge.confirmed += 1
            } else {
                knowledge.wrong.append(name)
            }
        } catch {
            knowledge.unknown.append(name)
        }
    }
}
