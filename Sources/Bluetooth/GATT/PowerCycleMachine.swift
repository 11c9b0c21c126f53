// SPDX-License-Identifier: Apache-2.0

/// Decides how an adapter is switched off and, when somebody says so, on again.
///
/// The kernel and bluetoothd answer that they are busy to a command about power while another one is under way, and
/// then forget it. So the second command waits for the answer to the first, and is repeated after such an answer as
/// soon as the adapter has changed.
public struct PowerCycleMachine: Hashable, Sendable {
    /// What is to be done.
    public enum Effect: Hashable, Sendable {
        /// Ask for power, or for none.
        case switchPower(Bool)
        /// The adapter is on, or nothing can switch it on; nothing follows.
        case end
    }

    private enum Phase: Hashable, Sendable {
        case idle
        case switchingOff(isToBeOn: Bool)
        case off
        case switchingOn
        /// Another program switches the adapter.
        case waitingForChange
        case over
    }

    private var phase = Phase.idle

    /// Begins with nothing to be done.
    public init() {}

    /// Switches the adapter off.
    public mutating func begin() -> [Effect] {
        guard phase == .idle else { return [] }
        phase = .switchingOff(isToBeOn: false)
        return [.switchPower(false)]
    }

    /// Switches it on, as soon as that is taken.
    public mutating func switchOn() -> [Effect] {
        switch phase {
        case .switchingOff:
            phase = .switchingOff(isToBeOn: true)
            return []
        case .off: return askForPower()
        case .idle, .switchingOn, .waitingForChange, .over: return []
        }
    }

    /// Takes the answer to the last command; `isBusy` when it was forgotten for another one under way.
    public mutating func answered(isBusy: Bool) -> [Effect] {
        switch phase {
        case .switchingOff(isToBeOn: false):
            phase = .off
            return []
        // Whatever became of it, the adapter is to be on in the end.
        case .switchingOff(isToBeOn: true): return askForPower()
        case .switchingOn where isBusy:
            phase = .waitingForChange
            return []
        case .switchingOn: return end()
        case .idle, .off, .waitingForChange, .over: return []
        }
    }

    /// Notes that the adapter was switched, by whomever.
    public mutating func changed() -> [Effect] {
        phase == .waitingForChange ? askForPower() : []
    }

    /// Notes that the adapter went away.
    public mutating func removed() -> [Effect] {
        phase == .over ? [] : end()
    }

    private mutating func askForPower() -> [Effect] {
        phase = .switchingOn
        return [.switchPower(true)]
    }

    private mutating func end() -> [Effect] {
        phase = .over
        return [.end]
    }
}
