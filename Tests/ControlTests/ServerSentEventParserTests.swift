// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import ControlClient

@Suite("Server-sent events, taken apart")
struct ServerSentEventParserTests {
    typealias Item = ServerSentEventParser.Item

    static let streams: [(String, [Item])] = [
        ("", []),
        ("data: a\n\n", [.data(Array("a".utf8))]),
        ("data: a\r\n\r\n", [.data(Array("a".utf8))]),
        ("data: a\r\r", [.data(Array("a".utf8))]),
        ("data:a\n\n", [.data(Array("a".utf8))]),
        ("data:  a\n\n", [.data(Array(" a".utf8))]),
        ("data: a\ndata: b\n\n", [.data(Array("a\nb".utf8))]),
        ("data\n\n", [.data([])]),
        ("data: a:b\n\n", [.data(Array("a:b".utf8))]),
        (": still here\n\n:\n\n", [.comment, .comment]),
        ("event: x\nid: 7\nretry: 5\ndata: a\nunknown\ndatas: z\n\n", [.data(Array("a".utf8))]),
        ("event: x\n\n\n\n", []),
        ("\u{FEFF}data: a\n\n", [.data(Array("a".utf8))]),
        ("data: a\n", []),
        ("data: 🌙\n:\n\ndata: b\n\n", [.comment, .data(Array("🌙".utf8)), .data(Array("b".utf8))]),
    ]

    @Test("Every form of a stream, in one piece", arguments: streams)
    func take_findsTheEvents_inOnePiece(_ text: String, _ expected: [Item]) throws {
        var parser = ServerSentEventParser()
        #expect(try parser.take(text.utf8) == expected)
    }

    @Test("Every form of a stream, byte by byte", arguments: streams)
    func take_findsTheEvents_byteByByte(_ text: String, _ expected: [Item]) throws {
        var parser = ServerSentEventParser()
        var items: [Item] = []
        for byte in text.utf8 { items += try parser.take([byte]) }
        #expect(items == expected)
    }

    @Test(
        "What never ends is given up",
        arguments: ["data: " + String(repeating: "x", count: 100), String(repeating: "data: x\n", count: 100)])
    func take_throws_whenAnEventIsTooLong(_ text: String) {
        var parser = ServerSentEventParser(limit: 64)
        #expect(throws: ServerSentEventParser.TooLong.self) { try parser.take(text.utf8) }
    }

    @Test("Comments and unknown fields do not add up")
    func take_goesOn_afterMuchThatIsNoEvent() throws {
        var parser = ServerSentEventParser(limit: 64)
        _ = try parser.take(String(repeating: ": a comment\nunknown: field\n", count: 1000).utf8)
        #expect(try parser.take("\ndata: a\n\n".utf8) == [.data(Array("a".utf8))])
    }

    @Test("Random bytes do no harm")
    func take_survives_randomBytes() {
        var random = SeededGenerator(seed: 20_270_314)
        for _ in 0..<500 {
            var parser = ServerSentEventParser(limit: 64)
            let alphabet = Array("\r\n: dat\u{0}".utf8) + [0xEF, 0xBB, 0xBF, 0xFF]
            let bytes = (0..<200).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            for byte in bytes { _ = try? parser.take([byte]) }
        }
    }
}
