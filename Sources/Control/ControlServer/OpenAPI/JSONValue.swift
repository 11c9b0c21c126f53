// SPDX-License-Identifier: Apache-2.0

/// A JSON document that is put together by hand.
enum JSONValue: Hashable, Sendable, Encodable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([JSONValue])
    case object([String: JSONValue])

    /// Writes the value alone.
    func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text): try text.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        case .flag(let flag): try flag.encode(to: encoder)
        case .list(let values): try values.encode(to: encoder)
        case .object(let values): try values.encode(to: encoder)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .text(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
