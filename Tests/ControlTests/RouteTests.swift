// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Foundation
import SeededRandom
import SleepModel
import Testing

/// The text of routes.
struct RouteTests {
    private static let address = MacAddress(rawValue: "DC:06:41:DC:1A:B4") ?? { preconditionFailure("an address") }()

    @Test(arguments: [
        (Route.device(address), "lull://device/DC:06:41:DC:1A:B4"),
        (.schedule(.alarm, ScheduleID(rawValue: "k3x9")), "lull://alarm/k3x9"),
        (.schedule(.routine, ScheduleID(rawValue: "a/b c?")), "lull://routine/a%2Fb%20c%3F"),
        (.schedule(.bedtime, ScheduleID(rawValue: "öst 🌙")), "lull://bedtime/%C3%B6st%20%F0%9F%8C%99"),
    ])
    func route_isReadAsItIsWritten(route: Route, text: String) throws {
        #expect(route.description == text)
        #expect(Route(text) == route)
        let json = try JSONEncoder().encode([route])
        #expect(try JSONDecoder().decode([Route].self, from: json) == [route])
    }

    @Test(arguments: ["LULL://DEVICE/dc:06:41:dc:1a:b4", "lull://Device/DC:06:41:DC:1A:B4"])
    func route_isRead_inAnyCase(text: String) {
        #expect(Route(text) == .device(Self.address))
    }

    @Test(arguments: [
        "", "nursery", "lull:", "lull://", "lull://device", "lull://device/", "lull://device/nursery",
        "lull://device/DC:06:41:DC:1A:B4/", "lull://window/1", "lull://alarm/%", "lull://alarm/%ff",
        "http://alarm/1", " lull://alarm/1",
    ])
    func route_isNil_forAnyOtherText(text: String) {
        #expect(Route(text) == nil)
    }

    @Test
    func route_isRefused_whenItsJSONIsAnotherText() {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Route].self, from: Data(#"["up"]"#.utf8)) }
    }

    /// An id may be any text: a setup that somebody wrote by hand is imported with its own.
    @Test
    func route_holdsAnyID() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<1000 {
            let scalars = (0..<Int.random(in: 1...12, using: &generator)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0..<0x11_0000, using: &generator))
            }
            guard !scalars.isEmpty else { continue }
            let text = String(String.UnicodeScalarView(scalars))
            let route = Route.schedule(.alarm, ScheduleID(rawValue: text))
            #expect(Route(route.description) == route)
            #expect(route.description.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        }
    }

    @Test
    func subject_isTheScheduleBeforeTheDevice() {
        let id = ScheduleID(rawValue: "1")
        #expect(Route(schedule: id, of: .alarm, device: Self.address) == .schedule(.alarm, id))
        #expect(Route(schedule: id, of: nil, device: Self.address) == .device(Self.address))
        #expect(Route(schedule: nil, of: .alarm, device: nil) == nil)
    }
}
