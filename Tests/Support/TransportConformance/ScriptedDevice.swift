// SPDX-License-Identifier: Apache-2.0

import GATT

/// A device that does what a case says, notifies each value written to it, and keeps what reached it in order.
actor ScriptedDevice: PeripheralDevice {
    enum Event: Hashable, Sendable {
        /// It was asked for what it advertises.
        case asked
        case connected
        case turnedAway
        case disconnected
        case wrote([UInt8])
        /// The transport spoke of a central that is not connected.
        case stranger
        /// The transport made a call while another one was under way.
        case overlap
    }

    static let constant = BluetoothUUID(0x5C21_0001, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    static let changing = BluetoothUUID(0x5C21_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    static let written = BluetoothUUID(0x5C21_0003, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    static let notified = BluetoothUUID(0x5C21_0004, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    static let company = PeripheralFixture.company

    /// A value as long as any connection carries it whole, told apart from others by `number`.
    static func value(_ number: UInt8) -> [UInt8] { Array(repeating: 0xA5, count: 19) + [number] }

    nonisolated let services = [
        ServiceDefinition(
            BluetoothUUID(0x5C21_0000, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232),
            characteristics: [
                CharacteristicDefinition(constant, .read, value: value(0)),
                CharacteristicDefinition(changing, .read),
                CharacteristicDefinition(written, [.write, .writeWithoutResponse]),
                CharacteristicDefinition(notified, .notify),
            ])
    ]

    /// The manufacturer data it advertises; nil for not advertising.
    private var advertised: [UInt8]? = [1, 2, 3]
    private var changingValue = value(1)
    private var turnsCentralsAway = false
    private var central: (any ConnectedCentral)?
    private var isBusy = false
    private var counts: [Event: Int] = [:]
    private var watchers: [AsyncStream<Void>.Continuation] = []
    /// What happened so far, but for questions about the advertisement.
    private(set) var events: [Event] = []

    // MARK: - What the case says

    func advertise(_ data: [UInt8]?) {
        advertised = data
    }

    func setChangingValue(_ value: [UInt8]) {
        changingValue = value
    }

    func setTurnsCentralsAway(_ turnsAway: Bool) {
        turnsCentralsAway = turnsAway
    }

    /// Ends the connection, and once more in case that matters.
    func disconnectCentral() {
        central?.disconnect()
        central?.disconnect()
    }

    // MARK: - What the case sees

    /// Suspends until something has happened that often.
    func wait(for event: Event, count: Int = 1) async {
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        watchers.append(change)
        change.yield()
        for await _ in changes where counts[event, default: 0] >= count { return }
    }

    /// Suspends until the transport must have taken notice of what is advertised now.
    func waitUntilAsked() async {
        // When the second question comes, the answer to the first has been dealt with.
        await wait(for: .asked, count: counts[.asked, default: 0] + 2)
    }

    // MARK: - The device

    func advertisingContent() async -> AdvertisingContent? {
        note(.asked)
        await begin()
        defer { isBusy = false }
        return advertised.map { AdvertisingContent(localName: "Scripted", manufacturerData: [Self.company: $0]) }
    }

    func connected(_ central: any ConnectedCentral) async -> Bool {
        await begin()
        defer { isBusy = false }
        guard !turnsCentralsAway else {
            note(.turnedAway)
            return false
        }
        self.central = central
        note(.connected)
        return true
    }

    func disconnected(_ central: any ConnectedCentral) async {
        await begin()
        defer { isBusy = false }
        note(central === self.central ? .disconnected : .stranger)
        self.central = nil
    }

    func value(of characteristic: BluetoothUUID) async -> [UInt8]? {
        await begin()
        defer { isBusy = false }
        return characteristic == Self.changing ? changingValue : nil
    }

    func write(_ value: [UInt8], to characteristic: BluetoothUUID, by central: any ConnectedCentral) async {
        await begin()
        defer { isBusy = false }
        note(central === self.central && characteristic == Self.written ? .wrote(value) : .stranger)
        central.notify(value, of: Self.notified)
    }

    /// Suspends, so that another call could come in between, which it must not.
    private func begin() async {
        if isBusy { note(.overlap) }
        isBusy = true
        await Task.yield()
    }

    private func note(_ event: Event) {
        counts[event, default: 0] += 1
        if event != .asked { events.append(event) }
        for watcher in watchers { watcher.yield() }
    }
}
