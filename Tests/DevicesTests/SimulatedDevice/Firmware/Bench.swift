// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SimulatedDevice
import SleepModel

/// The firmware on a bench: commands as text, time by hand.
final class Bench {
    /// 2026-05-24T20:28:32, a Sunday.
    static let start = SimulatedUnit.start

    var rest: SimulatedRest
    private(set) var now = ClockSample(wall: start, boot: .seconds(100), monotonic: .seconds(90), bootID: "one")
    /// What the unit did by itself or was made to do, oldest first.
    private(set) var changes: [DeviceState] = []
    /// How often its reports began to tell something else.
    private(set) var reports = 0

    init(
        on isOn: Bool = true, profile: RestProfile = RestProfile(), lag: Duration = .zero, driftPPM: Int = 0
    ) {
        var state = SimulatedRest.initialState
        state.isOn = isOn
        rest = SimulatedRest(state: state, profile: profile, lag: lag, driftPPM: driftPPM, at: now)
    }

    /// A bench like another, whose time passes otherwise from now on.
    init(_ other: Bench) {
        rest = other.rest
        now = other.now
        changes = other.changes
        reports = other.reports
    }

    /// What the feedback says between its clock and its last three bytes.
    var report: String { Hexadecimal.text(rest.feedback(at: now).dropFirst(5).dropLast(3)) }
    /// The clock in the feedback.
    var clock: String { Hexadecimal.text(rest.feedback(at: now)[1..<5]) }
    var state: DeviceState { rest.state(at: now) }

    /// The replies to a command: text where it is printable, else hexadecimal.
    func send(_ command: String) -> [String] {
        note(rest.receive(Array(command.utf8), at: now))
    }

    /// Sends commands that must all be acknowledged; true if they were.
    func send(all commands: String...) -> Bool {
        commands.allSatisfy { send($0).last == "OK" }
    }

    func pass(_ duration: Duration) {
        now.wall = now.wall + duration
        now.boot += duration
        now.monotonic += duration
        note(rest.advance(to: now))
    }

    /// Lets time pass until the unit's clock, which must be right, shows `time`.
    func pass(until time: String) {
        guard let civil = CivilDateTime(iso8601: time) else { return }
        pass(
            Instant(secondsSince1970: Int64(civil.date.daysSince1970 * 86_400 + civil.time.secondsSinceMidnight))
                - now.wall)
    }

    func touch() { note(rest.touchRing(at: now)) }
    func hold() { note(rest.holdRing(at: now)) }
    func cyclePower() { note(rest.cyclePower(at: now)) }
    func resetClock() { note(rest.resetClock(at: now)) }

    /// The times at which it went on or off, each as `05-24T20:30:00 on`.
    var switching: [String] {
        var isOn: Bool?
        return changes.compactMap { state in
            defer { isOn = state.isOn }
            guard state.isOn != isOn, let clock = state.clock else { return nil }
            let time = String("\(clock.date)".dropFirst(5)) + "T\(clock.time)"
            return "\(time) \(state.isOn ? "on" : "off")"
        }
    }

    @discardableResult
    private func note(_ effects: [SimulatedRest.Effect]) -> [String] {
        var replies: [String] = []
        for effect in effects {
            switch effect {
            case .reply(let bytes): replies.append(Self.text(bytes))
            case .changed(let state): changes.append(state)
            case .reported: reports += 1
            }
        }
        return replies
    }

    private static func text(_ bytes: [UInt8]) -> String {
        bytes.allSatisfy { (0x20...0x7E).contains($0) }
            ? String(decoding: bytes, as: UTF8.self) : Hexadecimal.text(bytes)
    }
}

extension Bench {
    /// A program of slot 1 that starts at `start`, four digits, for an hour, in red at full brightness with rain.
    func program(
        _ start: String, seconds: UInt16 = 3600, days: UInt8 = 0x7F, flags: String = "C5", lock: String = "0000",
        slot: Int = 1
    ) -> Bool {
        let duration = Hexadecimal.text([UInt8(seconds >> 8), UInt8(seconds & 0xFF)])
        return send(
            all: "ESB\(UInt8(slot).hexadecimal)", "EST20200118\(start)00", "ESD\(duration)", "ESW\(days.hexadecimal)",
            "ESI01", "ESCFF0000FF", "ESN07", "ESV80", "ESXRed", "ESM\(lock)0000", "ESL\(flags)", "ESF")
    }
}
