// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceModules
import Logging
import Scheduling
import SleepModel
public import Storage

/// What the disk took only after a person had been told that nobody knows whether it is saved.
extension RunningHousehold {
    /// Follows changes that are on disk by now, as if a person had asked for them in this moment.
    public func follow(late changes: [StoreChange]) async {
        for change in changes {
            do {
                try await follow(change, among: changes)
            } catch {
                configuration.logger.error(
                    "cannot follow a change that the disk took late", metadata: ["error": "\(error)"])
            }
        }
        lookAgain()
    }

    private func follow(_ change: StoreChange, among changes: [StoreChange]) async throws {
        switch change {
        case .save(let schedule, _):
            let runs = changes.compactMap { change in
                if case .update(let record, _) = change, record.key.schedule == schedule.id { record } else { nil }
            }
            let rearrangement = Rearrangement(saved: [schedule], runs: runs)
            await devices.controller(at: schedule.device)?.follow([schedule.kind: rearrangement])
        case .remove(let identifier, _):
            await rearrange(identifier) { $0.removed = [identifier] }
        case .override(let override, _):
            await rearrange(override.schedule) { $0.changes[override.schedule]?[override.date] = override.change }
        case .removeOverride(let identifier, let date, _):
            await rearrange(identifier) { $0.changes[identifier]?[date] = nil }
        case .settings(let settings, _):
            try await pauses.follow(settings)
        case .holidays, .removeHolidays:
            try await holidays.follow()
        case .pair(let device, _):
            guard configuration.products.codec(for: device.product) != nil else { return }
            try await devices.open(device).follow(device)
        case .forget(let address, _, _):
            if let device = devices.controller(at: address) { await devices.close(device.key) }
            pauses.forget(address)
        case .group, .removeGroup:
            // Whoever needs the groups reads them.
            break
        case .addressKind:
            // The connection has learned it already.
            break
        case .claim, .update, .void, .hold, .notices, .note:
            // Those of an edit come with its schedule. The device controller writes the others again until it knows what
            // became of them.
            break
        }
    }

    /// Has the device of a schedule follow a change of it; `change` gets everything that differs on its dates now.
    private func rearrange(_ identifier: ScheduleID, _ change: (inout Rearrangement) -> Void) async {
        for device in devices.all {
            for kind in ScheduleKind.allCases {
                guard let schedule = device.schedules(of: kind).first(where: { $0.id == identifier }) else { continue }
                var rearrangement = Rearrangement(changes: [identifier: device.changes(of: schedule)])
                change(&rearrangement)
                await device.follow([kind: rearrangement])
            }
        }
    }
}
