// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Coordination
import Scheduling
import SleepModel

/// Finds what a device is to do by itself: the end of tonight, and the next ring.
///
/// A program has weekdays and no date. One for the single weekday of a moment less than a week ahead acts at that moment
/// first, and if the host stays away, once a week at most.
struct MirrorPlan {
    /// A ring that lies ahead.
    struct Ring: Hashable, Sendable {
        var schedule: ScheduleID
        var name: String
        var plan: AlarmPlan
        var at: Instant
    }

    /// How far ahead to look: less than a week, or a program would act a week early.
    static let horizon = Duration.seconds(6 * 86_400)
    /// How long a program lasts that only switches the device off, in seconds.
    private static let offSeconds = 60
    /// How long before a ring a wake light ends, as a device may switch itself off when a program is over.
    private static let margin = Duration.seconds(60)
    /// The longest that a program lasts, in seconds.
    private static let longest = Int(UInt16.max)

    let now: Instant
    /// The zone whose time the device's clock shows.
    let zone: ZoneRules
    let limit: DeviceLimit?

    /// What the device is to do by itself, soonest first.
    func moments(nights: [PlannedNight], rings: [Ring]) -> [MirroredMoment] {
        let ahead = now...now + Self.horizon
        let nights = nights.filter { night in !nights.contains(where: night.isCovered) }
        let night = nights.filter { ahead.contains($0.wake) && $0.wake > now }.min {
            ($0.wake, $0.name) < ($1.wake, $1.name)
        }
        let ring = rings.filter { ahead.contains($0.at) && $0.at > now && $0.isPerceived }
            .min { ($0.at, $0.name) < ($1.at, $1.name) }
        let end = night.flatMap { night in
            let sunrises = rings.compactMap { $0.sunrise(at: night.wake) }
            return self.end(of: night, beside: ring, in: sunrises.min { $0.ring < $1.ring })
        }
        return [end, ring.map { self.ring($0, in: nights) }].compactMap(\.self).sorted { $0.at < $1.at }
    }

    /// The end of a night; nil if it would silence a ring, whose own end switches the device off.
    ///
    /// In a sunrise it shows the light of that, as the host does.
    private func end(
        of night: PlannedNight, beside ring: Ring?, in sunrise: (light: Light, ring: Instant)?
    ) -> MirroredMoment? {
        let plan = night.plan
        let shows = plan.wake != nil && plan.wakeLight.brightness > .zero
        // A device may switch itself off when a program is over, and a sunrise has no dark moment.
        var length =
            sunrise.map { $0.ring - Self.margin - night.wake } ?? (shows ? plan.wakeFor : .seconds(Self.offSeconds))
        if let ring {
            guard night.wake < ring.at || night.wake >= ring.at + ring.plan.ringFor else { return nil }
            if night.wake < ring.at { length = min(length, ring.at - Self.margin - night.wake) }
            guard length > .zero else { return nil }
        }
        return moment(
            shows ? .wakeLight : .nightEnd, at: night.wake, seconds: Int(length.components.seconds),
            light: sunrise?.light ?? (shows ? plan.wakeLight : .off), sound: .none,
            volume: plan.nightVolume ?? plan.volume,
            of: (night.schedule, night.name))
    }

    /// A ring; one without a light of its own keeps the wake light that shows at its time.
    private func ring(_ ring: Ring, in nights: [PlannedNight]) -> MirroredMoment {
        let shown = nights.first { $0.plan.wake != nil && $0.wake <= ring.at && ring.at < $0.wake + $0.plan.wakeFor }
        return moment(
            .alarm, at: ring.at, seconds: Int(ring.plan.ringFor.components.seconds),
            light: ring.plan.light ?? shown?.plan.wakeLight ?? .off, sound: ring.plan.sound, volume: ring.plan.volume,
            of: (ring.schedule, ring.name))
    }

    private func moment(
        _ role: MirrorRole, at instant: Instant, seconds: Int, light: Light, sound: SoundID, volume: Level,
        of schedule: (id: ScheduleID, name: String)
    ) -> MirroredMoment {
        var (light, volume) = (light, volume)
        let duration = min(max(seconds, 1), Self.longest)
        if let limit, holds(limit, from: instant, for: .seconds(duration)) {
            light.brightness = limit.brightness.map { min($0, light.brightness) } ?? light.brightness
            volume = limit.volume.map { min($0, volume) } ?? volume
        }
        // Nobody may be there to set the device's clock when the clocks change.
        let shown = ZoneRules.utc.civil(at: instant + .seconds(Int(zone.offset(at: now).seconds)))
        return MirroredMoment(
            role: role, at: instant, shown: shown, durationSeconds: duration, light: light, sound: sound,
            volume: volume, schedule: schedule.id, name: schedule.name)
    }

    /// Whether a limit holds in a part of a time, at least.
    private func holds(_ limit: DeviceLimit, from start: Instant, for duration: Duration) -> Bool {
        guard let hours = limit.hours else { return true }
        return hours.contains(start, in: zone) || hours.nextLook(after: start, in: zone) < start + duration
    }
}

extension MirrorPlan.Ring {
    /// The light of its sunrise at a time, and when it rings; nil outside the sunrise.
    fileprivate func sunrise(at time: Instant) -> (light: Light, ring: Instant)? {
        guard let sunrise = plan.sunrise, let light = plan.light, time > at - sunrise, time < at else { return nil }
        let dark = Light(light.appearance, brightness: .zero)
        let ramp = Ramp(from: dark, to: light, startsAt: .zero, duration: sunrise)
        return (ramp.value(atBoot: time - (at - sunrise)), at)
    }

    /// Whether somebody would notice it.
    fileprivate var isPerceived: Bool { plan.sound != .none || (plan.light?.brightness ?? .zero) > .zero }
}
