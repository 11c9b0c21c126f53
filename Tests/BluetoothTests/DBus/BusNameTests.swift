// SPDX-License-Identifier: Apache-2.0

import CDBus
import SeededRandom
import Testing

@testable import DBus

struct BusNameTests {
    @Test(arguments: ["/", "/a", "/org/bluez/hci0/dev_AA_BB", "/1/2"])
    func path_isTaken_whenItFollowsTheRules(text: String) {
        #expect(ObjectPath(text)?.text == text)
    }

    @Test(arguments: ["", "a", "//", "/a/", "/a//b", "/ä", "/a-b", "/a b", "/a\0", "/a.b", " /a"])
    func path_isRefused_whenItBreaksTheRules(text: String) {
        #expect(ObjectPath(text) == nil)
    }

    @Test(arguments: [
        ("/a/b", "/a", true), ("/a/b/c", "/a", true), ("/a", "/", true), ("/ab", "/a", false), ("/a", "/a", false),
        ("/", "/", false), ("/a", "/a/b", false),
    ])
    func path_isBelowAnother_byWholeElements(path: String, other: String, isBelow: Bool) throws {
        #expect(try #require(ObjectPath(path)).isBelow(try #require(ObjectPath(other))) == isBelow)
    }

    @Test(arguments: [
        "", "a", "a..b", ".a.b", "a.b.", "a.1b", "a-b.c", "a.b\0", String(repeating: "a.", count: 128) + "a",
    ])
    func interface_isRefused_whenItBreaksTheRules(text: String) {
        #expect(!BusName.isInterface(text))
    }

    @Test(arguments: ["", "a.b", "1a", "a-b", "a\0", String(repeating: "a", count: 256)])
    func member_isRefused_whenItBreaksTheRules(text: String) {
        #expect(!BusName.isMember(text))
    }

    @Test(arguments: ["", ":", "a", ":1", "a..b", "1.b", "a.b.", String(repeating: "a.", count: 128) + "a"])
    func busName_isRefused_whenItBreaksTheRules(text: String) {
        #expect(!BusName.isBusName(text))
    }

    @Test(arguments: [":1.42", "org.bluez", "app.lull-test.x"])
    func busName_isTaken_whenItFollowsTheRules(text: String) {
        #expect(BusName.isBusName(text))
    }

    @Test(arguments: [
        "", "s", "a{sv}", "a{s(ii)}", "(y(ay)v)", "aaay", "a{oa{sa{sv}}}", String(repeating: "a", count: 32) + "y",
    ])
    func signature_isTaken_whenItFollowsTheRules(text: String) {
        #expect(BusSignature.isValid(text))
    }

    @Test(arguments: [
        "a", "()", "(", "(s", "s)", "{sv}", "a{vs}", "a{s}", "a{sv", "a{svs}", "z", "r", "e", "s\0", "ä",
        String(repeating: "a", count: 33) + "y",
        String(repeating: "(", count: 33) + "y" + String(repeating: ")", count: 33),
        String(repeating: "s", count: 256),
    ])
    func signature_isRefused_whenItBreaksTheRules(text: String) {
        #expect(!BusSignature.isValid(text))
    }

    /// What we let through must never be something libdbus ends the process for.
    @Test
    func names_areJudgedAsByTheReferenceImplementation() {
        var generator = SeededGenerator(seed: 7)
        let characters = Array("aZ_09./:-'\u{E4} ")
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...7, using: &generator)
            let text = String((0..<count).map { _ in characters.randomElement(using: &generator) ?? "a" })
            #expect(BusName.isPath(text) == (dbus_validate_path(text, nil) != 0), "path \(text)")
            #expect(BusName.isInterface(text) == (dbus_validate_interface(text, nil) != 0), "interface \(text)")
            #expect(BusName.isInterface(text) == (dbus_validate_error_name(text, nil) != 0), "error \(text)")
            #expect(BusName.isMember(text) == (dbus_validate_member(text, nil) != 0), "member \(text)")
            // The reference is less strict about unique names.
            #expect(!BusName.isBusName(text) || dbus_validate_bus_name(text, nil) != 0, "name \(text)")
        }
    }

    @Test
    func signatures_areJudgedAsByTheReferenceImplementation() {
        var generator = SeededGenerator(seed: 8)
        let characters = Array("ysvaa({})hz")
        for _ in 0..<50_000 {
            let count = Int.random(in: 0...9, using: &generator)
            let text = String((0..<count).map { _ in characters.randomElement(using: &generator) ?? "y" })
            #expect(BusSignature.isValid(text) == (dbus_signature_validate(text, nil) != 0), "\(text)")
            #expect(BusSignature.isSingle(text) == (dbus_signature_validate_single(text, nil) != 0), "\(text)")
        }
    }

    @Test(arguments: ["", "\u{FFFE}", "\u{10FFFF}", "\u{1}\u{7F}", "e\u{301}"])
    func text_isTakenByTheReferenceImplementation_withoutTheCharacterZero(text: String) {
        #expect(BusName.isText(text))
        #expect(dbus_validate_utf8(text, nil) != 0)
    }
}
