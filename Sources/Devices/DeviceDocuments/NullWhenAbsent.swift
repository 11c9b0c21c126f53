// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// A value of a document whose key is always written: with null when there is no value.
///
/// What a value has to be stands at the conformances: a requirement of the type itself is looked up when a program first
/// uses it, among all conformances of the program.
@propertyWrapper
public struct NullWhenAbsent<Value> {
    /// The value, if there is one.
    public var wrappedValue: Value?

    /// Wraps a value.
    public init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }
}

extension NullWhenAbsent: Equatable where Value: Equatable {}
extension NullWhenAbsent: Hashable where Value: Hashable {}
extension NullWhenAbsent: Sendable where Value: Sendable {}

extension NullWhenAbsent: Decodable where Value: Decodable {
    /// Reads a value or null.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try Value?(from: decoder)
    }
}

extension NullWhenAbsent: Encodable where Value: Encodable {
    /// Writes the value, or null.
    public func encode(to encoder: any Encoder) throws {
        try wrappedValue.encode(to: encoder)
    }
}

/// The local time of a device's clock in a document: always with its seconds, and null when there is none.
@propertyWrapper
public struct ClockText: Hashable, Codable, Sendable {
    /// The time, if there is one.
    public var wrappedValue: CivilDateTime?

    /// Wraps a time.
    public init(wrappedValue: CivilDateTime?) {
        self.wrappedValue = wrappedValue
    }

    /// Reads a time or null.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try CivilDateTime?(from: decoder)
    }

    /// Writes the time, or null.
    public func encode(to encoder: any Encoder) throws {
        try wrappedValue.map(DeviceStateDocument.text).encode(to: encoder)
    }
}

extension KeyedDecodingContainer {
    /// Reads a value whose key may also be left out.
    public func decode<Value: Decodable>(
        _ type: NullWhenAbsent<Value>.Type, forKey key: Key
    ) throws -> NullWhenAbsent<Value> {
        NullWhenAbsent(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }

    /// Reads the time of a device's clock whose key may also be left out.
    public func decode(_ type: ClockText.Type, forKey key: Key) throws -> ClockText {
        ClockText(wrappedValue: try decodeIfPresent(CivilDateTime.self, forKey: key))
    }
}
