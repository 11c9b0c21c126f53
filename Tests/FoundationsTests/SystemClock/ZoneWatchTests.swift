// SPDX-License-Identifier: Apache-2.0

import Clocks
import Testing
import Waiting

@testable import SystemClock

@Suite(.timeLimit(.minutes(1)))
struct ZoneWatchTests {
    private let folders: ZoneFolders
    private let watch: ZoneWatch

    init() throws {
        folders = try ZoneFolders()
        watch = try ZoneWatch(folders.places, pause: .milliseconds(200))
    }

    /// Waits until the watch tells of more than `edition`.
    private func edition(after edition: ZoneEdition) async throws -> ZoneEdition {
        let clock = HostClock(zones: watch)
        var since = clock.now()
        since.zones = edition
        _ = try await clock.sleep(until: WakeRequest(since: since))
        return watch.edition
    }

    /// Ways in which a host is moved to another zone.
    @Test(
        arguments: [
            { try $0.link("etc/localtime", to: $0.path("share/zoneinfo/America/New_York")) },
            {
                try $0.remove("etc/localtime")
                try $0.link("etc/localtime", to: $0.path("share/zoneinfo/America/New_York"))
            },
            { try $0.replace("etc/localtime", with: "a copy instead of a link") },
            { try $0.remove("etc/localtime") },
            { try $0.write("America/New_York", to: "etc/timezone") },
            { try $0.replace("etc/timezone", with: "America/New_York") },
        ] as [@Sendable (ZoneFolders) throws -> Void])
    func zone_isSeenToChange(change: @Sendable (ZoneFolders) throws -> Void) async throws {
        try change(folders)
        #expect(try await edition(after: ZoneEdition()) == ZoneEdition(zone: 1, data: 0))
    }

    /// Ways in which zone data is updated.
    @Test(
        arguments: [
            { try $0.write("2026b", to: "share/zoneinfo/+VERSION") },
            { try $0.replace("share/zoneinfo/Europe/Berlin", with: "second") },
            { try $0.write("second", to: "share/zoneinfo/Europe/Old/Zone") },
            { try $0.remove("share/zoneinfo/America") },
            {
                try $0.makeFolder("share/next/Europe")
                try $0.move("share/zoneinfo", to: "share/before")
                try $0.move("share/next", to: "share/zoneinfo")
            },
            { try $0.link("share/zoneinfo/Europe/Berlin", to: $0.path("share/zoneinfo/America/New_York")) },
        ] as [@Sendable (ZoneFolders) throws -> Void])
    func zoneData_isSeenToChange(change: @Sendable (ZoneFolders) throws -> Void) async throws {
        try change(folders)
        #expect(try await edition(after: ZoneEdition()) == ZoneEdition(zone: 0, data: 1))
    }

    @Test
    func otherFiles_areNobodysBusiness() async throws {
        try folders.write("else", to: "etc/passwd")
        try folders.makeFolder("share/doc")
        try folders.write("Europe/Berlin", to: "etc/timezone")
        #expect(try await edition(after: ZoneEdition()) == ZoneEdition(zone: 1, data: 0))
    }

    @Test
    func update_ofHundredsOfFiles_isReportedOnce() async throws {
        let watch = try ZoneWatch(folders.places, pause: .milliseconds(500))
        for number in 0..<300 { try folders.replace("share/zoneinfo/Europe/Zone\(number)", with: "new") }
        try folders.write("America/New_York", to: "etc/timezone")
        let clock = HostClock(zones: watch)
        var since = clock.now()
        since.zones = ZoneEdition()
        _ = try await clock.sleep(until: WakeRequest(since: since))
        #expect(watch.edition == ZoneEdition(zone: 1, data: 1))
    }

    @Test
    func folders_madeInTheMeantime_areWatchedToo() async throws {
        try folders.makeFolder("share/zoneinfo/Asia")
        let first = try await edition(after: ZoneEdition())
        try folders.write("new", to: "share/zoneinfo/Asia/Tokyo")
        #expect(first == ZoneEdition(zone: 0, data: 1))
        #expect(try await edition(after: first) == ZoneEdition(zone: 0, data: 2))
    }

    @Test
    func data_thatWasPutInPlace_isWatched_andWhatWasThereBeforeNotAnyMore() async throws {
        try folders.makeFolder("share/next/Europe")
        try folders.move("share/zoneinfo", to: "share/before")
        try folders.move("share/next", to: "share/zoneinfo")
        let first = try await edition(after: ZoneEdition())
        try folders.write("ignored", to: "share/before/Europe/Berlin")
        try folders.write("America/New_York", to: "etc/timezone")
        let second = try await edition(after: first)
        try folders.write("seen", to: "share/zoneinfo/Europe/Berlin")
        let third = try await edition(after: second)
        #expect([first, second, third].map(\.data) == [1, 1, 2])
        #expect([first, second, third].map(\.zone) == [0, 1, 1])
    }

    /// A host without zone data gets some later.
    @Test
    func data_isFound_whenItsWholePathAppears() async throws {
        let places = ZonePlaces(
            files: [folders.path("other/etc/localtime")], data: folders.path("other/share/zoneinfo"))
        let watch = try ZoneWatch(places, pause: .milliseconds(200))
        let clock = HostClock(zones: watch)
        let start = clock.now()
        try folders.makeFolder("other/share/zoneinfo/Europe")
        try folders.makeFolder("other/etc")
        _ = try await clock.sleep(until: WakeRequest(since: start))
        let found = clock.now()
        try folders.write("new", to: "other/share/zoneinfo/Europe/Berlin")
        _ = try await clock.sleep(until: WakeRequest(since: found))
        try folders.write("new", to: "other/etc/localtime")
        var last = clock.now()
        while last.zones.zone == found.zones.zone {
            _ = try await clock.sleep(until: WakeRequest(since: last))
            last = clock.now()
        }
        #expect(found.zones.data == 1 && found.zones.zone == 1)
        #expect(last.zones == ZoneEdition(zone: 2, data: 2))
    }

    @Test
    func watch_holdsOneDescriptor_howeverManyChangesItSees() async throws {
        var last = ZoneEdition()
        for _ in 0..<3 {
            try folders.write("new", to: "share/zoneinfo/+VERSION")
            last = try await edition(after: last)
        }
        // The one before it is closed a moment later.
        try await untilWatched(folders, by: 1)
    }

    @Test
    func watch_closesItsDescriptor_whenItIsDropped() async throws {
        let folders = try ZoneFolders()
        var watch: ZoneWatch? = try ZoneWatch(folders.places)
        #expect(try folders.watchingDescriptors() == 1)
        #expect(watch != nil)
        watch = nil
        try await untilWatched(folders, by: 0)
    }

    private func untilWatched(_ folders: ZoneFolders, by count: Int) async throws {
        try await eventually { try folders.watchingDescriptors() == count }
    }

    @Test
    func listener_isNotCalled_onceForgotten() async throws {
        let calls = Tally()
        let forgotten = watch.listen { calls.add() }
        watch.forget(forgotten)
        try folders.write("Europe/Berlin", to: "etc/timezone")
        _ = try await edition(after: ZoneEdition())
        #expect(calls.count == 0)
    }
}
