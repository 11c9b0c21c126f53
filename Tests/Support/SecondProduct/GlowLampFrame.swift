// SPDX-License-Identifier: Apache-2.0

/// A command of the lamp: a 16-bit operation, least significant byte first, then what it takes.
package struct GlowLampFrame: Hashable {
    /// What it asks for.
    package enum Operation: UInt16 {
        /// On or off.
        case power = 0x0110
        /// A colour and a brightness.
        case light = 0x0120
        /// A chime.
        case sound = 0x0230
        /// A volume.
        case volume = 0x0240
    }

    /// The reply to what was done.
    package static let done: UInt8 = 0x06
    /// The first byte of the reply to what was not.
    package static let refused: UInt8 = 0x15

    /// What it asks for.
    package let operation: Operation
    /// What the operation takes.
    package let arguments: [UInt8]

    /// Makes a frame.
    package init(_ operation: Operation, _ arguments: [UInt8]) {
        self.operation = operation
        self.arguments = arguments
    }

    /// Nil for anything that is no frame.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count > 2, let operation = Operation(rawValue: UInt16(bytes[0]) | UInt16(bytes[1]) << 8) else {
            return nil
        }
        self.init(operation, Array(bytes.dropFirst(2)))
    }

    /// As it is sent.
    package var bytes: [UInt8] {
        [UInt8(truncatingIfNeeded: operation.rawValue), UInt8(operation.rawValue >> 8)] + arguments
    }
}
