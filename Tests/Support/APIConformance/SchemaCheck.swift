// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Holds JSON against the schemas of an OpenAPI document, and refuses keys that they do not name.
public struct SchemaCheck {
    private let document: [String: Any]

    /// Reads a document.
    public init(_ text: String) throws {
        document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }

    /// What is at a path of keys.
    public func at(_ keys: String...) -> [String: Any]? {
        keys.reduce(document) { place, key in place?[key] as? [String: Any] }
    }

    /// What does not fit in a JSON text, each with its place; a schema that does not exist fits nothing.
    public func misfits(in data: Data, schema: [String: Any]?) throws -> [String] {
        guard let schema else { return ["there is no schema"] }
        return misfits(try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed), schema, at: "$")
    }

    private func misfits(_ value: Any, _ schema: [String: Any], at place: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            guard let named = at("components", "schemas", name) else { return ["\(place): no schema \(name)"] }
            return misfits(value, named, at: place)
        }
        if let choices = schema["anyOf"] as? [[String: Any]] {
            let each = choices.map { misfits(value, $0, at: place) }
            return each.contains([]) ? [] : each.first ?? []
        }
        let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
        guard types.contains(where: { Self.isType($0, value) }) else { return ["\(place): not \(types)"] }
        if let words = schema["enum"] as? [String], !words.contains(value as? String ?? "") {
            return ["\(place): “\(value)” is not one of \(words)"]
        }
        if let pattern = schema["pattern"] as? String, let text = value as? String,
            text.range(of: pattern, options: .regularExpression) == nil
        {
            return ["\(place): “\(text)” does not match \(pattern)"]
        }
        if let number = value as? Int {
            if let least = schema["minimum"] as? Int, number < least { return ["\(place): less than \(least)"] }
            if let most = schema["maximum"] as? Int, number > most { return ["\(place): more than \(most)"] }
        }
        if let text = value as? String {
            let count = text.unicodeScalars.count
            if let least = schema["minLength"] as? Int, count < least { return ["\(place): too short"] }
            if let most = schema["maxLength"] as? Int, count > most { return ["\(place): too long"] }
        }
        if let list = value as? [Any], let items = schema["items"] as? [String: Any] {
            return list.enumerated().flatMap { misfits($0.element, items, at: "\(place)[\($0.offset)]") }
        }
        guard let object = value as? [String: Any] else { return [] }
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }
        return missing.map { "\(place).\($0): missing" }
            + object.sorted { $0.key < $1.key }.flatMap { key, value in
                let known = properties[key] ?? schema["additionalProperties"] as? [String: Any]
                return known.map { misfits(value, $0, at: "\(place).\(key)") } ?? ["\(place).\(key): unknown"]
            }
    }

    private static func isType(_ type: String, _ value: Any) -> Bool {
        let number = value as? NSNumber
        let isFlag = number.map { String(cString: $0.objCType) == "c" } ?? false
        return switch type {
        case "null": value is NSNull
        case "string": value is String
        case "boolean": isFlag
        case "integer": !isFlag && number.map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
        case "number": !isFlag && number != nil
        case "array": value is [Any]
        case "object": value is [String: Any]
        default: false
        }
    }
}
