// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Household
import SleepModel
import Storage
import Testing

@testable import ControlServices

/// Metrics as a scraper reads them.
struct OpenMetricsTextTests {
    @Test func text_hasEveryKindOfMetric() {
        var build = MetricFamily("a_build", .info, "The version.")
        build.addInfo(.init("version", "1.0"))
        var calls = MetricFamily("a_calls", .counter, "Calls \\ and \"more\".")
        calls.add(3, .init("kind", "one"), .init("code", "x"))
        var state = MetricFamily("a_link", .stateset, "The link.")
        state.add("up", of: ["down", "up"], .init("address", "AA"))
        var late = MetricFamily("a_late_seconds", .histogram, unit: "seconds", "How late.")
        late.add(bounds: [0, 1.5], counts: [1, 2, 3], sum: 20.25)
        #expect(
            OpenMetricsText.text([build, calls, state, late, MetricFamily("a_gauge", .gauge, "Nothing yet.")])
                == #"""
                # TYPE a_build info
                # HELP a_build The version.
                a_build_info{version="1.0"} 1
                # TYPE a_calls counter
                # HELP a_calls Calls \\ and \"more\".
                a_calls_total{kind="one",code="x"} 3
                # TYPE a_link stateset
                # HELP a_link The link.
                a_link{address="AA",a_link="down"} 0
                a_link{address="AA",a_link="up"} 1
                # TYPE a_late_seconds histogram
                # UNIT a_late_seconds seconds
                # HELP a_late_seconds How late.
                a_late_seconds_bucket{le="0.0"} 1
                a_late_seconds_bucket{le="1.5"} 3
                a_late_seconds_bucket{le="+Inf"} 6
                a_late_seconds_count 6
                a_late_seconds_sum 20.25
                # TYPE a_gauge gauge
                # HELP a_gauge Nothing yet.
                # EOF

                """#)
    }

    @Test(arguments: [
        "nursery", "", "a\nlull_saving 0", "\\", "\\n", "\"} 1\n", "\u{301}", "\"\u{301}\\\u{301}\n\u{301}",
        "Höhle 🌙\r\u{0}", "#", "# EOF\n",
    ])
    func name_isALabelOfItsDevice_andNothingElse(_ name: String) throws {
        let address = try #require(MacAddress(rawValue: "DC:06:41:00:00:01"))
        let device = HouseholdMetrics.Device(
            address: address, name: name, product: .hatchRest, link: .held, isLost: false, deliveries: DeliveryTally(),
            looks: 2)
        let text = OpenMetricsText.text(metrics([device]).families(version: "1.0"))
        let samples = try OpenMetricsParser.samples(of: text)
        let information = samples.filter { $0.name == "lull_device_info" }
        #expect(information.map(\.labels) == [["address": address.rawValue, "name": name, "product": "hatch-rest"]])
        let links = samples.filter { $0.name == "lull_device_link" && $0.value == 1 }
        #expect(links.map(\.labels) == [["address": address.rawValue, "lull_device_link": "held"]])
        #expect(samples.filter { $0.name == "lull_saving" }.map(\.value) == [1])
    }

    @Test func text_ofAHousehold_isWhatAScraperTakes() throws {
        var log = LogTally()
        let alarm = OccurrenceKey(schedule: ScheduleID(rawValue: "a"), date: CivilDate(daysSince1970: 20_000))
        for late in [0, 0, 3, 5000] {
            log.take([
                LogEntry(
                    at: Instant(secondsSince1970: 1_800_000_000), kind: .alarm, occurrence: alarm, outcome: .started,
                    lateSeconds: late, actor: .schedule)
            ])
        }
        var metrics = metrics([])
        (metrics.log, metrics.storageErrors, metrics.notices) = (log, [.full: 2], [.radio: 1])
        metrics.nextAlarm = Instant(secondsSince1970: 1_800_003_600)
        let samples = try OpenMetricsParser.samples(of: OpenMetricsText.text(metrics.families(version: "1.0")))
        func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
            samples.first { $0.name == name && $0.labels == labels }?.value
        }
        #expect(value("lull_build_info", ["version": "1.0"]) == 1)
        #expect(value("lull_occurrences_total", ["kind": "alarm", "outcome": "started"]) == 4)
        #expect(value("lull_alarm_lateness_seconds_bucket", ["le": "0.0"]) == 2)
        #expect(value("lull_alarm_lateness_seconds_bucket", ["le": "5.0"]) == 3)
        #expect(value("lull_alarm_lateness_seconds_bucket", ["le": "+Inf"]) == 4)
        #expect(value("lull_alarm_lateness_seconds_sum") == 5003)
        #expect(value("lull_next_alarm_timestamp_seconds") == 1_800_003_600)
        #expect(value("lull_storage_errors_total", ["code": "storage_full"]) == 2)
        #expect(value("lull_notices_total", ["kind": "radio"]) == 1)
        #expect(value("lull_notices_total", ["kind": "storage"]) == 0)
        #expect(value("lull_open_notices") == 4)
        #expect(value("lull_clock_looks_total") == 7)
    }

    private func metrics(_ devices: [HouseholdMetrics.Device]) -> HouseholdMetrics {
        HouseholdMetrics(
            log: LogTally(), storageErrors: [:], isSaving: true, notices: [:], openNotices: 4, looks: 7,
            hearsDevices: true, nextAlarm: nil, devices: devices)
    }
}
