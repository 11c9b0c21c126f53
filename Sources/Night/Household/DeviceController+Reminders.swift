// SPDX-License-Identifier: Apache-2.0

import Bedtimes
import CivilTime
import Clocks
import Coordination
import DeviceModules
import Scheduling
import SleepModel

/// Reminds people of nights that begin soon: a notice, and a soft light on the device.
extension DeviceController {
    /// Looks at the nights that lie ahead.
    func followReminders(at sample: ClockSample) {
        let reminder = reminder(at: sample)
        for notice in reminder.over { _ = notices.acknowledge(notice.number, at: sample.wall) }
        let due = reminder.due(at: sample) { notices.newest(.reminder, of: $0) }
        guard !due.isEmpty else { return }
        notices.take(
            due.map { night in
                NoticeDraft(
                    .reminder(name: night.name, begins: night.begins), at: sample.wall, device: address,
                    occurrence: night.key)
            })
        if isCueWelcome(at: sample) { cue(.reminder(upTo: limit(at: sample)?.brightness ?? .full)) }
    }

    /// When to look again.
    func nextReminderLook(at sample: ClockSample) -> WakeRequest {
        WakeRequest(wall: reminder(at: sample).nextLook(at: sample))
    }

    /// Whether a light may swell now: nobody sleeps beside it, and nothing begins that it would hold up.
    private func isCueWelcome(at sample: ClockSample) -> Bool {
        let begins = nextBeginning(at: sample).map { $0 - sample.wall }
        return coordinator.nap(of: address) == nil && runningBedtimes.isEmpty && runningAlarms.isEmpty
            && begins.map { $0 > .seconds(60) } ?? true
    }

    private func reminder(at sample: ClockSample) -> BedtimeReminder {
        guard let bedtimes = feature(of: .bedtime) else { return BedtimeReminder(nights: [], open: []) }
        let hasReminders = bedtimes.schedules.contains { $0.isEnabled && $0.reminder != nil }
        let ahead =
            hasReminders ? bedtimes.upcoming(after: sample.wall, until: sample.wall + BedtimeReminder.horizon) : []
        let nights = ahead.compactMap { schedule, occurrence in
            schedule.reminder.map {
                BedtimeReminder.Night(
                    key: occurrence.key, name: schedule.name, begins: occurrence.starts, lead: $0,
                    validFrom: schedule.validFrom)
            }
        }
        return BedtimeReminder(
            nights: nights.filter { $0.begins > sample.wall }, open: notices.open(.reminder, on: address))
    }
}

extension Schedule {
    /// How long before its night begins somebody is reminded of it.
    fileprivate var reminder: Duration? {
        if case .bedtime(let plan) = plan { plan.reminder } else { nil }
    }
}
