// SPDX-License-Identifier: Apache-2.0

import GATT
import Testing

@testable import AttributeProtocol

@Suite
struct ATTIndicationTests {
    private static let changed = BluetoothUUID(0x2A05)
    private static let both = BluetoothUUID(0x2A1C)

    /// Handles: 1 service, 2-4 what indicates, 5-7 what does both.
    private static let services = [
        ServiceDefinition(
            BluetoothUUID(0x1801),
            characteristics: [
                CharacteristicDefinition(changed, .indicate), CharacteristicDefinition(both, [.indicate, .notify]),
            ])
    ]

    @Test
    func start_findsTheConfiguration_ofWhatIndicates() {
        let pair = ATTPair.discovered(services: Self.services)
        #expect(
            pair.client.discovered == [
                DiscoveredCharacteristic(
                    uuid: Self.changed, properties: .indicate, valueHandle: 3, configurationHandle: 4),
                DiscoveredCharacteristic(
                    uuid: Self.both, properties: [.indicate, .notify], valueHandle: 6, configurationHandle: 7),
            ])
    }

    @Test
    func subscribe_asksForIndications_onlyWhereThereAreNoNotifications() {
        var pair = ATTPair.discovered(services: Self.services)
        #expect(pair.client.subscribe(Self.changed, 1) == [.send([0x12, 4, 0, 2, 0])])
        _ = pair.client.receive([0x13])
        #expect(pair.client.subscribe(Self.both, 2) == [.send([0x12, 7, 0, 1, 0])])
    }

    @Test
    func indication_isDeliveredAndConfirmedOnce() {
        var pair = ATTPair.discovered(services: Self.services)
        _ = pair.run(pair.client.subscribe(Self.changed, 1))
        let indication = pair.server.indicate(Self.changed, value: [1, 2])
        #expect(indication == [0x1D, 3, 0, 1, 2])
        #expect(
            pair.client.receive(indication ?? []) == [
                .notification(characteristic: Self.changed, value: [1, 2]), .send([0x1E]),
            ])
    }

    @Test
    func indication_isConfirmed_evenOfAnUnknownAttribute_andInTheMiddleOfARequest() {
        var pair = ATTPair.discovered(services: Self.services)
        _ = pair.client.subscribe(Self.changed, 1)
        #expect(pair.client.receive([0x1D, 99, 0, 1]) == [.send([0x1E])])
        #expect(pair.client.receive([0x13]) == [.completed(1, .success([]))])
    }

    @Test
    func indicate_waitsForTheConfirmation() {
        var pair = ATTPair.discovered(services: Self.services)
        _ = pair.run(pair.client.subscribe(Self.changed, 1))
        let first = pair.server.indicate(Self.changed, value: [1])
        let early = pair.server.indicate(Self.changed, value: [2])
        let wasAwaiting = pair.server.isAwaitingConfirmation
        #expect(pair.server.receive([0x1E]) == [])
        let second = pair.server.indicate(Self.changed, value: [3])
        #expect([first, early, second] == [[0x1D, 3, 0, 1], nil, [0x1D, 3, 0, 3]])
        #expect(wasAwaiting)
    }

    @Test
    func indicate_cutsTheValue_andGivesNothingToWhoDidNotAsk() {
        var server = ATTServer(services: Self.services)
        _ = server.receive(ATTPDU.writeRequest(handle: 7, value: [2, 0]).encoded)
        let other = server.indicate(Self.changed, value: [1])
        let notification = server.notify(Self.both, value: [1])
        let long = server.indicate(Self.both, value: Array(0..<30))
        #expect([other, notification, long] == [nil, nil, [0x1D, 6, 0] + Array(0..<20)])
    }

    @Test
    func configuration_keepsItsBits_andReportsOnlyWhetherThereAreAny() {
        var server = ATTServer(services: Self.services)
        let effects = [[2, 0], [3, 0], [0, 0]].flatMap {
            server.receive(ATTPDU.writeRequest(handle: 7, value: $0).encoded)
                + server.receive(ATTPDU.readRequest(handle: 7).encoded)
        }
        #expect(
            effects == [
                .send([0x13]), .subscribed(characteristic: Self.both, true), .send([0x0B, 2, 0]),
                .send([0x13]), .send([0x0B, 3, 0]),
                .send([0x13]), .subscribed(characteristic: Self.both, false), .send([0x0B, 0, 0]),
            ])
    }

    @Test
    func multipleNotification_deliversWhatIsKnown() {
        var pair = ATTPair.discovered(services: Self.services)
        let pdu = ATTPDU.multipleNotification([
            .init(handle: 6, value: [1]), .init(handle: 99, value: [2]), .init(handle: 3, value: [3]),
        ])
        #expect(
            pair.client.receive(pdu.encoded) == [
                .notification(characteristic: Self.both, value: [1]),
                .notification(characteristic: Self.changed, value: [3]),
            ])
    }
}
