// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import GATT
import Household
import Scheduling
import SleepModel
import Storage

/// Devices: which there are, which are paired, and what they do.
@MainActor
struct DeviceService: DeviceControl {
    let finder: DeviceFinder
    let store: any NightStore
    let pauses: HouseholdPauses
    let products: ProductCatalogue
    let clock: any NightClock
    let radioClock: any NightClock
    let pairing: Pairing
    let nearby: NearbyScan
    let recordings: DeviceRecordings
    let queue: SerialQueue
    let plan: UpcomingPlan
    let zones: ZoneBook
    let log: CommandLog
    let householdStore: HouseholdStore
    let session: SessionKind
    let mirrors: MirrorCheck

    func devices() async throws(ControlError) -> [DeviceDocument] {
        try await answering {
            try await store.devices().map { device in
                document(device, rssi: finder.controllers.controller(of: device.key)?.radio.rssi)
            }
        }
    }

    /// Pairs a device: it must advertise as a supported product, and answer as one.
    ///
    /// One that is paired under the wanted name stays as it is.
    func pair(_ request: PairRequest) async throws(ControlError) -> DeviceDocument {
        try await answering {
            guard let address = MacAddress(rawValue: request.address) else {
                throw RequestReader.invalid(
                    "“\(request.address.printable)” is not a device address.",
                    "Write it like DC:06:41:DC:1A:B4.")
            }
            let paired = try await store.devices()
            if let known = paired.first(where: { $0.address == address }) {
                if let name = request.name, known.isNamed(name) {
                    return document(known, rssi: finder.controllers.controller(of: known.key)?.radio.rssi)
                }
                throw ControlError(
                    .alreadyExists, "\(address) is already paired as “\(known.name)”.",
                    advice: "Nothing is left to do. `lull rename \(known.name.shellWord) NAME` gives it another name.")
            }
            let advertisement = try await pairing.hear(address)
            let codec = try pairing.identify(advertisement)
            let reader = RequestReader(codec: codec, zones: zones)
            let name = try request.name.map { try reader.name($0, what: "a device") }
            if let name { try await requireFree(name, among: paired) }
            let seen = try await pairing.checkIdentity(of: advertisement, codec: codec)
            let taken = paired.map(\.name) + (try await store.groups().map(\.name))
            let device = PairedDevice(
                address: address, name: name ?? pairing.freeName(advertisement.localName, among: taken),
                product: codec.product, pairedAt: clock.now().wall, addressKind: advertisement.addressKind)
            try await queue.runEvenIfCancelled { try await keep(device, seen, advertisement) }
            await log.note(device, "pair", .paired)
            return document(device, rssi: advertisement.rssi)
        }
    }

    private func keep(_ device: PairedDevice, _ seen: ObservedState, _ advertisement: Advertisement) async throws {
        guard try await !store.devices().contains(where: { $0.address == device.address }) else {
            throw ControlError(
                .alreadyExists, "\(device.address) was paired meanwhile.", advice: "See `lull devices`.")
        }
        try await store.commit(.pair(device, log: []))
        do {
            try await finder.controllers.open(device).observe(seen, heardFrom: advertisement)
        } catch {
            // A device without a controller could neither be used nor paired again.
            try await store.commit(.forget(device.address, at: clock.now().wall, log: []))
            throw error
        }
    }

    /// Gives a device another nickname.
    func rename(_ request: RenameRequest) async throws(ControlError) -> DeviceDocument {
        try await arranging(in: queue) {
            var device = try await finder.device(request.device)
            let name = try RequestReader.plainName(request.name, what: "a device")
            let others = try await store.devices().filter { $0.address != device.address }
            try await requireFree(name, among: others)
            let entry = LogEntry(
                at: clock.now().wall, device: device.address, kind: .control,
                name: "from “\(device.name)” to “\(name)”",
                outcome: .renamed, actor: .person)
            device.name = name
            try await store.commit(.pair(device, log: [entry]))
            let rssi = finder.controllers.controller(of: device.key)?.radio.rssi
            return document(device, rssi: rssi)
        }
    }

    nonisolated func status(_ query: DeviceChoice) async throws(ControlError) -> [StatusDocument] {
        do {
            let look = try await StatusLook(at: store, over: nearby.transport, of: session)
            return try await statuses(query, look)
        } catch {
            throw ControlError(error)
        }
    }

    func scan(_ request: ScanRequest) async throws(ControlError) -> [DeviceDocument] {
        try await answering { try await nearby.devices(within: request.seconds) }
    }

    func record(_ request: RecordingRequest) async throws(ControlError) -> RecordingDocument {
        try await answering { try await recordings.record(request) }
    }

    func finishRecording(_ request: DeviceSelection) async throws(ControlError) -> DeviceDocument {
        try await answering {
            let device = try await recordings.finish(request)
            return document(device, rssi: finder.controllers.controller(of: device.key)?.radio.rssi)
        }
    }

    /// Lets a device blink, and leaves it as it was; everybody owns afterwards what they owned before.
    func identify(_ request: DeviceSelection) async throws(ControlError) -> ControlResult {
        try await answering {
            let target = try await finder.target(request.device)
            let isRinging = target.controller.runningAlarms.contains { $0.run.phase.isRinging }
            guard !isRinging else {
                throw ControlError(
                    .busy, "An alarm rings on “\(target.device.name)”, and blinking would disturb it.",
                    advice: "Try again when it is over, or end it with `lull alarm dismiss`.")
            }
            let outcome = try await blink(target)
            if case .failed(let error) = outcome { throw error }
            return ControlResult(of: outcome, on: target)
        }
    }

    // MARK: -

    /// Throws unless neither another device nor a group has a name, or one that looks like it.
    private func requireFree(_ name: String, among devices: [PairedDevice]) async throws {
        let groups = try await store.groups()
        let taken =
            devices.contains { $0.name.isSameName(as: name) }
            ? "Another device" : groups.contains { $0.isNamed(name) } ? "A group" : nil
        guard let taken else { return try KnownNames(devices: devices, groups: groups).require(name) }
        throw ControlError(.alreadyExists, "\(taken) is called “\(name)”.", advice: "Choose another name.")
    }

    private func blink(_ target: DeviceFinder.Target) async throws -> DeliveryOutcome {
        let name = "identify"
        do {
            let outcome = try await target.controller.identify()
            await log.note(target.device, name, outcome.isConfirmed ? .confirmed : .unconfirmed, isTransient: true)
            return outcome
        } catch let error as HouseholdError {
            throw ControlError(error, on: "“\(target.device.name)”")
        } catch let error as GATTError {
            await log.note(target.device, name, .failed, isTransient: true)
            guard await !target.controller.sender.isRestored else { throw error }
            throw ControlError(
                .deviceUnreachable, "“\(target.device.name)” went out of reach while it blinked: \(error.message)",
                advice: "A daemon restores its light when it is back; otherwise set it with `lull light`.")
        }
    }

    func document(_ device: PairedDevice, rssi: Int?) -> DeviceDocument {
        let isKnown = products.codec(for: device.product) != nil
        return DeviceDocument(
            address: device.address, name: device.name, product: device.product.rawValue, supported: isKnown,
            reason: isKnown ? nil : "this build cannot control it", rssi: rssi, paired: true,
            addressType: device.addressKind)
    }
}
