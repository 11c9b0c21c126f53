// SPDX-License-Identifier: Apache-2.0

import CDBus

/// Checks values and writes them into a message.
enum BusWriter {
    /// Throws `invalidMessage` for invalid arguments, and writes nothing then.
    static func append(_ arguments: [BusValue], to message: borrowing BusMessage) throws(BusError) {
        var check = BusCheck()
        try check.arguments(arguments)
        var position = DBusMessageIter()
        dbus_message_iter_init_append(message.pointer, &position)
        guard append(arguments, at: &position) else { throw .outOfMemory }
    }

    /// Whether there was memory enough.
    private static func append(_ values: [BusValue], at position: inout DBusMessageIter) -> Bool {
        values.allSatisfy { append($0, at: &position) }
    }

    private static func append(_ value: BusValue, at position: inout DBusMessageIter) -> Bool {
        switch value {
        case .byte(let value): basic(value, "y", at: &position)
        case .boolean(let value): basic(dbus_bool_t(value ? 1 : 0), "b", at: &position)
        case .int16(let value): basic(value, "n", at: &position)
        case .uint16(let value): basic(value, "q", at: &position)
        case .int32(let value): basic(value, "i", at: &position)
        case .uint32(let value): basic(value, "u", at: &position)
        case .int64(let value): basic(value, "x", at: &position)
        case .uint64(let value): basic(value, "t", at: &position)
        case .double(let value): basic(value, "d", at: &position)
        case .string(let value): value.withCString { basic($0, "s", at: &position) }
        case .objectPath(let value): value.text.withCString { basic($0, "o", at: &position) }
        case .signature(let value): value.withCString { basic($0, "g", at: &position) }
        case .bytes(let value): container("a", "y", at: &position) { append(value, at: &$0) }
        case .array(let values, let element): container("a", element, at: &position) { append(values, at: &$0) }
        case .dictionary(let entries, let key, let value):
            container("a", "{\(key)\(value)}", at: &position) { inner in
                // Always in the same order: bluetoothd numbers the attributes of a service as they come, and a central
                // that remembers the numbers would write to the wrong ones after a restart.
                entries.sorted { $0.key.text < $1.key.text }.allSatisfy { entry in
                    container("e", nil, at: &inner) { append([entry.key, entry.value], at: &$0) }
                }
            }
        case .structure(let fields): container("r", nil, at: &position) { append(fields, at: &$0) }
        case .variant(let value): container("v", value.signature, at: &position) { append(value, at: &$0) }
        case .unknown: false
        }
    }

    private static func append(_ bytes: [UInt8], at position: inout DBusMessageIter) -> Bool {
        guard !bytes.isEmpty else { return true }
        return bytes.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return dbus_message_iter_append_fixed_array(&position, code("y"), &start, Int32(clamping: buffer.count))
                != 0
        }
    }

    private static func basic<Value: BitwiseCopyable>(
        _ value: Value, _ type: Unicode.Scalar, at position: inout DBusMessageIter
    ) -> Bool {
        var value = value
        return dbus_message_iter_append_basic(&position, code(type), &value) != 0
    }

    private static func container(
        _ type: Unicode.Scalar, _ contents: String?, at position: inout DBusMessageIter,
        _ fill: (inout DBusMessageIter) -> Bool
    ) -> Bool {
        var inner = DBusMessageIter()
        guard dbus_message_iter_open_container(&position, code(type), contents, &inner) != 0 else { return false }
        guard fill(&inner) else {
            dbus_message_iter_abandon_container(&position, &inner)
            return false
        }
        return dbus_message_iter_close_container(&position, &inner) != 0
    }

    private static func code(_ type: Unicode.Scalar) -> Int32 { Int32(type.value) }
}
