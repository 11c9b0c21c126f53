// SPDX-License-Identifier: Apache-2.0

/// What an entry of the ledger says of its occurrence, under the names of the file.
enum StoredEntry: String, Codable {
    /// It began.
    case claimed = "claimed"
    /// It ended, after it had begun.
    case ended = "ended"
    /// It ended without having begun.
    case passed = "passed"
    /// What was entered before is taken back.
    case void = "void"
}
