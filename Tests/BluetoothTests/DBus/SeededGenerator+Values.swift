// SPDX-License-Identifier: Apache-2.0

import SeededRandom

@testable import DBus

extension SeededGenerator {
    /// Random arguments of a message.
    mutating func arguments() -> [BusValue] {
        (0..<Int.random(in: 0...4, using: &self)).map { _ in value(ofType: type(depth: 0), depth: 0) }
    }

    /// A random value that has every kind of value in it now and then.
    mutating func value(depth: Int) -> BusValue {
        value(ofType: type(depth: depth), depth: depth)
    }

    private mutating func basicType() -> String {
        ["y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g"].randomElement(using: &self) ?? "y"
    }

    private mutating func type(depth: Int) -> String {
        guard depth < 4, Bool.random(using: &self) else { return basicType() }
        switch Int.random(in: 0...3, using: &self) {
        case 0: return "v"
        case 1: return "a" + type(depth: depth + 1)
        case 2: return "a{" + basicType() + type(depth: depth + 2) + "}"
        default:
            let count = Int.random(in: 1...3, using: &self)
            return "(" + (0..<count).map { _ in type(depth: depth + 1) }.joined() + ")"
        }
    }

    private mutating func value(ofType type: String, depth: Int) -> BusValue {
        switch type.first {
        case "y": return .byte(.random(in: 0...255, using: &self))
        case "b": return .boolean(.random(using: &self))
        case "n": return .int16(.random(in: .min ... .max, using: &self))
        case "q": return .uint16(.random(in: .min ... .max, using: &self))
        case "i": return .int32(.random(in: .min ... .max, using: &self))
        case "u": return .uint32(.random(in: .min ... .max, using: &self))
        case "x": return .int64(.random(in: .min ... .max, using: &self))
        case "t": return .uint64(.random(in: .min ... .max, using: &self))
        case "d": return .double(.random(in: 1...2, using: &self))
        case "s":
            return .string(["", "Kinderzimmer", "\u{1F319} \u{FFFE}", "a'b\\c"].randomElement(using: &self) ?? "")
        case "o": return .objectPath([.root, .test, .bus].randomElement(using: &self) ?? .root)
        case "g": return .signature(["", "a{sv}", "(ii)ay"].randomElement(using: &self) ?? "")
        case "v": return .variant(value(depth: depth + 1))
        case "(":
            return .structure(Self.types(in: type.dropFirst().dropLast()).map { value(ofType: $0, depth: depth + 1) })
        default:
            return array(of: String(type.dropFirst()), depth: depth)
        }
    }

    private mutating func array(of element: String, depth: Int) -> BusValue {
        let count = Int.random(in: 0...3, using: &self)
        if element == "y" { return .bytes((0..<count).map { _ in .random(in: 0...255, using: &self) }) }
        guard element.first == "{" else {
            return .array((0..<count).map { _ in value(ofType: element, depth: depth + 1) }, of: element)
        }
        let key = String(element.dropFirst().prefix(1))
        let contents = String(element.dropFirst(2).dropLast())
        var entries: [BusValue: BusValue] = [:]
        for _ in 0..<count {
            entries[value(ofType: key, depth: depth + 1)] = value(ofType: contents, depth: depth + 2)
        }
        return .dictionary(entries, key: key, value: contents)
    }

    /// The complete types a signature consists of.
    private static func types(in signature: Substring) -> [String] {
        var types: [String] = []
        var type = ""
        var depth = 0
        for code in signature {
            type.append(code)
            if "({".contains(code) { depth += 1 }
            if ")}".contains(code) { depth -= 1 }
            if depth == 0, code != "a" {
                types.append(type)
                type = ""
            }
        }
        return types
    }
}
