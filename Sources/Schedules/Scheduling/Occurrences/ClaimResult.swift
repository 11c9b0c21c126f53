// SPDX-License-Identifier: Apache-2.0

/// What became of a claim.
public enum ClaimResult: Hashable, Sendable {
    /// It is ours, and on disk.
    case accepted
    /// The ledger had it already.
    case refused
    /// The store failed; it is to be tried again.
    case failed
}
