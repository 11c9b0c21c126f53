// SPDX-License-Identifier: Apache-2.0

/// Gives a type something to read, and notes what it asks for.
struct ShapeDecoder: Decoder {
    let node: ShapeNode
    let recorder: ShapeRecorder
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        node.kind = .object
        return KeyedDecodingContainer(Keys(node: node, recorder: recorder))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { Elements(node: node, recorder: recorder) }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(node: node, recorder: recorder) }

    /// Types of the API nest no containers of their own.
    private static func unknown(_ path: [any CodingKey]) -> DecodingError {
        DecodingError.dataCorrupted(
            DecodingError.Context(codingPath: path, debugDescription: "a nested container has no shape"))
    }

    /// An object: every key is there.
    private struct Keys<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let node: ShapeNode
        let recorder: ShapeRecorder
        let codingPath: [any CodingKey] = []

        var allKeys: [Key] {
            node.isMap = true
            return [Key(stringValue: "a")].compactMap(\.self)
        }

        func contains(_ key: Key) -> Bool {
            node.probed.insert(key.stringValue)
            return true
        }

        func decodeNil(forKey key: Key) -> Bool { false }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            let (value, shape) = try recorder.read(type)
            // A type looks whether a key is there only if it need not be.
            let isRequired = node.probed.remove(key.stringValue) == nil
            node.properties[key.stringValue] = ShapeProperty(
                shape: isRequired ? shape : .optional(shape), isRequired: isRequired)
            return value
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { throw ShapeDecoder.unknown([key]) }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            throw ShapeDecoder.unknown([key])
        }

        func superDecoder() throws -> any Decoder { throw ShapeDecoder.unknown([]) }

        func superDecoder(forKey key: Key) throws -> any Decoder { throw ShapeDecoder.unknown([key]) }
    }

    /// A list of one element.
    private struct Elements: UnkeyedDecodingContainer {
        let node: ShapeNode
        let recorder: ShapeRecorder
        let codingPath: [any CodingKey] = []
        let count: Int? = 1
        var currentIndex = 0

        var isAtEnd: Bool { currentIndex > 0 }

        mutating func decodeNil() -> Bool { false }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let (value, shape) = try recorder.read(type)
            node.kind = .list(.list(shape))
            currentIndex += 1
            return value
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> { throw ShapeDecoder.unknown([]) }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw ShapeDecoder.unknown([]) }

        mutating func superDecoder() throws -> any Decoder { throw ShapeDecoder.unknown([]) }
    }

    /// A value that stands alone.
    private struct Single: SingleValueDecodingContainer {
        let node: ShapeNode
        let recorder: ShapeRecorder
        let codingPath: [any CodingKey] = []

        func decodeNil() -> Bool { false }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let (value, shape) = try recorder.read(type)
            node.kind = .single(shape)
            return value
        }
    }
}
