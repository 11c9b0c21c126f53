// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Any JSON value; unlike a type of its own, it tells null from a key that is not there.
indirect enum FixtureValue: Codable, Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Int)
    case text(String)
    case list([FixtureValue])
    case object([String: FixtureValue])

    /// What `document` is written as.
    init(writing document: some Encodable) throws {
        self = try JSONDecoder().decode(FixtureValue.self, from: try JSONEncoder().encode(document))
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([FixtureValue].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: FixtureValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
