// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import SystemClock

@Suite
struct ZoneWatchTableTests {
    private static let table: ZoneWatchTable = {
        var table = ZoneWatchTable()
        table.add("localtime", in: 1, meaning: .zone)
        table.add("timezone", in: 1, meaning: .zone)
        table.add("zoneinfo", in: 2, meaning: .data)
        table.add(everythingIn: 3, meaning: .data)
        // One directory may hold both.
        table.add("localtime", in: 4, meaning: .zone)
        table.add("localtime", in: 4, meaning: .data)
        table.add(everythingIn: 4, meaning: .data)
        return table
    }()

    private static let cases: [(FileEvent, ZoneWatchTable.Kinds)] = [
        (FileEvent(watch: 1, mask: 0x80, name: "localtime"), [.zone]),
        (FileEvent(watch: 1, mask: 0x80, name: "timezone"), [.zone]),
        (FileEvent(watch: 1, mask: 0x80, name: "passwd"), []),
        (FileEvent(watch: 1, mask: 0x80, name: ""), []),
        (FileEvent(watch: 2, mask: 0x4000_0040, name: "zoneinfo"), [.data]),
        (FileEvent(watch: 2, mask: 0x100, name: "doc"), []),
        (FileEvent(watch: 3, mask: 0x8, name: "anything"), [.data]),
        (FileEvent(watch: 4, mask: 0x8, name: "localtime"), [.zone, .data]),
        (FileEvent(watch: 4, mask: 0x8, name: "anything"), [.data]),
        (FileEvent(watch: 9, mask: 0x8, name: "localtime"), []),
        // A watched directory was removed, moved, unmounted; or the watch is gone.
        (FileEvent(watch: 1, mask: 0x400, name: ""), [.zone]),
        (FileEvent(watch: 2, mask: 0x800, name: ""), [.data]),
        (FileEvent(watch: 3, mask: 0x2000, name: ""), [.data]),
        (FileEvent(watch: 4, mask: 0x8000, name: ""), [.zone, .data]),
        (FileEvent(watch: 9, mask: 0x8000, name: ""), []),
        // Events were lost.
        (FileEvent(watch: -1, mask: 0x4000, name: ""), [.zone, .data]),
    ]

    @Test(arguments: cases)
    func changes_areWhatTheEventMayMean(event: FileEvent, expected: ZoneWatchTable.Kinds) {
        #expect(Self.table.changes(by: event) == expected)
    }
}
