// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import SwiftParser
import Testing

@testable import DependencyExpansion

/// The rule by which accessors get their names.
@Suite struct AccessorNameTests {
    /// The names of the cookbook the macro was made from.
    @Test(
        arguments: [
            ("Requirement(ContentClient.self)", "contentClient"),
            ("Requirement(HatchAnalyticsClient.self, key: AnalyticsKey.amplitude)", "amplitudeAnalyticsClient"),
            (
                "Requirement((any DeviceSettingsViewControllerProvider).self)",
                "deviceSettingsViewControllerProvider"
            ),
            (#"Requirement(IoTActionSenderClient.self, accessorName: "iotActionSender")"#, "iotActionSender"),
            (
                #"Requirement(IoTDeviceConnectionStateClient.Factory.self, accessorName: "iotDeviceConnectionStateFactory")"#,
                "iotDeviceConnectionStateFactory"
            ),
            ("InputRequirement(HardwareProduct.self)", "hardwareProduct"),
            (#"InputRequirement(HA25ToolbarViewModel.self, accessorName: "toolbarViewModel")"#, "toolbarViewModel"),
        ])
    func name_isThatOfTheCookbook(element: String, name: String) throws {
        #expect(accessors(of: element) == [name])
    }

    @Test(
        arguments: [
            ("X", "x"), ("URLStore", "urlStore"), ("URL", "url"),
            ("HA25ToolbarViewModel", "ha25ToolbarViewModel"), ("H2O", "h2o"), ("H2o", "h2o"),
            ("X25519Key", "x25519Key"),
            ("IoTActionSenderClient", "iotActionSenderClient"), ("IoT", "iot"), ("IoThing", "ioThing"),
            ("WiFiClient", "wifiClient"), ("WiFi6Router", "wifi6Router"), ("WiFire", "wiFire"),
            ("BlueZTransport", "bluezTransport"), ("BlueZebra", "blueZebra"), ("iOSVersion", "iosVersion"),
            ("macOSVersion", "macosVersion"), ("HatchAnalyticsClient", "analyticsClient"), ("Hatch", "hatch"),
            ("Hatchery", "hatchery"), ("HatchURLStore", "urlStore"), ("HatchIoTClient", "iotClient"),
            ("Hatch2Client", "hatch2Client"), ("_Private", "_private"), ("URL_Store", "url_Store"),
            ("Client.Factory", "clientFactory"), ("Outer.Middle.Inner", "outerMiddleInner"), ("D.E", "dE"),
            ("Hatch.Client", "hatchClient"), ("Box<Int>", "boxInt"), ("Box<A.B>.C", "boxABC"),
            ("Pair<String, any Clock>", "pairStringClock"), ("(any NightClock)", "nightClock"),
            ("(any Clocks.NightClock)", "clocksNightClock"), ("((any P))", "p"), ("Straße", "straße"), ("Über", "über"),
            ("`Type`", "type"), ("Repeat", "`repeat`"), ("Init", "`init`"), ("Default", "`default`"),
            ("Protocol", "`protocol`"), ("Any", "any"),
        ])
    func name_isDerived_fromTheType(type: String, name: String) {
        #expect(accessors(of: "Requirement(\(type).self)") == [name])
    }

    @Test(
        arguments: [
            ("Key.radio", "radioNightClock"), ("radioKey", "radioKeyNightClock"), (".radio", "radioNightClock"),
            ("Outer.Key.radio", "radioNightClock"), ("Key.URL", "urlNightClock"),
            ("Key.`default`", "defaultNightClock"),
            ("Key.IoT", "iotNightClock"), (#""radio""#, "radioNightClock"), ("nil", "nightClock"),
        ])
    func name_beginsWithTheKey_whereThereIsOne(key: String, name: String) {
        #expect(accessors(of: "Requirement((any NightClock).self, key: \(key))") == [name])
    }

    @Test(arguments: ["", "2x", "a b", "a-b", "a.b", "`a`", "_", "$0", "a\n", "😀 a", "a b"])
    func name_isNoName_ifItIsNoIdentifier(text: String) {
        #expect(AccessorName(text) == nil)
    }

    @Test func generatedNames_areIdentifiersAndDistinct_forManyTypes() {
        var generator = SeededGenerator(seed: 20_261_121)
        var types: [String: String] = [:]
        for _ in 0..<1_000 {
            let words = TypeWords.random(with: &generator)
            let key = Bool.random(using: &generator) ? nil : TypeWords.key(with: &generator)
            guard let name = AccessorName(words: words, key: key) else {
                Issue.record("no name for \(words) with \(key ?? "no key")")
                continue
            }
            #expect(AccessorName(words: words, key: key) == name)
            #expect(name.text.wholeMatch(of: /_*[a-z][A-Za-z0-9_]*/) != nil, "\(words) gives \(name.text)")
            #expect(name.spelled.isValidSwiftIdentifier(for: .variableName), "\(words) gives \(name.spelled)")
            #expect(AccessorName(words: [name.text]) == name, "\(name.text) is not left as it is")
            if key == nil {
                // Letters and digits stay; only case and the prefix are lost, so other letters mean another name.
                let letters = words.joined().lowercased()
                #expect(letters.hasSuffix(name.text.lowercased()), "\(words) gives \(name.text)")
                #expect(["", "hatch"].contains(letters.dropLast(name.text.count)), "\(words) gives \(name.text)")
                let own = letters.hasPrefix("hatch") ? String(letters.dropFirst(5)) : letters
                let other = types.updateValue(own, forKey: name.text.lowercased()) ?? own
                #expect(other == own || other == "hatch\(own)" || own == "hatch\(other)")
            }
        }
        #expect(types.count > 300)
    }

    /// The names of the variables in an expansion, as they are written.
    private func accessors(of element: String) -> [String] {
        let label = element.hasPrefix("Input") ? "inputs: " : ""
        let expansion = Expansion(of: "@DependencyRequirements(\(label)[\(element)])\nstruct A {}")
        #expect(expansion.diagnostics == [])
        return expansion.text.matches(of: #/    var ([^:]+): /#).map { String($0.1) }
    }
}
