// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DBus

struct MatchRuleTests {
    @Test
    func rule_isWrittenInFull() {
        let rule = MatchRule(
            sender: "org.bluez", pathNamespace: .test, interface: "org.freedesktop.DBus.Properties",
            member: "PropertiesChanged", argument0: "org.bluez.Device1")
        #expect(
            rule.text == "type='signal',sender='org.bluez',path_namespace='/app/lull/test',"
                + "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',arg0='org.bluez.Device1'")
    }

    @Test
    func rule_escapesApostrophes() {
        #expect(MatchRule(argument0: #"a'b\'"#).text == #"type='signal',arg0='a'\''b\'\'''"#)
    }

    @Test(arguments: [
        MatchRule(sender: "a',b='c"), MatchRule(path: .root, pathNamespace: .root), MatchRule(interface: "a"),
        MatchRule(member: "a.b"), MatchRule(argument0: "a\0b"),
        MatchRule(argument0: String(repeating: "a", count: 1024)),
    ])
    func rule_isRefused_whenTheBusWouldRefuseIt(rule: MatchRule) {
        #expect(throws: BusError.self) { try rule.validate() }
    }
}
