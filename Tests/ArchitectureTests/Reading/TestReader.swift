// SPDX-License-Identifier: Apache-2.0

/// Finds test functions and the suites that set a time limit.
struct TestReader {
    private struct Attribute {
        let name: String
        let setsTimeLimit: Bool
    }

    private struct Scope {
        let name: String
        let depth: Int
        let isTimeLimited: Bool
    }

    private(set) var functions: [TestFunction] = []
    private(set) var timeLimitedSuites: Set<String> = []
    private let tokens: [Token]
    private var attributes: [Attribute] = []
    private var scopes: [Scope] = []
    private var depth = 0
    private var position = 0

    init(_ tokens: [Token]) {
        self.tokens = tokens
        while position < tokens.count { step() }
    }

    private mutating func step() {
        switch tokens[position].text {
        case "@":
            readAttribute()
        case "struct", "class", "enum", "actor", "extension":
            readType()
        case "func":
            readFunction()
        case "{":
            depth += 1
            advanceForgettingAttributes()
        case "}":
            depth -= 1
            scopes.removeAll { $0.depth > depth }
            advanceForgettingAttributes()
        case "var", "let", "case", "init", "import":
            advanceForgettingAttributes()
        default:
            position += 1
        }
    }

    private mutating func advanceForgettingAttributes() {
        attributes = []
        position += 1
    }

    private mutating func readAttribute() {
        let name = tokens.text(at: position + 1)
        position += 2
        guard tokens.text(at: position) == "(" else {
            attributes.append(Attribute(name: name, setsTimeLimit: false))
            return
        }
        let end = tokens.indexAfterBrackets(at: position)
        attributes.append(
            Attribute(name: name, setsTimeLimit: tokens[position..<end].contains { $0.text == "timeLimit" }))
        position = end
    }

    private mutating func readType() {
        let name = tokens.text(at: position + 1)
        guard name.first?.isUppercase == true else {
            position += 1
            return
        }
        let isTimeLimited = attributes.contains { $0.name == "Suite" && $0.setsTimeLimit }
        if isTimeLimited { timeLimitedSuites.insert(name) }
        while position < tokens.count, tokens[position].text != "{" { position += 1 }
        depth += 1
        scopes.append(Scope(name: name, depth: depth, isTimeLimited: isTimeLimited))
        advanceForgettingAttributes()
    }

    private mutating func readFunction() {
        let test = attributes.first { $0.name == "Test" }
        let start = position
        attributes = []
        position += 1
        guard let test else { return }
        while position < tokens.count, tokens[position].text != "(" { position += 1 }
        position = tokens.indexAfterBrackets(at: position)
        let body = tokens[position...].firstIndex { $0.text == "{" } ?? tokens.endIndex
        functions.append(
            TestFunction(
                name: tokens.text(at: start + 1), suites: scopes.map(\.name),
                isAsynchronous: tokens[position..<body].contains { $0.text == "async" },
                isTimeLimited: test.setsTimeLimit || scopes.contains(where: \.isTimeLimited), line: tokens[start].line))
        position = body
    }
}
