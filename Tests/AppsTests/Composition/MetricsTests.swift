// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import SleepModel
import Storage
import StoreDoubles
import Testing

@testable import Composition
@testable import Household

/// What a household counts while it runs.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct MetricsTests {
    @Test func metrics_countWhatHappens_whenAnAlarmRings() async throws {
        let store = StoreDouble()
        let house = try await House(store: store)
        _ = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:30", days: "daily", sound: "bird"))
        let before = try await house.control.perform(Endpoints.metrics).text
        try await house.run {
            _ = await house.night.waitUntilSchedulesRun()
            house.clock.advance(by: .seconds(30 * 60 + 3))
            try await house.until { house.commands.contains("SI01") }
            try await house.until { house.night.devices.all.contains { $0.deliveries.actions[.confirmed] != nil } }
            _ = try await house.control.perform(Endpoints.dismissAlarm, ScheduleSelection(name: "up", device: nil))
        }
        await store.fail(true)
        await house.night.log.write(LogEntry(at: House.noon, kind: .daemon, outcome: .set, actor: .daemon))
        let after = try await house.control.perform(Endpoints.metrics).text
        func lines(_ text: String, _ prefix: String) -> [String] {
            text.split(separator: "\n").filter { $0.hasPrefix(prefix) }.map(String.init)
        }
        #expect(lines(before, "lull_occurrences_total") == [])
        #expect(lines(before, "lull_next_alarm_timestamp_seconds") == ["lull_next_alarm_timestamp_seconds 1800016200"])
        #expect(
            lines(after, "lull_occurrences_total") == [
                #"lull_occurrences_total{kind="alarm",outcome="dismissed"} 1"#,
                #"lull_occurrences_total{kind="alarm",outcome="started"} 1"#,
            ])
        #expect(lines(after, "lull_alarm_lateness_seconds_sum") == ["lull_alarm_lateness_seconds_sum 3"])
        #expect(lines(after, "lull_storage_errors_total") == [#"lull_storage_errors_total{code="storage_full"} 1"#])
        #expect(lines(after, "lull_saving") == ["lull_saving 0"])
        #expect(
            lines(after, "lull_notices_total").filter { !$0.hasSuffix(" 0") }
                == [#"lull_notices_total{kind="storage"} 1"#])
        #expect(
            lines(after, "lull_device_info") == [
                #"lull_device_info{address="DC:06:41:00:00:01",name="nursery",product="hatch-rest"} 1"#
            ])
    }
}
