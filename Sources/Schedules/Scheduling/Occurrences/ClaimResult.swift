// SPDX-License-Identifier: Apache-2.0

/// What became of a claim.
public enum ClaimResult: Hashable, Sendable {
    /// It is on disk, and the occurrence may run.
    case accepted
    /// The ledger had it already.
    case refused
    /// The store failed; the claim is tried again.
    case failed
}
