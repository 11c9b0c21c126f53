// SPDX-License-Identifier: Apache-2.0

/// What a transport reports that listens now and then.
public enum ListeningEvent: Hashable, Sendable {
    /// Somebody advertises.
    case heard(Advertisement)
    /// It cannot listen, and waits until it can; the error says why.
    case waits(GATTError)
    /// It listens again.
    case listens
}
