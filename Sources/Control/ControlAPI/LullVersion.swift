// SPDX-License-Identifier: Apache-2.0

/// Which Lull this is.
public enum LullVersion {
    /// The version that `lull --version` and `lulld --version` print, the daemon logs at its start, and each reply of the API
    /// has in its header `Server`.
    public static let current = "0.1.0"
}
