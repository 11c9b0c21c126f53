// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI

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
    /// A whole number from one on, up to another if there is one.
    case integer(from: Int, through: Int?)
    /// A string with so many characters.
    case characters(ClosedRange<Int>)
    /// A string of a form that only words describe.
    case described(String)
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
        case .integer(let lowest, let highest):
            .object(
                ["type": "integer", "minimum": .number(lowest)].merging(highest.map { ["maximum": .number($0)] } ?? [:])
                {
                    first, _ in first
                })
        case .characters(let range):
            ["type": "string", "minLength": .number(range.lowerBound), "maxLength": .number(range.upperBound)]
        case .described(let words): ["type": "string", "description": .text(words)]
        case .list(let shape): ["type": "array", "items": shape.schema]
        case .map(let shape): ["type": "object", "additionalProperties": shape.schema]
        case .named(let name): ["$ref": .text("#/components/schemas/\(name)")]
        case .optional(.scalar(let type)): ["type": [.text(type), "null"]]
        case .optional(let shape): ["anyOf": [shape.schema, ["type": "null"]]]
        }
    }

    /// The same shape, of a field that has a rule.
    func ruled(by rule: FieldRule) -> Shape {
        if case .optional(let shape) = self { return .optional(shape.ruled(by: rule)) }
        return switch rule {
        case .number(let range): .integer(from: range.lowerBound, through: range.upperBound)
        case .atLeast(let lowest): .integer(from: lowest, through: nil)
        case .words(let words): .words(words)
        case .characters(let range): .characters(range)
        case .pattern(let pattern): .pattern(pattern)
        case .meaning(let words): .described(words)
        case .length(let range, let other):
            .described(
                "A length of time, from `\(DurationText.format(range.lowerBound))` to "
                    + "`\(DurationText.format(range.upperBound))`\(other.map { "; or `\($0)`" } ?? "").")
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
