// SPDX-License-Identifier: Apache-2.0

import SetupDocuments
import SleepModel
import StorageConformance
import Testing

/// Documents that are made to take long, to overflow or to reach a terminal; every one is refused at once.
@Suite(.timeLimit(.minutes(1))) struct SetupHostileTests {
    private static let mebibyte = 1 << 20

    private static func laughs(_ last: String) -> String {
        "version: &a0 [x, x]\n"
            + (1..<60).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined() + last
    }

    private static func repeated(_ text: String) -> String {
        String(repeating: text, count: mebibyte / text.utf8.count)
    }

    private static let nested =
        String(repeating: "{", count: 200) + "a: b" + String(repeating: "}: c", count: 199) + "}"

    static let documents: [String: String] = [
        "aliases of aliases": laughs(""),
        "aliases of aliases as a key": laughs("? *a59\n: x\n"),
        "aliases of aliases as a key in one line": laughs("*a59 : x\n"),
        "aliases in a merge": laughs("<<: *a59\n"),
        "open lists": repeated("["),
        "open mappings": repeated("{"),
        "closed lists": String(repeating: "[", count: 900) + String(repeating: "a,", count: 500_000)
            + String(repeating: "]", count: 900),
        "lists in lists": repeated("- "),
        "mappings in mappings": (0..<1000).map { String(repeating: " ", count: $0) + "a:\n" }.joined(),
        "keys in keys": repeated("? "),
        "a list as a key of a key": String(repeating: "? ", count: 900) + "[" + String(repeating: "a,", count: 100_000)
            + "]",
        "mappings as keys": "[" + (0..<1000).map { _ in nested + "," }.joined() + "]",
        "a key again and again": repeated("a:\n"),
        "a list again and again as a key": "{" + String(repeating: "[a]: b, ", count: 100_000) + "}",
        "many keys": (0..<80_000).map { "key\($0): \n" }.joined(),
        "many anchors": (0..<80_000).map { "- &a\($0) x\n" }.joined(),
        "many tags": repeated("- !!binary x\n"),
        "an open text": "version: \"" + String(repeating: "a\n", count: 500_000),
        "a long text": "version: \"" + String(repeating: "\\x41", count: 250_000) + "\"",
        "a block text": "version: |\n" + String(repeating: " a\n", count: 300_000),
        "many lines of one text": "version: a\n" + String(repeating: " b\n", count: 300_000),
        "only comments": repeated("#\n"),
        "a long comment": "version: 1 #" + String(repeating: "x", count: 1_000_000) + "\nx: 1",
        "directives": repeated("%YAML 1.1\n"),
        "documents": repeated("---\n"),
        "every private character": String(
            String.UnicodeScalarView((0xE000...0xF8FF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init))),
        "a control character at the end": String(repeating: "#\u{1F319}\n", count: 150_000) + "\u{1}",
        "an escaped surrogate": "version: \"\\uD800\"",
        "an escape sequence as a key": "\"\\x1B[2J\": 1",
        "a number as big as it gets": "version: 99999999999999999999999999",
    ]

    @Test(arguments: documents.keys.sorted())
    func document_isRefused_howeverItIsMade(_ name: String) throws {
        let text = try #require(Self.documents[name])
        let error = #expect(throws: SetupError.self) { try SetupSamples.read(text) }
        #expect(error?.code == .invalid)
        #expect((error?.message.utf8.count ?? 0) < 600)
        #expect(error?.message.unicodeScalars.contains { $0.properties.generalCategory == .control } == false)
    }

    @Test func document_isTooLarge_beyondAMebibyte() throws {
        let head = "version: 1\ndevices: []\n#"
        let fitting = head + String(repeating: "x", count: Self.mebibyte - head.utf8.count)
        #expect(try SetupSamples.read(fitting) == SetupDocument())
        let error = #expect(throws: SetupError.self) { try SetupSamples.read(fitting + "x") }
        #expect(error?.code == .tooLarge)
    }

    @Test func document_isTooLarge_withMoreSchedulesThanAnybodyHas() throws {
        let schedules = (1...2001).map { "  - name: s\($0)\n    kind: routine\n    steps: []\n" }
        let head = "version: 1\ndevices:\n- name: x\n  address: DC:06:41:DC:1A:B4\n  product: x\n  schedules:\n"
        #expect(try SetupSamples.read(head + schedules.dropLast().joined()).schedules.count == 2000)
        let error = #expect(throws: SetupError.self) { try SetupSamples.read(head + schedules.joined()) }
        #expect(error?.code == .tooManySchedules)
        #expect(error?.path == "devices[0].schedules[2000]")
    }

    @Test func document_isTooLarge_withMoreDevicesThanAnybodyHas() throws {
        let devices = (0...200).map { number in
            "- name: x\(number)\n  address: \(Samples.address(UInt8(number)))\n  product: x\n"
        }
        let head = "version: 1\ndevices:\n"
        #expect(try SetupSamples.read(head + devices.dropLast().joined()).devices.count == 200)
        let error = #expect(throws: SetupError.self) { try SetupSamples.read(head + devices.joined()) }
        #expect(error?.code == .tooLarge)
        #expect(error?.path == "devices[200]")
    }

    /// The characters with which YAML begins something else are text in quotation marks and within a word.
    @Test func texts_keepEveryCharacter_thatBeginsSomethingElseInYAML() throws {
        let name = "[]{}&*?!\u{FFFD}\u{E000}"
        let text =
            "version: 1\ndevices:\n- name: \"\(name)\"\n  address: DC:06:41:DC:1A:B4\n  product: x[y]{z}&*?!\u{FFFD}"
        let device = try #require(try SetupSamples.read(text).devices.first)
        #expect(device.name == name)
        #expect(device.product.rawValue == "x[y]{z}&*?!\u{FFFD}")
    }

    @Test(arguments: [
        "&a x", "*a", "!x y", "? x", "{a}", "[a, {b}]", "[a, *b]", "[a", "]", "[a, \"b]", "\u{FFFD}",
    ])
    func value_isRefused_whenItBeginsSomethingElseInYAML(_ value: String) throws {
        let text = "version: 1\ndevices:\n- name: \(value)\n  address: DC:06:41:DC:1A:B4\n  product: x"
        let error = #expect(throws: SetupError.self) { try SetupSamples.read(text) }
        #expect(error?.line == 3)
        #expect(error?.path == "devices[0].name")
    }
}
