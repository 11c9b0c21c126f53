// SPDX-License-Identifier: Apache-2.0

import Testing

/// Something that happens to Bluetooth in the machine: a script in `Guest/Scenarios`.
struct Scenario: Hashable, Sendable, CustomTestStringConvertible {
    let name: String

    var testDescription: String { name }

    /// Every scenario, in the order they run in.
    static let all = [
        "adapters-are-powered",
        "bluetoothd-killed-comes-back",
        "controllers-removed-come-back",
        "adapter-switched-off-comes-on",
        "udev-rules-start-the-daemon",
        "programs-start",
        "scan-finds-the-rest",
        "pair-and-control",
        "notifications-arrive",
        "identify-blinks-and-restores",
        "link-is-released",
        "monitor-finds-the-rest",
        "twenty-reconnects",
        "routine-outlives-bluetoothd",
        "adapter-off-is-said-and-comes-on",
        "controllers-back-are-used",
        "daemon-stops-beside-a-hung-bluetoothd",
        "without-bluetooth-is-said",
        "l2cap-pairs-and-controls",
        "l2cap-alarm-rings",
        "l2cap-says-what-is-missing",
        "l2cap-works-without-bluetoothd",
        "transports-conform",
        "l2cap-conforms",
    ].map(Scenario.init)

    /// Fails and leaves ruins behind; runs before the others, so that each of them proves that nothing is left of it.
    static let breaksEverything = Scenario(name: "breaks-everything")
}
