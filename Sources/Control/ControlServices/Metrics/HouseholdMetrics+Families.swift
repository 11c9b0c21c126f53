// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Household
import SleepModel
import Storage

extension HouseholdMetrics {
    private typealias Label = MetricFamily.Label

    /// All metrics of a daemon of this version.
    ///
    /// Labels have few values: words of the program, and one address for each paired device. The name of a device is only in
    /// its `lull_device_info`.
    func families(version: String) -> [MetricFamily] {
        var build = MetricFamily("lull_build", .info, "The version of Lull.")
        build.addInfo(Label("version", version))
        return [build, occurrences, lateness, nextRing] + daemon + deviceFamilies
    }

    private var occurrences: MetricFamily {
        var family = MetricFamily(
            "lull_occurrences", .counter, "What became of routines, alarms and bedtimes, as in the log.")
        let counted = log.occurrences.sorted {
            ($0.key.kind.rawValue, $0.key.outcome.rawValue) < ($1.key.kind.rawValue, $1.key.outcome.rawValue)
        }
        for (key, count) in counted {
            family.add(
                Double(count), Label("kind", key.kind.rawValue), Label("outcome", key.outcome.rawValue))
        }
        return family
    }

    private var lateness: MetricFamily {
        var family = MetricFamily(
            "lull_alarm_lateness_seconds", .histogram, unit: "seconds",
            "How late alarms began, and rang after their sunrise or on a device that was out of reach.")
        let histogram = log.alarmLateness
        family.add(bounds: histogram.bounds, counts: histogram.counts, sum: histogram.sum)
        return family
    }

    private var nextRing: MetricFamily {
        var family = MetricFamily(
            "lull_next_alarm_timestamp_seconds", .gauge, unit: "seconds",
            "When the next alarm rings, in seconds since 1970; absent when none is planned.")
        if let nextAlarm { family.add(Double(nextAlarm.secondsSince1970)) }
        return family
    }

    /// What the daemon does by itself.
    private var daemon: [MetricFamily] {
        var errors = MetricFamily("lull_storage_errors", .counter, "Changes that the store did not make.")
        for (code, count) in storageErrors.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            errors.add(Double(count), Label("code", code.rawValue))
        }
        var saving = MetricFamily("lull_saving", .gauge, "1 while everything is saved, and 0 otherwise.")
        saving.add(isSaving ? 1 : 0)
        var hearing = MetricFamily("lull_radio_up", .gauge, "0 while no device can be heard, and 1 otherwise.")
        hearing.add(hearsDevices ? 1 : 0)
        var news = MetricFamily("lull_notices", .counter, "What somebody should know.")
        for kind in NoticeKind.allCases { news.add(Double(notices[kind] ?? 0), Label("kind", kind.rawValue)) }
        var open = MetricFamily("lull_open_notices", .gauge, "Notices that nobody has acknowledged.")
        open.add(Double(openNotices))
        var wakeUps = MetricFamily("lull_clock_looks", .counter, "How often the night's loop looked at the clock.")
        wakeUps.add(Double(looks))
        return [errors, saving, hearing, news, open, wakeUps]
    }

    private var deviceFamilies: [MetricFamily] {
        var info = MetricFamily("lull_device", .info, "The paired devices.")
        var links = MetricFamily("lull_device_link", .stateset, "Where the link to a device stands.")
        var lost = MetricFamily("lull_device_lost", .gauge, "1 while a device is out of reach, and 0 otherwise.")
        var actions = MetricFamily("lull_device_actions", .counter, "What became of what was wanted of a device.")
        var retries = MetricFamily(
            "lull_device_retries", .counter,
            "Deliveries to a device that followed one that had failed, and those that were tried again at once.")
        var looks = MetricFamily(
            "lull_device_clock_looks", .counter, "How often the loop of a device looked at the clock.")
        for device in devices {
            let address = Label("address", device.address.rawValue)
            info.addInfo(address, Label("name", device.name), Label("product", "\(device.product)"))
            links.add(device.link.rawValue, of: DeviceConnectionState.allCases.map(\.rawValue), address)
            lost.add(device.isLost ? 1 : 0, address)
            for result in DeliveryTally.Result.allCases {
                actions.add(
                    Double(device.deliveries.actions[result] ?? 0), address, Label("result", result.rawValue))
            }
            retries.add(Double(device.deliveries.retries), address)
            looks.add(Double(device.looks), address)
        }
        return [info, links, lost, actions, retries, looks]
    }
}
