// SPDX-License-Identifier: Apache-2.0

import Clocks
public import GATT
public import SleepModel

extension IoTActionSender {
    /// How long to try to restore a device that went out of reach.
    private static let restoreLimit = Duration.seconds(10 * 60)

    /// Lets the device blink silently, restores it, and says whether it reports that.
    ///
    /// `note` gets the state to restore before anything is sent; nothing is sent if it throws. Sends nothing else meanwhile.
    /// Throws what went wrong; `isRestored` then says whether something is left to restore. Cancellation ends the
    /// connection, and leaves something to restore.
    public func show(
        _ blink: Blink, noting note: @escaping @Sendable (DeviceState) async throws -> Void = { _ in }
    ) async throws(GATTError) -> DeliveryOutcome {
        do {
            return try await exchanges.run { [self] in
                let before = try await connection.withSession { try await self.report($0) }
                try await note(before)
                owe(before)
                let failure: (any Error)?
                do {
                    try await connection.withSession { try await self.show(blink, from: before, $0) }
                    failure = nil
                } catch { failure = error }
                // Also after a failure: a new connection may work where the old one broke.
                let outcome = try await putBack()
                if let failure { throw failure }
                return outcome
            }
        } catch {
            throw DeviceConnection.gattError(error, address: address)
        }
    }

    /// Whether everything that a blink changed is restored.
    public var isRestored: Bool { owed.isEmpty }

    /// Ends a blink, as somebody did this at the device meanwhile, and lets that stay.
    public func endBlink(for touched: [DeviceAction]) {
        guard !owed.isEmpty, !touched.isEmpty else { return }
        isBlinkAnswered = true
        let channels = Set(touched.map(\.channel))
        // Whoever chose a light or a sound wants the device on.
        let wantsOn = !touched.contains(.power(false)) && channels != [.volume]
        owed.removeAll { action in channels.contains(action.channel) || wantsOn && action == .power(false) }
        // Off comes first here, too.
        owed = touched + owed
    }

    /// Does what restores the device after a blink that a process before may have left; a device that shows something else
    /// stays as it is.
    public func restore(_ actions: [DeviceAction], after blink: Blink) async {
        (owed, leftBlink) = (actions, blink)
        await restore()
        leftBlink = nil
    }

    /// Tries to restore what a blink changed until it is done, for ten minutes at most, or until cancelled.
    public func restore() async {
        let end = clock.now().boot + Self.restoreLimit
        var pause = Duration.seconds(2)
        while !isRestored, clock.now().boot < end {
            guard (try? await clock.sleep(for: pause)) != nil else { return }
            _ = try? await exchanges.run { try await self.putBack() }
            pause = min(pause * 2, .seconds(30))
        }
        owed = []
    }

    /// Drops what a desired state decides from what is still to be restored.
    func settleDebt(by desired: DesiredState) {
        owed.removeAll { action in desired.actions.contains { $0.channel == action.channel } }
        // The device is on only because it blinked: its light and sound follow the desired state for a device that was
        // off.
        owed = owed.map { action in desired.actionsIfOff.first { $0.channel == action.channel } ?? action }
    }

    private func owe(_ before: DeviceState) {
        isBlinkAnswered = false
        // Off comes first, or the restored light and sound would be seen and heard.
        owed = before.isOn ? [.light(before.light)] : [.power(false), .light(before.light), .sound(before.sound)]
        // Lets the next step of a fade be sent even if it asks for what was acknowledged before.
        forgetAcknowledged()
    }

    private func show(_ blink: Blink, from before: DeviceState, _ session: DeviceSession) async throws {
        if !before.isOn, let dimmest = blink.dimmest {
            // Silent, so that nobody hears it come on.
            for action: DeviceAction in [.sound(.none), .light(dimmest), .power(true)] {
                try await make(action, session)
            }
        }
        for _ in 0..<blink.count {
            for light in blink.lights where !isBlinkAnswered {
                try await make(.light(light), session)
                try await clock.sleep(for: blink.pace)
            }
        }
    }

    private func putBack() async throws -> DeliveryOutcome {
        var actions = owed
        let isLookDue = isBlinkAnswered || leftBlink != nil
        if isLookDue {
            let state = try await connection.withSession { try await self.report($0) }
            if let leftBlink, !leftBlink.isShown(by: state) {
                owed = []
                return .confirmed(state)
            }
            // A favourite that somebody plays stays one if nothing is written over it.
            actions.removeAll { $0.isFulfilled(by: state) }
        }
        let state = try await connection.withSession { [self, actions] session in
            for action in actions { try await make(action, session) }
            return try await settle(actions, session)
        }
        owed = []
        return actions.allSatisfy { $0.isFulfilled(by: state) } ? .confirmed(state) : .unconfirmed(state)
    }
}
