// SPDX-License-Identifier: Apache-2.0

import SleepModel

extension BluetoothUUID {
    /// Reads the canonical text of a 128-bit UUID in either case; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12], let bytes = try? Hexadecimal.bytes(parts.joined()) else {
            return nil
        }
        self.init(bytes: bytes)
    }
}
