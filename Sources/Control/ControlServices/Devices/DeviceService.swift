// SPDX-License-Identifier: Apache-2.0

import Alarms
import Bedtimes
import CivilTime
import Clocks
public import ControlAPI
import Coordination
import DeviceModules
import GATT
import Logging
import Routines
import Scheduling
import SleepModel
import Storage

extension NightControl {
    /// All paired devices.
    public func devices() async throws(ControlError) -> [DeviceDocument] {
        try await answering {
            try await store.devices().map { device in
                document(device, rssi: night.containers.rooms(device.address)?.emitter.radio.rssi)
            }
        }
    }

    /// Pairs a device: it must advertise as a supported product, and answer as one.
    public func pair(_ request: PairRequest) async throws(ControlError) -> DeviceDocument {
        try await answering {
            guard let address = MacAddress(rawValue: request.address) else {
                throw RequestReader.invalid(
                    "“\(request.address.printable)” is not a device address.",
                    "Write it like DC:06:41:DC:1A:B4.")
            }
            let paired = try await store.devices()
            if let known = paired.first(where: { $0.address == address }) {
                throw ControlError(
                    .alreadyExists, "\(address) is already paired as “\(known.name)”.",
                    advice: "Unpair it first with `lull unpair`.")
            }
            let advertisement = try await hear(address)
            let codec = try identify(advertisement)
            let reader = RequestReader(codec: codec, zones: zones)
            let name = try request.name.map { try reader.name($0, what: "a device") }
            if let name, paired.contains(where: { $0.name.lowercased() == name.lowercased() }) {
                throw ControlError(
                    .alreadyExists, "Another device is called “\(name)”.", advice: "Choose another name.")
            }
            try await checkIdentity(of: address, codec: codec)
            let device = PairedDevice(
                address: address, name: name ?? freeName(advertisement.localName, among: paired),
                product: codec.product, pairedAt: now.wall)
            try await queue.runEvenIfCancelled { try await keep(device) }
            await note(device, "pair", "paired")
            return document(device, rssi: advertisement.rssi)
        }
    }

    private func keep(_ device: PairedDevice) async throws {
        guard try await !store.devices().contains(where: { $0.address == device.address }) else {
            throw ControlError(
                .alreadyExists, "\(device.address) was paired meanwhile.", advice: "See `lull devices`.")
        }
        try await store.commit(.pair(device, log: []))
        do {
            _ = try await night.containers.open(device)
        } catch {
            // A device without rooms could neither be used nor paired again.
            try await store.commit(.forget(device.address, at: now.wall, log: []))
            throw error
        }
    }

    /// Forgets a device and its schedules.
    ///
    /// What runs on it is ended and the device switched off; otherwise it is left as it is. A device that cannot be
    /// reached is forgotten all the same, with the reason saying that it may still be on.
    public func unpair(_ request: DeviceSelection) async throws(ControlError) -> DeviceDocument {
        try await arranging {
            let device = try await device(request.device)
            guard night.containers.rooms(device.address)?.isIdentifying != true else {
                throw ControlError(
                    .busy, "“\(device.name)” blinks, and is to be left as it was.", advice: "Try again in a moment.")
            }
            let isQuiet = try await quiet(device)
            await night.containers.close(device.address)
            do {
                try await store.commit(.forget(device.address, at: now.wall, log: []))
            } catch {
                if night.configuration.products.codec(for: device.product) != nil {
                    _ = try await night.containers.open(device)
                }
                throw error
            }
            await note(device, "unpair", "unpaired")
            var document = document(device, rssi: nil)
            document.paired = false
            if !isQuiet { document.reason = "it could not be reached and may still be on" }
            return document
        }
    }

    /// Ends what runs on a device and switches it off; false when the device could not be told.
    private func quiet(_ device: PairedDevice) async throws -> Bool {
        guard let rooms = night.containers.rooms(device.address), rooms.isRunning else { return true }
        for run in rooms.alarms.runs { try await rooms.alarms.dismiss(run.key) }
        try await rooms.routines.stop()
        try await rooms.bedtimes.stop()
        return await night.coordinator.override([.power(false)], on: device.address)?.isDelivered ?? false
    }

    /// The state of all devices, or of one.
    public func status(_ query: StatusQuery) async throws(ControlError) -> [StatusDocument] {
        try await answering {
            let targets = try await targets(query.device)
            // Without a daemon nobody has listened so far.
            if isDirect { await ask(targets) }
            var documents: [StatusDocument] = []
            for target in targets { documents.append(await status(target)) }
            return documents
        }
    }

    /// Switches a device on or off.
    public func power(_ request: PowerRequest) async throws(ControlError) -> ControlResult {
        try await answering {
            try await control(target(request.device), "power \(request.on ? "on" : "off")", [.power(request.on)])
        }
    }

