// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import Household
import Scheduling
import SleepModel
import Storage

/// Devices that are forgotten.
extension DeviceService {
    /// How long a device that is forgotten may take to switch off.
    static let offLimit = Duration.seconds(5)

    /// What goes with a device, for people to see before it is unpaired.
    func belongings(_ query: DeviceSelection) async throws(ControlError) -> UnpairDocument {
        try await answering { try await belongings(of: finder.wholeDevice(query.device)) }
    }

    /// Forgets a device and its schedules.
    ///
    /// What runs on it is ended and the device switched off; otherwise it is left as it is. A device that cannot be
    /// reached is forgotten too; the reason then says that it may still be on.
    func unpair(_ request: DeviceSelection) async throws(ControlError) -> UnpairDocument {
        try await answering {
            let device = try await finder.wholeDevice(request.device)
            let controller = finder.controllers.controller(of: device.key)
            try finder.controllers.requireStillness(of: [device])
            // Before it is its turn, as nobody else is to wait for the device.
            let isOff = try await controller?.endEverything(within: Self.offLimit, on: radioClock) ?? true
            let programs =
                if let controller {
                    await controller.takeMirrorAway(within: Self.offLimit, on: radioClock)
                } else {
                    [Int]?([])
                }
            return try await queue.runEvenIfCancelled {
                // Somebody may have forgotten it meanwhile, or something may have begun on it.
                _ = try await finder.device(device.address.rawValue)
                return try await forget(device, isOff: isOff && controller?.isRunning != true, leaving: programs)
            }
        }
    }

    private func forget(_ device: PairedDevice, isOff: Bool, leaving programs: [Int]?) async throws -> UnpairDocument {
        var gone = try await belongings(of: device)
        await finder.controllers.close(device.key)
        do {
            try await store.commit(
                [.forget(device.address, at: clock.now().wall, log: [])] + (try await leavings(of: device.address)))
        } catch {
            if products.codec(for: device.product) != nil { _ = try await finder.controllers.open(device) }
            throw error
        }
        pauses.forget(device.address)
        await log.note(device, "unpair", .unpaired)
        gone.device.rssi = nil
        gone.device.paired = false
        let reasons = [isOff ? nil : "it could not be reached and may still be on", Self.leftovers(programs)]
            .compactMap(\.self)
        if !reasons.isEmpty { gone.device.reason = reasons.joined(separator: ", and ") }
        return gone
    }

    /// That programs of Lull are left on a device, nil if nobody knows which; nil for none.
    private static func leftovers(_ programs: [Int]?) -> String? {
        guard let programs else { return "Lull's programs may still be on it; delete them in the Hatch app" }
        let numbers = programs.map(String.init).joined(separator: " and ")
        return switch programs.count {
        case 0: nil
        case 1: "Lull's program \(numbers) is still on it; delete it in the Hatch app"
        default: "Lull's programs \(numbers) are still on it; delete them in the Hatch app"
        }
    }

    /// What removes a device from its groups; one without another device goes too.
    private func leavings(of device: MacAddress) async throws -> [StoreChange] {
        try await store.groups().filter { $0.members.contains(device) }.map { group in
            group.without([device]).map { .group($0, log: []) } ?? .removeGroup(group.name, log: [])
        }
    }

    private func belongings(of device: PairedDevice) async throws -> UnpairDocument {
        let now = clock.now().wall
        let schedules = try await store.schedules().filter { $0.device == device.address }
        let holds = try await store.holds()[device.address]?.holds.filter { $0.until > now } ?? []
        let pause = try await pauses.settings().devicePauses[device.address]
            .map { PauseDocument($0, device: device.name, zones: zones, at: now) }
        let damaged = try await DamagedRowDocument.all(in: store).filter { row in
            row.device == device.name && [.schedules, .overrides, .pauses, .holds].contains(row.table)
        }
        return UnpairDocument(
            document(device, rssi: finder.controllers.controller(of: device.key)?.radio.rssi),
            schedules: schedules.map { UnpairDocument.Schedule($0) },
            groups: try await store.groups().filter { $0.members.contains(device.address) }.map(\.name),
            holds: DeviceChannel.allCases.filter { channel in holds.contains { $0.action.channel == channel } },
            pause: pause.flatMap { pause in pause.until.map { $0 > now } ?? true ? pause : nil }, damaged: damaged)
    }
}

extension UnpairDocument.Schedule {
    fileprivate init(_ schedule: SleepModel.Schedule) {
        self.init(id: schedule.id, kind: schedule.kind, name: schedule.name)
    }
}
