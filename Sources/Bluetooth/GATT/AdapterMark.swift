// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What the owner of a host says of an adapter by the property `LULL_ADAPTER` of udev.
public enum AdapterMark: String, Hashable, Sendable {
    /// The one to use while it is there.
    case preferred
    /// Never to be used, unless it is named.
    case ignored

    /// Reads what udev has stored of an adapter; nil if that has no mark, or one that nobody knows.
    public init?(udevData text: String) {
        let marks = text.split(separator: "\n").compactMap { line in
            line.hasPrefix(Self.property) ? AdapterMark(rawValue: String(line.dropFirst(Self.property.count))) : nil
        }
        guard let mark = marks.last else { return nil }
        self = mark
    }

    /// Where udev stores what it knows of devices.
    public static let directory = "/run/udev/data"

    /// Asks udev about the adapter with a name such as `hci0`; nil if there is no such adapter or mark.
    public init?(ofAdapter name: String, in directory: String = directory) {
        guard name.hasPrefix("hci"), !name.dropFirst(3).isEmpty, name.dropFirst(3).allSatisfy(\.isWholeNumber),
            let file = fopen("\(directory)/+bluetooth:\(name)", "re")
        else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: Self.limit)
        let count = fread(&bytes, 1, bytes.count, file)
        self.init(udevData: String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    private static let property = "E:LULL_ADAPTER="
    /// More than udev stores of an adapter, in bytes.
    private static let limit = 65_536
}
