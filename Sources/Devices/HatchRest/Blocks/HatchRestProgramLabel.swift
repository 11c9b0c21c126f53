// SPDX-License-Identifier: Apache-2.0

public import DeviceModules

/// The second notification of a program: a status byte and 16 bytes of name, ended by a zero when it is shorter.
public struct HatchRestProgramLabel: Hashable, Sendable {
    /// How many bytes it has.
    public static let length = 17

    /// Bit 1 is set when it is enabled, bit 2 in every slot that holds a program; 04 to 07 and 85 are seen.
    public var status: UInt8
    /// What its owner calls it.
    public var name: HatchRestName
    /// What stands behind the name: zeros, or what was there before.
    public var leftover: [UInt8]

    /// Reads a status and name; throws for any other length.
    public init(_ bytes: [UInt8]) throws(CodecError) {
        try bytes.expect(count: Self.length, "status and name of a program")
        status = bytes[0]
        name = HatchRestName(block: bytes[1...])
        leftover = Array(bytes[(1 + name.bytes.count)...])
    }

    /// The label that a device holds after a program was written to it.
    init(name: HatchRestName, isEnabled: Bool) {
        status = isEnabled ? 0x06 : 0x04
        self.name = name
        leftover = Array(repeating: 0, count: Self.length - 1 - name.bytes.count)
    }

    /// The 17 bytes.
    public var bytes: [UInt8] { [status] + name.bytes + leftover }

    /// Whether the program starts on its days.
    public var isEnabled: Bool { status & 0x02 != 0 }

    /// Whether there is nothing in it at all.
    var isEmpty: Bool { bytes.allSatisfy { $0 == 0 } }
}
