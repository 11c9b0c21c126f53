// SPDX-License-Identifier: Apache-2.0

/// What JSON a type reads and writes.
indirect enum Shape: Hashable, Sendable {
    /// One of JSON's own types: `string`, `integer`, `number` or `boolean`.
    case scalar(String)
    /// A string of a known form.
    case format(String)
    /// A string that matches a pattern.
    case pattern(String)
    /// One of these words.
    case words([String])
    /// A list of values of one shape.
    case list(Shape)
    /// Any names with values of one shape.
    case map(Shape)
    /// An object that is described under a name.
    case named(String)
    /// A value that may be null.
    case optional(Shape)

    /// The schema of JSON Schema 2020-12.
    var schema: JSONValue {
        switch self {
        case .scalar(let type): ["type": .text(type)]
        case .format(let format): ["type": "string", "format": .text(format)]
        case .pattern(let pattern): ["type": "string", "pattern": .text(pattern)]
        case .words(let words): ["type": "string", "enum": .list(words.map(JSONValue.text))]
        case .list(let shape): ["type": "array", "items": shape.schema]
        case .map(let shape): ["type": "object", "additionalProperties": shape.schema]
        case .named(let name): ["$ref": .text("#/components/schemas/\(name)")]
        case .optional(.scalar(let type)): ["type": [.text(type), "null"]]
        case .optional(let shape): ["anyOf": [shape.schema, ["type": "null"]]]
        }
    }
}

/// What a key of an object holds.
struct ShapeProperty: Hashable, Sendable {
    /// What its value is.
    var shape: Shape
    /// Whether the key is always there.
    var isRequired: Bool
}
