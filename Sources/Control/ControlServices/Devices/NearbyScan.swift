// SPDX-License-Identifier: Apache-2.0

import Alarms
import Clocks
public import ControlAPI
import DeviceModules
import GATT
import SleepModel
import Storage

extension NightControl {
    /// Listens for devices and tells which are near, the ones that can be controlled first, then by signal.
    public func scan(_ request: ScanRequest) async throws(ControlError) -> [DeviceDocument] {
        try await answering {
            guard (1...60).contains(request.seconds) else {
                throw RequestReader.invalid(
                    "\(request.seconds) seconds are out of range.", "Give a number from 1 to 60.")
            }
            var nearby = NearbyDevices(paired: try await store.devices(), products: night.configuration.products)
            nearby = try await listen(for: .seconds(request.seconds), from: nearby)
            for rooms in night.containers.all {
                guard [.connected, .held].contains(await rooms.connection.state) else { continue }
                nearby.hold(rooms.address, rssi: rooms.emitter.radio.rssi)
            }
            return nearby.documents
        }
    }

    /// Lets a device blink, and leaves it as it was; nobody owns anything afterwards that they did not before.
    public func identify(_ request: DeviceSelection) async throws(ControlError) -> ControlResult {
        try await answering {
            let target = try await target(request.device)
            let rooms = target.rooms
            guard !rooms.alarms.runs.contains(where: { $0.run.phase.isRinging }) else {
                throw ControlError(
                    .busy, "An alarm rings on “\(target.device.name)”, and blinking would disturb it.",
                    advice: "Try again when it is over, or end it with `lull alarm dismiss`.")
            }
            let result: (word: String, state: DeviceState?)
            switch try await blink(target) {
            case .confirmed(let state): result = ("confirmed", state)
            case .unconfirmed(let state): result = ("unconfirmed", state)
            case .superseded: result = ("unconfirmed", nil)
            case .failed(let error): throw error
            }
            return ControlResult(
                address: rooms.address, name: target.device.name, outcome: result.word,
                state: result.state.map(rooms.document))
        }
    }

    // MARK: -

    /// Everything heard in a time; the one who listens is told to stop, and hands over what it has.
    private func listen(for time: Duration, from start: NearbyDevices) async throws -> NearbyDevices {
        let clock = night.configuration.radioClock
        let advertisements = try await night.configuration.transport.advertisements(.attentive)
        return try await withThrowingTaskGroup(of: NearbyDevices?.self) { group in
            group.addTask {
                var nearby = start
                for await advertisement in advertisements { nearby.hear(advertisement) }
                return nearby
            }
            group.addTask {
                try await clock.sleep(for: time)
                return nil
            }
            let early = try await group.next()
            group.cancelAll()
            if case .some(.some(let nearby)) = early {
                try Task.checkCancellation()
                guard nearby.count > 0 else { throw GATTError(.unavailable, "Listening for devices ended.") }
                return nearby
            }
            return try await group.next().flatMap { $0 } ?? start
        }
    }

    private func blink(_ target: Target) async throws -> DeliveryOutcome {
        let rooms = target.rooms
        do {
            let outcome = try await rooms.identify(target.device.name)
            await note(target.device, Self.identification, outcome.isConfirmed ? "confirmed" : "unconfirmed")
            return outcome
        } catch let error as GATTError {
            await note(target.device, Self.identification, "failed")
            guard await !rooms.sender.isRestored else { throw error }
            throw ControlError(
                .deviceUnreachable, "“\(target.device.name)” went out of reach while it blinked: \(error.message)",
                advice: "A daemon puts it right when it is back; otherwise set it with `lull light`.")
        }
    }
}
