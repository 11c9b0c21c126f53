// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import DeviceModules
import Household
import Scheduling
import SleepModel

/// What somebody who changes a device by hand is to know of its night.
@MainActor
extension DeviceFinder.Target {
    /// Until when what was set by hand counts, and what decides after that; nil when nothing waits below.
    func holdNote(_ channels: [DeviceChannel], _ zones: ZoneBook) -> String? {
        let (claims, after) = (controller.claims, controller.claimsAfterHolds)
        let ends = channels.compactMap { channel -> (channel: DeviceChannel, until: Instant, waits: ChannelClaim)? in
            guard let claims = claims[channel], claims.first?.layer == .manual, let until = claims.first?.until,
                let waits = claims.dropFirst().first, waits.waiter != nil
            else { return nil }
            return (channel, until, waits)
        }
        guard let first = ends.min(by: { $0.until < $1.until }) else { return nil }
        if let words = comeback(of: first.channel, claims, after) { return "At \(time(first.until, zones)) \(words)" }
        // Something else may take the channel before what waits for it now.
        let next = after[first.channel].flatMap { $0.waiter == nil ? nil : $0 } ?? first.waits
        return "That counts until \(time(first.until, zones)); then \(next.waiter ?? next.by) decides"
            + (next.by == first.waits.by ? " again." : ".")
    }

    /// What a channel shows or plays when what was set by hand is over, as the end of a sentence; nil where that cannot be
    /// told.
    private func comeback(
        of channel: DeviceChannel, _ claims: [DeviceChannel: [ChannelClaim]], _ after: [DeviceChannel: ChannelClaim]
    ) -> String? {
        guard let next = after[channel], let name = next.waiterName, let wants = next.wants,
            device.limit == nil
        else { return nil }
        let what: String
        switch wants {
        case .light(let light) where light.brightness > .zero: what = "the light is \(light.text())"
        case .light: what = "the light goes out"
        case .sound(.none): what = "the sound ends"
        case .sound(let sound):
            let waits = claims[channel]?.contains { $0.by == next.by && $0.layer == next.layer } ?? false
            // What begins only then may bring another volume.
            let volume = after[.volume] ?? (waits ? claims[.volume]?.first : nil)
            let level = if case .volume(let level)? = volume?.wants { " at \(level.percent)%" } else { "" }
            let name = controller.codec.name(of: sound) ?? "sound \(sound.rawValue)"
            what = "\(name) \(waits ? "comes back" : "plays")\(level)"
        case .volume(let level): what = "the volume is \(level.percent)%"
        case .power: return nil
        }
        return "\(what), as \(name) wants it."
    }

    /// The nights that run and have their wake light ahead.
    var nightsWithWakeAhead: [RunningBedtime] {
        controller.runningBedtimes.filter { $0.run.plan.wake != nil && $0.phase != .wake }
    }

    /// What ended with nights that ran before: their wake lights, and how to bring them back; nil if none did.
    func lostWakeNote(_ before: [RunningBedtime], _ zones: ZoneBook) -> String? {
        let running = Set(controller.runningBedtimes.map(\.key))
        let lost = before.filter { !running.contains($0.key) }.min { $0.run.wake < $1.run.wake }
        guard let lost, let schedule = controller.schedules(of: .bedtime).first(where: { $0.id == lost.key.schedule })
        else { return nil }
        return "The wake light at \(time(lost.run.wake, zones)) does not come either. "
            + "To take the night up again: `lull bedtime start \(arguments(for: schedule))`."
    }

    func time(_ instant: Instant, _ zones: ZoneBook) -> String {
        String("\(zones.rules(of: nil).civil(at: instant).time)".prefix(5))
    }
}

extension ChannelClaim {
    /// Who decides then, as “bedtime” or the nap; nil for what has no name that people know.
    fileprivate var waiterName: String? {
        switch layer {
        case .night, .routine: "“\(by)”"
        case .nap: "the nap"
        case .lightAfter, .timer, .sunrise, .manual, .alarm: nil
        }
    }

    /// Who decides when what was set by hand is over, as part of a sentence; nil for what lasts no longer than that.
    fileprivate var waiter: String? { waiterName.map { layer == .night ? "the night of \($0)" : $0 } }
}
