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
        let cue = Blink.reminder(upTo: limit(at: sample)?.brightness ?? .full)
        guard isWelcome(cue, at: sample) else { return }
        self.cue(cue) { [weak self, clock] in self?.isWelcome(cue, at: clock.now()) ?? false }
    }

    /// When to look again.
    func nextReminderLook(at sample: ClockSample) -> WakeRequest {
        WakeRequest(wall: reminder(at: sample).nextLook(at: sample))
    }

    /// Whether a light may swell now: nobody sleeps beside it, and it is over before something begins.
    private func isWelcome(_ cue: Blink, at sample: ClockSample) -> Bool {
        let length = cue.pace * (cue.lights.count * cue.count) + Self.cueMargin
        let begins = nextBeginning(at: sample).map { $0 - sample.wall }
        return coordinator.nap(of: address) == nil && runningBedtimes.isEmpty && runningAlarms.isEmpty
            && begins.map { $0 > length } ?? true
    }

    /// How long before something begins a light of a reminder is over: what it changed is put back meanwhile.
    private static let cueMargin = Duration.seconds(2)

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
