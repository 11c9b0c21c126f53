// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Testing

@testable import DeviceModules

/// A program of the device, 06:00 to 07:05 on weekdays, is told by its time and by what it shows.
@Suite struct ProgramEventTests {
    private static func time(_ hour: Int, _ minute: Int) -> TimeOfDay {
        TimeOfDay(hour: hour, minute: minute) ?? { preconditionFailure("a time") }()
    }

    private static let program = DeviceProgram(
        number: 3, name: "Up", start: time(6, 0), durationSeconds: 3900, days: .weekdays,
        light: Light(.color(RGBColor(red: 93, green: 211, blue: 158)), brightness: Level(rawValue: 127)),
        sound: SoundID(rawValue: 7), volume: Level(rawValue: 40))

    /// Off, or as the program shows it, at a time of Friday, 2026-11-20.
    private static func state(isOn: Bool, at time: String, volume: UInt8 = 40, day: Int = 20) -> DeviceState {
        DeviceState(
            isOn: isOn, light: program.light, sound: program.sound, volume: Level(rawValue: volume),
            clock: CivilDateTime(iso8601: "2026-11-\(day)T\(time)"))
    }

    private static func event(
        _ channels: Set<DeviceChannel>, _ state: DeviceState, after before: String, isEnabled: Bool = true
    ) throws -> ProgramEvent? {
        var program = program
        program.isEnabled = isEnabled
        let earlier = try #require(TimeOfDay(parsing: before)?.secondsSinceMidnight)
        let now = try #require(state.clock?.time.secondsSinceMidnight)
        return ProgramEvent(of: [program], behind: channels, in: state, within: .seconds(now - earlier))
    }

    @Test(arguments: [
        ("07:05:01", "07:05:00", true), ("07:05:30", "07:04:00", true), ("07:05:05", "07:05:04", true),
        ("07:05:20", "07:05:12", false), ("07:00:00", "06:59:59", false), ("12:00:00", "07:00:00", true),
        ("12:00:00", "07:06:00", false),
    ])
    func ended_whenTheDeviceGoesOffAtItsEnd(at time: String, after before: String, isItsEnd: Bool) throws {
        let event = try Self.event([.power], Self.state(isOn: false, at: time), after: before)
        #expect(event == (isItsEnd ? .ended(Self.program) : nil))
    }

    /// 06:00 to 07:05, replaced at some time.
    @Test(arguments: [("06:30:00", true), ("06:00:04", true), ("05:30:00", false)])
    func ended_whenAReplacedProgramHadBegun(replacedAt time: String, isItsEnd: Bool) throws {
        let state = Self.state(isOn: false, at: "07:05:01")
        let (now, then) = (try #require(state.clock?.time), try #require(TimeOfDay(parsing: time)))
        let replaced = ReplacedProgram(
            program: Self.program, age: .seconds(now.secondsSinceMidnight - then.secondsSinceMidnight))
        let event = ProgramEvent(of: [], replaced: [replaced], behind: [.power], in: state, within: .seconds(1))
        #expect(event == (isItsEnd ? .ended(Self.program) : nil))
    }

    @Test func ended_isTold_afterDaysOutOfReach() {
        let monday = Self.state(isOn: false, at: "06:30:00", day: 23)
        #expect(
            ProgramEvent(of: [Self.program], behind: [.power], in: monday, within: .seconds(3 * 86_400))
                == .ended(Self.program))
        #expect(
            ProgramEvent(of: [Self.program], behind: [.power], in: monday, within: .seconds(2 * 86_400)) == nil)
    }

    @Test func ended_isTold_whenItBeganUnseen() throws {
        let off = Self.state(isOn: false, at: "08:00:00")
        #expect(try Self.event([.power, .sound, .volume], off, after: "05:00:00") == .ended(Self.program))
        #expect(try Self.event([.power, .sound, .volume], off, after: "07:00:00") == nil)
    }

    /// The device was off before it, and is off again.
    @Test func ended_isTold_whenOnlyWhatTheDeviceRemembersChanged() throws {
        let off = Self.state(isOn: false, at: "08:00:00")
        #expect(try Self.event([.light, .sound, .volume], off, after: "05:00:00") == .ended(Self.program))
        #expect(try Self.event([.volume], off, after: "05:00:00") == .ended(Self.program))
        #expect(try Self.event([.light, .sound, .volume], off, after: "06:30:00") == nil)
    }

    @Test func ended_isNotTold_whenMoreChanged_orTheProgramDoesNotRunThen() throws {
        let off = Self.state(isOn: false, at: "07:05:00")
        #expect(try Self.event([.power, .volume], off, after: "07:04:59") == nil)
        #expect(try Self.event([.power], off, after: "07:04:59", isEnabled: false) == nil)
        let saturday = Self.state(isOn: false, at: "07:05:00", day: 21)
        #expect(try Self.event([.power], saturday, after: "07:04:00") == nil)
    }

    @Test(
        arguments: [
            (state(isOn: true, at: "06:00:01"), [.power], true),
            (state(isOn: true, at: "06:00:01"), [.light, .sound, .volume], true),
            (state(isOn: true, at: "06:00:01", volume: 41), [.light, .volume], false),
            (state(isOn: true, at: "06:00:31"), [.light], false),
        ] as [(DeviceState, Set<DeviceChannel>, Bool)])
    func started_whenTheDeviceShowsItAtItsStart(
        state: DeviceState, channels: Set<DeviceChannel>, isItsStart: Bool
    ) throws {
        let before = isItsStart ? "05:59:59" : "06:00:20"
        let isExact = state.volume == Self.program.volume
        let event = try Self.event(channels, state, after: isExact ? before : "05:59:59")
        #expect(event == (isItsStart ? .started(Self.program) : nil))
    }

    @Test func started_theDayBefore_endsAfterMidnight() {
        var late = Self.program
        (late.start, late.durationSeconds) = (Self.time(23, 30), 3600)
        let off = Self.state(isOn: false, at: "00:30:01", day: 21)
        #expect(ProgramEvent(of: [late], behind: [.power], in: off, within: .seconds(1)) == .ended(late))
    }
}
