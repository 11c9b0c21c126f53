// SPDX-License-Identifier: Apache-2.0

public import GATT

/// What lists in PDUs are made of.
extension ATTPDU {
    /// A handle and the type of the attribute behind it.
    public struct Information: Hashable, Sendable {
        /// The attribute.
        public var handle: UInt16
        /// Its type.
        public var type: BluetoothUUID

        /// Makes an entry.
        public init(handle: UInt16, type: BluetoothUUID) {
            self.handle = handle
            self.type = type
        }
    }

    /// A handle and the value of the attribute behind it.
    public struct Attribute: Hashable, Sendable {
        /// The attribute.
        public var handle: UInt16
        /// Its value, as far as it fits.
        public var value: [UInt8]

        /// Makes an entry.
        public init(handle: UInt16, value: [UInt8]) {
            self.handle = handle
            self.value = value
        }
    }

    /// A group of attributes, such as a service.
    public struct Group: Hashable, Sendable {
        /// The attribute that declares the group.
        public var start: UInt16
        /// The last attribute of the group.
        public var end: UInt16
        /// The value of the declaration.
        public var value: [UInt8]

        /// Makes an entry.
        public init(start: UInt16, end: UInt16, value: [UInt8]) {
            self.start = start
            self.end = end
            self.value = value
        }
    }

    /// The handles of a group whose declaration has the value asked for.
    public struct HandleRange: Hashable, Sendable {
        /// The attribute that declares the group.
        public var start: UInt16
        /// The last attribute of the group.
        public var end: UInt16

        /// Makes an entry.
        public init(start: UInt16, end: UInt16) {
            self.start = start
            self.end = end
        }
    }

    /// A value that says how long it is.
    public struct VariableValue: Hashable, Sendable {
        /// The length of the whole value; only the last one of a list can be longer than what is here of it.
        public var length: UInt16
        /// The value, as far as it fits.
        public var value: [UInt8]

        /// Makes an entry.
        public init(length: UInt16, value: [UInt8]) {
            self.length = length
            self.value = value
        }
    }
}
