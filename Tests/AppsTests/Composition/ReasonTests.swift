// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Scheduling
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// The log and the events say why something did not happen.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ReasonTests {
    /// What keeps an alarm from ringing, and the word for it.
    enum Obstacle: String, CaseIterable {
        case clockStep = "clock-step"
        case suspend = "suspend"
        case skip = "skip"
    }

    private func prevent(_ obstacle: Obstacle, in house: House) async throws {
        switch obstacle {
        case .clockStep: house.clock.step(to: House.noon + .seconds(3 * 3600))
        case .suspend: house.clock.suspend(for: .seconds(3 * 3600))
        case .skip:
            _ = try await house.control.perform(Endpoints.skipAlarm, SkipRequest(name: "up", device: nil))
            house.clock.advance(by: .seconds(60))
        }
    }

    /// Waits until the schedules have followed the clock once: from then on they know what it does.
    private func untilAwake(_ house: House) async throws {
        try await house.until { house.night.timekeeper.trust.isTrusted }
        house.clock.advance(by: .seconds(1))
        try await house.untilLooked()
    }

    @Test(arguments: Obstacle.allCases)
    func reason_isInTheLog_andInTheEvent(of obstacle: Obstacle) async throws {
        let house = try await House()
        let outcome: LogOutcome = obstacle == .skip ? .skipped : .missed
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(
                Endpoints.addAlarm,
                AlarmRequest(name: "up", device: "nursery", at: "12:01", days: "daily"))
            try await untilAwake(house)
            let events = try await house.control.events(DeviceChoice(device: nil))
            try await prevent(obstacle, in: house)
            var found: EventDocument?
            for try await case .event(let event) in events where event.outcome == outcome {
                found = event
                break
            }
            #expect(found?.reason == obstacle.rawValue)
            let schedule = try await house.night.configuration.store.schedules().first?.id.rawValue
            #expect(found?.schedule == schedule)
            #expect(found?.occurrence?.schedule == schedule)
            let log = try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil)).filter {
                $0.kind == .alarm
            }
            #expect(log.first { $0.outcome == outcome }?.reason == obstacle.rawValue)
            #expect(log.first { $0.outcome == outcome }?.occurrence == found?.occurrence)
            #expect(log.first { $0.outcome == .saved }?.reason == nil)
            #expect(log.first { $0.outcome == .saved }?.schedule == schedule)
        }
    }

    /// What begins is on disk before anything is sent, so that how late it came to its device is another line.
    @Test
    func log_saysHowLateAnAlarmRings_onADeviceThatWasOutOfReach() async throws {
        let house = try await House()
        await house.peripheral.setRefusesConnections(true)
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(
                Endpoints.addAlarm,
                AlarmRequest(name: "up", device: "nursery", at: "12:01", days: "daily"))
            try await untilAwake(house)
            house.clock.advance(by: .seconds(60))
            let lines = try await house.passTime(inStepsOf: .seconds(30)) { () async throws -> [LogDocument] in
                try await house.until { house.clock.now().wall >= House.noon + .seconds(360) }
                await house.peripheral.setRefusesConnections(false)
                var lines: [LogDocument] = []
                try await house.until {
                    lines = try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil))
                    return lines.contains { $0.outcome == .reached } && lines.contains(where: Self.isHeard)
                }
                return lines
            }
            #expect(lines.first { $0.outcome == .started }?.lateSeconds ?? 60 < 3)
            let late = try #require(lines.first(where: Self.isHeard)?.lateSeconds)
            #expect((300...360).contains(late))
            let own = lines.filter { $0.kind == .alarm }.map { "\($0.outcome.rawValue) \($0.reason ?? "")" }
            #expect(own == ["saved ", "started ", "ringing undelivered", "ringing "])
        }
    }

    private static func isHeard(_ line: LogDocument) -> Bool { line.outcome == .ringing && line.reason == nil }

    /// K28: Lull tries again until the alarm gives up; then nobody has seen it.
    @Test(arguments: [true, false])
    func alarm_isMissed_whenItNeverReachedTheDevice(isOutOfReach: Bool) async throws {
        let house = try await House()
        await house.peripheral.setRefusesConnections(isOutOfReach)
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(
                Endpoints.addAlarm,
                AlarmRequest(name: "up", device: "nursery", at: "12:01", days: "daily"))
            try await untilAwake(house)
            house.clock.advance(by: .seconds(60))
            let end = try await house.passTime(inStepsOf: .seconds(30)) { () async throws -> LogDocument? in
                var end: LogDocument?
                try await house.until {
                    let log = try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil))
                    end = log.first { [.unattended, .missed].contains($0.outcome) }
                    return end != nil
                }
                return end
            }
            #expect(end?.outcome == (isOutOfReach ? .missed : .unattended))
            #expect(end?.reason == (isOutOfReach ? "undelivered" : nil))
            guard isOutOfReach else { return }
            // What it never showed needs no stop.
            let status = try await house.control.perform(Endpoints.status, DeviceChoice(device: nil))
            #expect(status.map(\.stopPending) == [false])
        }
    }

    /// The process that began the ring had lost the device, and the next one never reaches it.
    @Test("Missed across a restart, with other lines in the log since the loss", arguments: [0, 150])
    func alarm_isMissed_whenItsDeviceIsOutOfReachAcrossARestart(lines: Int) async throws {
        let store = InMemoryNightStore()
        let house = try await House(store: store)
        await house.peripheral.setRefusesConnections(true)
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:01", days: "daily"))
            try await untilAwake(house)
            house.clock.advance(by: .seconds(60))
            try await house.passTime(inStepsOf: .seconds(30)) {
                try await house.until { try await self.outcomes(house).contains(.unreachable) }
            }
        }
        let line = LogEntry(
            at: house.clock.now().wall, device: house.address, kind: .control, outcome: .failed, actor: .person)
        try await store.commit(.note(Array(repeating: line, count: lines)))
        let second = try await house.restarted()
        await second.peripheral.setRefusesConnections(true)
        try await second.run { () async throws -> Void in
            try await second.passTime(inStepsOf: .seconds(30)) {
                try await second.until { try await self.outcomes(second).contains(.missed) }
            }
            let log = try await second.control.perform(Endpoints.log, LogQuery(since: nil, device: nil))
            #expect(log.last { $0.kind == .alarm }?.reason == "undelivered")
            // Both lines say since when, and that is the same moment.
            let losses = try await store.entries(since: nil, device: nil, outcomes: [.unreachable], limit: 10)
            #expect(losses.count == 2)
            #expect(Set(losses.map(\.planned)).count == 1)
        }
    }

    private func outcomes(_ house: House) async throws -> [LogOutcome] {
        try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil)).map(\.outcome)
    }
}
