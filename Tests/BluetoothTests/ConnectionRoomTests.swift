// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel
import Testing

/// What is done about an adapter without room for another link.
struct ConnectionRoomTests {
    private static func room(_ uses: [Duration?]) throws -> ConnectionRoom {
        ConnectionRoom(
            of: "hci0",
            links: try uses.enumerated().map { number, lastUse in
                ConnectionRoom.Link(
                    to: try #require(MacAddress(bytes: [0xD1, 0x6E, 0, 0, 0, UInt8(number)])), lastUse: lastUse)
            })
    }

    @Test(
        arguments: [
            ([], nil), ([nil, nil], nil), ([.seconds(91)], nil), ([.seconds(90)], 0),
            ([nil, .seconds(80), .seconds(70), .seconds(99)], 2),
        ] as [([Duration?], Int?)])
    func idlest_isTheOneOfThisProcess_thatWasNotUsedForLongest(uses: [Duration?], expected: Int?) throws {
        let room = try Self.room(uses)
        #expect(room.idlest(at: .seconds(100)) == expected.map { room.links[$0].device })
    }

    @Test(arguments: [(0, false), (2, false), (3, true), (7, true)])
    func adapter_mayBeFull_fromThreeLinksOn(count: Int, isPossible: Bool) throws {
        #expect(try Self.room(Array(repeating: nil, count: count)).mayBeFull == isPossible)
    }

    @Test func description_namesTheHolders_eightAtMost() throws {
        #expect(try Self.room([]).description == "Bluetooth adapter hci0 has no room for another connection.")
        #expect(
            try Self.room([nil, .zero]).description
                == "Bluetooth adapter hci0 has no room for another connection; it is connected to D1:6E:00:00:00:00, "
                + "D1:6E:00:00:00:01.")
        #expect(try Self.room(Array(repeating: nil, count: 9)).description.hasSuffix("D1:6E:00:00:00:07."))
    }
}
