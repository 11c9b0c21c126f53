// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel

/// Decides how often to try a connection: all attempts and pauses share one budget.
struct ConnectMachine: Hashable, Sendable {
    /// What is to be done next.
    enum Effect: Hashable, Sendable {
        /// Try, for that long at most.
        case attempt(PeripheralAddress, within: Duration)
        case pause(Duration)
        case fails(GATTError)
    }

    /// How long all attempts together may take.
    static let budget = Duration.seconds(45)
    /// How long one may take: the kernel itself stops after 20 seconds, and discovery needs some too.
    static let attemptLimit = Duration.seconds(25)
    /// The pauses after failed attempts; the last one again after each further one.
    static let pauses: [Duration] = [.milliseconds(250), .seconds(1), .seconds(4)]
    /// With less than that left, another attempt is not worth it.
    static let shortestAttempt = Duration.seconds(1)

    private let peer: PeripheralAddress
    private let end: Duration
    private var failures = 0

    /// Begins at the boot time `now`.
    init(to peer: PeripheralAddress, at now: Duration, budget: Duration = budget) {
        self.peer = peer
        end = now + budget
    }

    /// The next attempt, or why there is none.
    mutating func next(at now: Duration) -> Effect {
        if let refusal = Self.refusal(of: peer) { return .fails(refusal) }
        return .attempt(peer, within: min(end - now, Self.attemptLimit))
    }

    /// An attempt failed.
    mutating func failed(_ error: GATTError, at now: Duration) -> Effect {
        let isTransient = [.connectionFailed, .disconnected, .timedOut].contains(error.code)
        let pause = Self.pauses[min(failures, Self.pauses.count - 1)]
        failures += 1
        guard isTransient else { return .fails(error) }
        guard end - now >= pause + Self.shortestAttempt else { return .fails(Self.exhaustion(peer, error)) }
        return .pause(pause)
    }

    private static func exhaustion(_ peer: PeripheralAddress, _ last: GATTError) -> GATTError {
        GATTError(
            .connectionFailed, "Lull cannot connect to \(peer.address): \(last.message)", advice: last.advice)
    }

    /// Why an address cannot be called; nil if it can.
    private static func refusal(of peer: PeripheralAddress) -> GATTError? {
        switch peer.lifetime {
        case .lasting: nil
        case .resolvable, .unresolvable:
            GATTError(
                .connectionFailed,
                "\(peer.address) is an address that its device changes every few minutes, so Lull cannot keep it.",
                advice: "A Rest has an address of its own that stays; see `lull scan` for it.")
        }
    }
}
