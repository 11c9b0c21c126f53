// SPDX-License-Identifier: Apache-2.0

import Testing

/// Something that happens to Bluetooth in the machine: a script in `Guest/Scenarios`.
struct Scenario: Hashable, Sendable, CustomTestStringConvertible {
    let name: String

    var testDescription: String { name }

    /// The script of it; several scenarios may have the same one, over different transports.
    var script: String { "\(name.prefix { $0 != "@" }).sh" }

    /// Every scenario.
    static let all = control + transport

    /// What the programs do, in the order it runs in.
    static let control =
        [
            "adapters-are-powered",
            "bluetoothd-killed-comes-back",
            "controllers-removed-come-back",
            "adapter-switched-off-comes-on",
            "udev-rules-start-the-daemon",
            "programs-start",
        ].map(Scenario.init) + overEachTransport
        + [
            "monitor-finds-the-rest",
            "adapter-back-by-another-name-is-used",
            "bluetoothd-dies-in-a-search",
            "bluetoothd-dies-in-a-connect",
            "bluetoothd-dies-in-a-discovery",
            "bluetoothd-dies-in-a-subscription",
            "bluetoothd-dies-in-a-write",
            "daemon-stops-beside-a-hung-bluetoothd",
            "without-bluetooth-is-said",
            "l2cap-says-what-is-missing",
            "l2cap-works-without-bluetoothd",
        ].map(Scenario.init)

    /// What the transports themselves do, in the order it runs in.
    static let transport =
        ["transports-conform", "l2cap-conforms"].map(Scenario.init) + overEach(["twenty-reconnects"])

    /// The scenarios that run over bluetoothd and, under another name, over the kernel's sockets.
    private static let overEachTransport = overEach([
        "scan-finds-the-rest",
        "pair-and-control",
        "notifications-arrive",
        "identify-blinks-and-restores",
        "link-is-released",
        "alarm-rings",
        "second-client-searches",
        "routine-outlives-bluetoothd",
        "adapter-off-is-said-and-comes-on",
        "controllers-back-are-used",
    ])

    private static func overEach(_ names: [String]) -> [Scenario] {
        names.flatMap { [Scenario(name: $0), Scenario(name: "\($0)@l2cap")] }
    }

    /// Fails and leaves ruins behind; runs before the others, so that each of them proves that nothing is left of it.
    static let breaksEverything = Scenario(name: "breaks-everything")

    /// Fails until the controllers are replaced; runs after that, so that the others prove that nothing is left of it.
    static let wearsTheControllersOut = Scenario(name: "wears-the-controllers-out")
}
