// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
public import ControlAPI
import DeviceModules
import Scheduling
import SleepModel

extension NightControl {
    /// A device's sleep timer.
    public func timer(_ query: SlotQuery) async throws(ControlError) -> TimerDocument {
        try await answering {
            let target = try await target(query.device)
            return document(timer: try await target.rooms.sender.sleepTimer(), of: target)
        }
    }

    /// Starts a device's sleep timer, in place of one that runs, or ends it.
    public func setTimer(_ request: TimerRequest) async throws(ControlError) -> TimerDocument {
        try await answering {
            let target = try await target(request.device)
            guard let longest = target.rooms.codec.capabilities.longestSleepTimer else {
                throw ControlError(
                    .unsupportedProduct, "“\(target.device.name)” has no sleep timer.", advice: "See `lull devices`.")
            }
            let reader = RequestReader(codec: target.rooms.codec, zones: zones)
            let duration = try request.duration.map {
                try reader.duration($0, "The timer", in: .seconds(1)...longest)
            }
            if duration != nil, try await !target.rooms.sender.readState().isOn {
                throw ControlError(
                    .nothingActive, "“\(target.device.name)” is off, so there is nothing to end.",
                    advice: "Switch it on first, with `lull power \(target.device.name) on`.")
            }
            let left = try await target.rooms.sender.setSleepTimer(duration)
            await note(target.device, "timer \(duration.map(DurationText.format) ?? "off")", "confirmed")
            return document(timer: left, of: target)
        }
    }

    /// A device's own clock.
    public func clock(_ query: SlotQuery) async throws(ControlError) -> ClockDocument {
        try await answering {
            let target = try await target(query.device)
            return document(clock: try await target.rooms.sender.readState().clock, of: target)
        }
    }

    /// Sets a device's clock to the host's local time.
    public func setClock(_ request: DeviceSelection) async throws(ControlError) -> ClockDocument {
        try await answering {
            let target = try await target(request.device)
            guard target.rooms.codec.capabilities.hasClock else {
                throw ControlError(
                    .unsupportedProduct, "“\(target.device.name)” has no clock.", advice: "See `lull devices`.")
            }
            let (zone, clock) = (try zones.rules(for: nil), night.configuration.nightClock)
            let shown = try await target.rooms.sender.setClock { zone.civil(at: clock.now().wall) }
            await note(target.device, "clock set", "confirmed")
            return document(clock: shown, of: target)
        }
    }

    private func document(timer left: Duration?, of target: Target) -> TimerDocument {
        TimerDocument(
            address: target.device.address, name: target.device.name,
            remainingSeconds: left.map { Int($0.components.seconds) }, endsAt: left.map { now.wall + $0 })
    }

    private func document(clock: CivilDateTime?, of target: Target) -> ClockDocument {
        ClockDocument(
            address: target.device.address, name: target.device.name, clock: clock,
            driftSeconds: drift(clock, at: now.wall))
    }

    /// How far a device's clock, which keeps the host's local time, is ahead of it, in seconds.
    func drift(_ clock: CivilDateTime?, at instant: Instant) -> Int? {
        guard let clock, let host = try? zones.rules(for: nil) else { return nil }
        let expected = host.civil(at: instant)
        return (clock.date.daysSince1970 - expected.date.daysSince1970) * 86_400
            + clock.time.secondsSinceMidnight - expected.time.secondsSinceMidnight
    }
}
