// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Logging
import Scheduling
import SleepModel
import Storage
import StoreDoubles
import Testing

@testable import Household

/// What the desk makes of what the household's store tells it, also while the store fails.
@Suite(.timeLimit(.minutes(1)))
struct NoticeDeskTests {
    private static let noon = Instant(secondsSince1970: 1_800_014_400)

    private let clock = ManualClock(wall: noon)
    private let disk = StoreDouble()
    private let events: EventSource
    private let desk: NoticeDesk
    private let store: HouseholdStore
    private let nursery: PairedDevice

    init() throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let zones = ZoneBook(database: ZoneDatabase(directory: "/nonexistent"), host: .utc)
        events = EventSource(clock: clock, radioClock: clock)
        desk = NoticeDesk(events: events, zones: zones, logger: logger)
        store = HouseholdStore(
            disk, for: events, notices: desk, clock: clock, nightClock: clock, patience: .seconds(2), logger: logger)
        nursery = PairedDevice(
            address: try #require(MacAddress(rawValue: "DC:06:41:00:00:01")), name: "nursery", product: .hatchRest,
            pairedAt: Self.noon)
        events.learn(nursery)
        desk.open(with: [])
    }

    private var powerLoss: LogEntry {
        LogEntry(at: Self.noon, device: nursery.address, kind: .daemon, outcome: .restarted, actor: .daemon)
    }

    private func expectFailure(_ change: StoreChange) async {
        do {
            _ = try await store.commit([change])
            Issue.record("it was made")
        } catch {}
    }

    @Test func line_isANotice_forThoseWhoWatch_withTheNameOfItsDevice() async throws {
        let queue = try events.open(devices: nil)
        try await store.commit([.note([powerLoss])])
        #expect(desk.all.map(\.message) == ["nursery lost its power."])
        #expect(desk.nextToSend()?.deviceName == "nursery")
        _ = await queue.next()
        guard case .event(let event) = await queue.next(), case .noticed(let notice) = event.content else {
            Issue.record("no notice came")
            return
        }
        #expect((event.deviceName, notice.number) == ("nursery", 1))
    }

    @Test func line_isANotice_evenIfItCannotBeWritten() async {
        await disk.fail(true)
        await expectFailure(.note([powerLoss]))
        #expect(desk.all.map(\.kind) == [.storage, .powerLost])
    }

    @Test func storageThatFails_isOneNotice_whileItLasts() async {
        await disk.fail(true)
        for _ in 0..<3 { await expectFailure(.settings(NightSettings(), log: [])) }
        #expect(
            desk.all.map(\.message) == [
                "Nothing can be saved. The disk is full. Alarms still ring; a restart forgets what is done now."
            ])
        #expect(desk.all.map(\.grade) == [.warning])
    }

    /// A loss of power that the device and its clock tell of is one; a later one is counted.
    @Test func whatIsRepeated_isCounted_inItsSentence() {
        var (same, later) = (powerLoss, powerLoss)
        (same.at, later.at) = (Self.noon + .seconds(60), Self.noon + .seconds(600))
        desk.take([powerLoss])
        desk.take([same])
        #expect(desk.all.map(\.message) == ["nursery lost its power."])
        desk.take([later])
        #expect(
            desk.all.map(\.message) == [
                "nursery lost its power. This happened 2 times since Fri 2027-01-15 12:00."
            ])
    }

    /// Nobody knows its number before the stored ones are read.
    @Test func early_isAddedToTheStored_onceTheyAreRead() {
        let zones = ZoneBook(database: ZoneDatabase(directory: "/nonexistent"), host: .utc)
        let desk = NoticeDesk(
            events: events, zones: zones, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        desk.take([powerLoss])
        #expect(desk.all == [])
        let stored = Notice(
            number: 6, at: Self.noon - .seconds(9000), kind: .limit, grade: .information, message: "a", advice: "b")
        desk.open(with: [stored])
        #expect(desk.all.map(\.number) == [6, 7])
        #expect(desk.changes.notices.map(\.number) == [7])
    }
}