    /// Changes the light.
    public func light(_ request: LightRequest) async throws(ControlError) -> ControlResult {
        try await answering {
            let target = try await target(request.device)
            let reader = RequestReader(codec: target.rooms.codec, zones: zones)
            let brightness = try request.brightness.map { try reader.percent($0, "--brightness") }
            let appearance = try reader.appearance(request.color)
            let name = "light \(request.color.lowercased())" + (request.brightness.map { " \($0)%" } ?? "")
            guard let appearance, brightness != .zero else { return try await control(target, name, [.light(.off)]) }
            let level = if let brightness { brightness } else { try await usualBrightness(target) }
            return try await control(target, name, [.power(true), .light(Light(appearance, brightness: level))])
        }
    }

    /// As bright as it is, if it shines.
    private func usualBrightness(_ target: Target) async throws -> Level {
        let state = try await target.rooms.sender.readState()
        return state.isOn && state.light.brightness > .zero ? state.light.brightness : Level(rawValue: 128)
    }

    /// Changes the sound.
    public func sound(_ request: SoundRequest) async throws(ControlError) -> ControlResult {
        try await answering {
            let target = try await target(request.device)
            let reader = RequestReader(codec: target.rooms.codec, zones: zones)
            let sound = try reader.sound(request.sound)
            let volume = try request.volume.map { try reader.percent($0, "--volume") }
            let name = "sound \(request.sound.printable)" + (request.volume.map { " \($0)%" } ?? "")
            let actions: [DeviceAction] = sound == .none ? [.sound(sound)] : [.power(true), .sound(sound)]
            return try await control(target, name, actions + (volume.map { [.volume($0)] } ?? []))
        }
    }

    /// Changes the volume.
    public func volume(_ request: VolumeRequest) async throws(ControlError) -> ControlResult {
        try await answering {
            let target = try await target(request.device)
            let reader = RequestReader(codec: target.rooms.codec, zones: zones)
            let volume = try reader.percent(request.volume, "Volume")
            return try await control(target, "volume \(request.volume)%", [.volume(volume)])
        }
    }

    // MARK: -

    /// Makes true what somebody asked for; what runs takes it in first.
    func control(
        _ target: Target, _ name: String, _ actions: [DeviceAction], favourite: Int? = nil
    ) async throws -> ControlResult {
        let rooms = target.rooms
        // What cannot be reached now must not be switched on when it comes back hours later.
        try await rooms.sender.reach()
        // By itself a command starts nothing again that a daemon left running, but off ends it.
        if !isDirect || actions == [.power(false)] { try await rooms.takeManualChange(actions) }
        let outcome = await night.coordinator.override(actions, favourite: favourite, on: rooms.address)
        let result: (word: String, state: DeviceState?)
        switch outcome {
        case .confirmed(let state): result = ("confirmed", state)
        case .unconfirmed(let state): result = ("unconfirmed", state)
        case .superseded: result = ("unconfirmed", nil)
        case nil: result = ("held-back", rooms.emitter.latest?.state)
        case .failed(let error):
            await note(target.device, name, "failed")
            throw error
        }
        await note(target.device, name, result.word)
        return ControlResult(
            address: rooms.address, name: target.device.name, outcome: result.word,
            state: result.state.map(rooms.document))
    }

    /// Asks devices for their states, all at once; one that does not answer is left unknown.
    private func ask(_ targets: [Target]) async {
        await withTaskGroup(of: Void.self) { group in
            for target in targets {
                let sender = target.rooms.sender
                group.addTask { _ = try? await sender.readState() }
            }
        }
    }

    private func status(_ target: Target) async -> StatusDocument {
        let rooms = target.rooms
        let observed = rooms.emitter.latest
        var owners: [String: OwnerDocument] = [:]
        for (channel, intent) in night.coordinator.owners(of: rooms.address) {
            owners[channel.rawValue] = OwnerDocument(
                layer: intent.layer.name, since: intent.since, until: intent.until, by: intent.by)
        }
        return StatusDocument(
            address: rooms.address, name: target.device.name, product: target.device.product.rawValue,
            link: await rooms.connection.state.rawValue,
            state: observed.map { rooms.document($0.state) },
            clockDriftSeconds: observed.flatMap { drift($0.state.clock, at: $0.at) },
            battery: rooms.emitter.radio.battery, owners: owners,
            next: upcoming([target], days: 8).first)
    }

    private func document(_ device: PairedDevice, rssi: Int?) -> DeviceDocument {
        let isKnown = night.configuration.products.codec(for: device.product) != nil
        return DeviceDocument(
            address: device.address, name: device.name, product: device.product.rawValue, supported: isKnown,
            reason: isKnown ? nil : "this build cannot control it", rssi: rssi, paired: true)
    }

    /// Names the log's entries about a device that blinked.
    static let identification = "identify"

    /// What a log line cannot tell must not undo what was done.
    func note(_ device: PairedDevice, _ name: String, _ outcome: String) async {
        let entry = LogEntry(
            at: now.wall, device: device.address, kind: LogEntry.control, name: name, outcome: outcome,
            actor: OccurrenceActor.person.rawValue)
        do {
            try await store.commit(.note([entry]))
        } catch {
            night.configuration.logger.error("the log cannot be written", metadata: ["error": "\(error)"])
        }
    }
}
