// SPDX-License-Identifier: Apache-2.0

/// Decides what to ask of the kernel so that an adapter is switched off and, when somebody says so, on again.
///
/// The kernel answers `busy` to a command about power while another one is under way, and then forgets it. So the second
/// command waits for the answer to the first, and is repeated after `busy` as soon as the adapter has changed.
struct PowerCycleMachine: Hashable, Sendable {
    /// What is to be done.
    enum Effect: Hashable, Sendable {
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

    /// Switches the adapter off.
    mutating func begin() -> [Effect] {
        guard phase == .idle else { return [] }
        phase = .switchingOff(isToBeOn: false)
        return [.switchPower(false)]
    }

    /// Switches it on, as soon as the kernel takes that.
    mutating func switchOn() -> [Effect] {
        switch phase {
        case .switchingOff:
            phase = .switchingOff(isToBeOn: true)
            return []
        case .off: return askForPower()
        case .idle, .switchingOn, .waitingForChange, .over: return []
        }
    }

    /// Takes the answer to the last command.
    mutating func answered(_ status: ManagementStatus) -> [Effect] {
        switch phase {
        case .switchingOff(isToBeOn: false):
            phase = .off
            return []
        // Whatever became of it, the adapter is to be on in the end.
        case .switchingOff(isToBeOn: true): return askForPower()
        case .switchingOn where status == .busy:
            phase = .waitingForChange
            return []
        case .switchingOn: return end()
        case .idle, .off, .waitingForChange, .over: return []
        }
    }

    /// Notes that the adapter was switched, by whomever.
    mutating func changed() -> [Effect] {
        phase == .waitingForChange ? askForPower() : []
    }

    /// Notes that the adapter went away.
    mutating func removed() -> [Effect] {
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
