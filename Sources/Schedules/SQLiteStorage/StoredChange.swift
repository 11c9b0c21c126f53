// SPDX-License-Identifier: Apache-2.0

/// The kinds of override under the names they have in the file.
enum StoredChange: String, Codable {
    case skip = "skip"
    case time = "time"
}
