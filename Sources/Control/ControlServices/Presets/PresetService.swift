// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import Household
import Scheduling
import SleepModel

/// What devices keep by themselves: favourites, programs, a sleep timer and a clock.
@MainActor
struct PresetService: PresetControl {
    let finder: DeviceFinder
    let zones: ZoneBook
    let nightClock: any NightClock
    let log: CommandLog
    let command: DeviceCommand
    let queue: SerialQueue
    let mirrors: MirrorCheck

    func timer(_ query: SlotQuery) async throws(ControlError) -> TimerDocument {
        try await answering {
            let target = try await finder.target(query.device)
            return document(timer: try await target.controller.sender.sleepTimer(), of: target)
        }
    }

    /// Starts a device's sleep timer, in place of one that runs, or ends it.
    func setTimer(_ request: TimerRequest) async throws(ControlError) -> TimerDocument {
        try await answering {
            let target = try await finder.target(request.device)
            guard let longest = target.controller.codec.capabilities.longestSleepTimer else {
                throw ControlError(
                    .unsupportedProduct, "“\(target.device.name)” has no sleep timer.", advice: "See `lull devices`.")
            }
            let reader = RequestReader(codec: target.controller.codec, zones: zones)
            let duration = try request.duration.map { try reader.duration($0, "The timer") }
            if let duration { try reader.require(duration, "The timer", in: .seconds(1)...longest) }
            if duration != nil, try await !target.controller.sender.readState().isOn {
                throw ControlError(
                    .nothingActive, "“\(target.device.name)” is off, so there is nothing to end.",
                    advice: "Switch it on first, with `lull power \(target.device.name) on`.")
            }
            let left = try await target.controller.sender.setSleepTimer(duration)
            await log.note(target.device, "timer \(duration.map(DurationText.format) ?? "off")", .confirmed)
            var timer = document(timer: left, of: target)
            timer.warning = timer.endsAt.flatMap { meetings(on: target).warning(aboutTimerEnding: $0) }
            return timer
        }
    }

    func clock(_ query: SlotQuery) async throws(ControlError) -> ClockDocument {
        try await answering {
            let target = try await finder.target(query.device)
            let state = try await target.controller.sender.readState()
            return document(
                clock: state.clock, drift: zones.drift(of: state, at: nightClock.now().wall), of: target)
        }
    }

    func setClock(_ request: DeviceSelection) async throws(ControlError) -> ClockDocument {
        try await answering {
            let target = try await finder.target(request.device)
            guard target.controller.codec.capabilities.hasClock else {
                throw ControlError(
                    .unsupportedProduct, "“\(target.device.name)” has no clock.", advice: "See `lull devices`.")
            }
            let zone = try zones.rules(for: nil)
            let shown = try await target.controller.sender.setClock { [nightClock] in
                zone.civil(at: nightClock.now().wall)
            }
            await log.note(target.device, "clock set", .confirmed)
            return document(clock: shown, drift: zones.drift(of: shown, at: nightClock.now().wall), of: target)
        }
    }

    /// What a program or the timer of a device may meet.
    func meetings(on target: DeviceFinder.Target) -> OwnMeetings {
        OwnMeetings(with: target.controller, zones: zones, at: nightClock.now().wall)
    }

    private func document(timer left: Duration?, of target: DeviceFinder.Target) -> TimerDocument {
        let end = left.map { nightClock.now().wall + $0 }
        target.controller.noteTimer(endingAt: end)
        return TimerDocument(
            address: target.device.address, name: target.device.name,
            remainingSeconds: left.map { Int($0.components.seconds) }, endsAt: end)
    }

    private func document(
        clock shown: CivilDateTime?, drift: Int?, of target: DeviceFinder.Target
    ) -> ClockDocument {
        ClockDocument(
            address: target.device.address, name: target.device.name, clock: shown, driftSeconds: drift)
    }
}
