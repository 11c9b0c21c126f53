// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceDocuments
import DeviceModules
import GATT
import Household
import Scheduling
import SleepModel

/// Applies what somebody asks of a device by command, logs it, and says what became of it.
@MainActor
struct DeviceCommand {
    let log: CommandLog
    let session: SessionKind
    let zones: ZoneBook

    /// Applies `actions`; with a `favourite` it is the device's own one that shows exactly these.
    func run(
        _ name: String, _ actions: [DeviceAction], favourite: Int? = nil, on target: DeviceFinder.Target
    ) async throws -> ControlResult {
        try await run(name, favourite: favourite, on: target) { _ in actions }
    }

    /// Applies the actions that `decide` makes of the device's present state.
    func run(
        _ name: String, favourite: Int? = nil, on target: DeviceFinder.Target,
        deciding decide: @escaping @MainActor @Sendable (DeviceState) -> [DeviceAction]
    ) async throws -> ControlResult {
        // Known before this attempt, which says it anew.
        let lost = target.controller.lostSince.map { zones.rules(of: nil).civil(at: $0).withWeekday }
        let outcome: CommandOutcome
        do {
            outcome = try await target.controller.apply(
                favourite: favourite, isDirect: session == .direct, deciding: decide)
        } catch let error as GATTError {
            if let pending = await pending(name, error, on: target, deciding: decide) { return pending }
            throw await failure(name, error, on: target, lostSince: lost)
        }
        switch outcome {
        case .delivered(.failed(let error)):
            if let pending = await pending(name, error, on: target, deciding: decide) { return pending }
            throw await failure(name, error, on: target, lostSince: lost)
        case .delivered(let outcome):
            await log.note(target.device, name, LogOutcome(of: outcome))
            return ControlResult(of: outcome, on: target)
        case .heldBack(let actions, let state):
            // A ring follows a volume, as far down as people still hear it.
            let isLimited = actions.allSatisfy { $0.channel == .volume }
            await log.note(
                target.device, isLimited ? "\(name), limited to \(state.volume.percent)%" : name,
                isLimited ? .confirmed : .heldBack)
            return ControlResult(
                address: target.device.address, name: target.device.name, outcome: isLimited ? .limited : .heldBack,
                state: target.controller.document(state), heldBack: actions.map(\.channel))
        case .limited(let actions, let state):
            let levels = actions.map(\.levelText).joined(separator: ", ")
            await log.note(target.device, "\(name), limited to \(levels)", .confirmed)
            return ControlResult(
                address: target.device.address, name: target.device.name, outcome: .limited,
                state: target.controller.document(state), heldBack: actions.map(\.channel),
                limit: LimitDocument(of: target))
        }
    }

    /// Logs that a command failed, and says since when the device is out of reach if that was known before.
    private func failure(
        _ name: String, _ error: GATTError, on target: DeviceFinder.Target, lostSince: String?
    ) async -> any Error {
        await log.note(target.device, name, .failed)
        guard let lostSince else { return error }
        return ControlError(error).adding("It has been out of reach since \(lostSince).")
    }

    /// Has a change of a device of a group wait for it if it is out of reach; nil if it does not wait.
    private func pending(
        _ name: String, _ error: GATTError, on target: DeviceFinder.Target,
        deciding decide: (DeviceState) -> [DeviceAction]
    ) async -> ControlResult? {
        guard GroupCall.isUnderWay, session != .direct, error.isOutOfReach,
            let until = target.controller.pend(name, deciding: decide)
        else { return nil }
        await log.note(target.device, name, .pending, isTransient: true)
        var result = ControlResult(
            address: target.device.address, name: target.device.name, outcome: .pending, state: nil,
            pendingUntil: until)
        result.warning =
            "“\(target.device.name)” is out of reach. Lull tries again until \(target.time(until, zones))."
        return result
    }
}

extension GATTError {
    /// Whether the device was not reached, and may be in a while.
    fileprivate var isOutOfReach: Bool {
        let error = ControlError(self)
        return error.code == .deviceUnreachable || error.code == .timedOut
    }
}

extension ControlResult {
    /// What became of a delivery to a device.
    @MainActor
    init(of outcome: DeliveryOutcome, on target: DeviceFinder.Target) {
        let (outcome, state): (ControlOutcome, DeviceState?) =
            switch outcome {
            case .confirmed(let state): (.confirmed, state)
            case .unconfirmed(let state): (.unconfirmed, state)
            case .superseded, .failed: (.unconfirmed, nil)
            }
        self.init(
            address: target.device.address, name: target.device.name, outcome: outcome,
            state: state.map(target.controller.document))
    }
}

extension LogOutcome {
    /// What the log says of a delivery.
    init(of outcome: DeliveryOutcome) {
        self =
            switch outcome {
            case .confirmed: .confirmed
            case .unconfirmed, .superseded: .unconfirmed
            case .failed: .failed
            }
    }
}

extension DeviceController {
    /// A state of the device as documents show it.
    func document(_ state: DeviceState) -> DeviceStateDocument {
        DeviceStateDocument(state, product: codec.product, soundName: codec.name(of: state.sound))
    }
}

/// Logs what somebody asked of a device by command; a log that cannot be written undoes nothing.
struct CommandLog: Sendable {
    let log: HouseholdLog
    let clock: any NightClock

    /// Logs that `command` was asked of a device, and what became of it; a transient one leaves the device as it was.
    func note(_ device: PairedDevice, _ command: String, _ outcome: LogOutcome, isTransient: Bool = false) async {
        await log.write(
            LogEntry(
                at: clock.now().wall, device: device.address, kind: .control, name: command, outcome: outcome,
                actor: .person, isTransient: isTransient))
    }
}
