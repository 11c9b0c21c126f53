// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import FoundationEssentials
import SleepModel

/// Finds out what JSON types read, by having them read: what a type asks its decoder for is its shape.
///
/// So a description cannot drift from the code. Texts with rules of their own need a sample that their types read.
final class ShapeRecorder {
    /// A type whose values are texts of a known form, with the sample that it reads.
    private struct Text {
        var shape: Shape
        var sample: String
    }

    private static let texts: [ObjectIdentifier: Text] = [
        ObjectIdentifier(Instant.self): Text(shape: .format("date-time"), sample: "\"2027-01-01T07:00:00Z\""),
        ObjectIdentifier(CivilDate.self): Text(shape: .format("date"), sample: "\"2027-01-01\""),
        ObjectIdentifier(CivilDateTime.self): Text(shape: .scalar("string"), sample: "\"2027-01-01T07:00\""),
        ObjectIdentifier(TimeOfDay.self): Text(shape: .scalar("string"), sample: "\"07:00\""),
        ObjectIdentifier(DailyHours.self): Text(shape: .scalar("string"), sample: "\"20:00-07:00\""),
        ObjectIdentifier(WeekdaySet.self): Text(
            shape: .list(.words(WeekdaySet.daily.shortNames)), sample: "[\"mon\"]"),
        ObjectIdentifier(MacAddress.self): Text(
            shape: .pattern("^[0-9A-F]{2}(:[0-9A-F]{2}){5}$"), sample: "\"DC:06:41:00:00:01\""),
        ObjectIdentifier(Route.self): Text(shape: .pattern("^lull://"), sample: "\"lull://alarm/a\""),
    ]

    /// What each named object holds, by its name.
    private(set) var objects: [String: [String: ShapeProperty]] = [:]

    /// The shape of a type; throws what the type throws when it cannot read what it is given.
    func shape(of type: any Decodable.Type) throws -> Shape {
        func record<Value: Decodable>(_ type: Value.Type) throws -> Shape { try read(type).shape }
        return try record(type)
    }

    /// A value that a type reads, and what it asked for.
    func read<Value: Decodable>(_ type: Value.Type) throws -> (value: Value, shape: Shape) {
        if let text = Self.texts[ObjectIdentifier(type)] {
            return (try JSONDecoder().decode(type, from: Data(text.sample.utf8)), text.shape)
        }
        if let (value, name) = Self.scalar(type) { return (value, .scalar(name)) }
        if let words = type as? any CaseIterable.Type, let (value, all) = Self.word(words), let value = value as? Value
        {
            return (value, .words(all))
        }
        let node = ShapeNode()
        let value = try Value(from: ShapeDecoder(node: node, recorder: self))
        return (value, name(node, of: type))
    }

    private func name(_ node: ShapeNode, of type: Any.Type) -> Shape {
        switch node.kind {
        case .nothing: return .named(keep([:], of: type))
        case .single(let shape), .list(let shape): return shape
        case .object where node.isMap:
            return .map(node.properties.values.first?.shape ?? .scalar("string"))
        case .object: return .named(keep(node.properties, of: type))
        }
    }

    private func keep(_ properties: [String: ShapeProperty], of type: Any.Type) -> String {
        let name = Self.name(of: type)
        var properties = properties
        for (key, rule) in FieldRules.of(type) {
            if let shape = properties[key]?.shape { properties[key]?.shape = shape.ruled(by: rule) }
        }
        objects[name] = properties
        return name
    }

    /// The name of a type without its modules, such as `GroupReply.AlarmDocument.Member`.
    static func name(of type: Any.Type) -> String {
        String(reflecting: type).split { "<>, ".contains($0) }.flatMap { path in
            // What follows a bracket belongs to the type before it, and names no module.
            path.hasPrefix(".") ? path.split(separator: ".") : Array(path.split(separator: ".").dropFirst())
        }
        .joined(separator: ".")
    }

    private static func scalar<Value>(_ type: Value.Type) -> (Value, String)? {
        let known: [(any Any.Type, Any, String)] = [
            (String.self, "a", "string"), (Bool.self, true, "boolean"), (Double.self, 1.0, "number"),
            (Int.self, 1, "integer"), (Int64.self, Int64(1), "integer"), (Int32.self, Int32(1), "integer"),
            (UInt8.self, UInt8(1), "integer"), (UInt16.self, UInt16(1), "integer"),
        ]
        return known.lazy.compactMap { known in (known.1 as? Value).map { ($0, known.2) } }.first
    }

    /// The first of all words of a type, and all of them; nil if its values are no words.
    private static func word<Value: CaseIterable>(_ type: Value.Type) -> (Any, [String])? {
        let all = type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
        guard let first = type.allCases.first, all.count == type.allCases.count else { return nil }
        return (first, all)
    }
}

/// What one value asked its decoder for.
final class ShapeNode {
    /// What kind of JSON it is.
    enum Kind {
        case nothing
        case single(Shape)
        case list(Shape)
        case object
    }

    var kind = Kind.nothing
    /// Whether it takes any keys.
    var isMap = false
    /// The keys that it asks for before it reads them.
    var probed: Set<String> = []
    var properties: [String: ShapeProperty] = [:]
}
