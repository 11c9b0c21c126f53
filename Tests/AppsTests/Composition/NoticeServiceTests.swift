// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Storage
import StoreDoubles
import Testing

@testable import Composition
@testable import Household

/// Notices, as people list and acknowledge them.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct NoticeServiceTests {
    private func missed(_ day: Int, reason: OccurrenceReason = .down, of house: House) -> LogEntry {
        let planned = House.noon + .seconds(86_400 * day)
        return LogEntry(
            at: planned, planned: planned, device: house.address, kind: .alarm,
            occurrence: OccurrenceKey(
                schedule: ScheduleID(rawValue: "a"), date: CivilDate(daysSince1970: 20_834 + day)),
            name: "up", outcome: .missed, reason: reason, actor: .schedule)
    }

    private func list(_ house: House, all: Bool = false) async throws -> [NoticeDocument] {
        try await house.control.perform(Endpoints.notices, NoticesQuery(all: all))
    }

    private func acknowledge(_ house: House, _ id: Int?) async throws -> [Int] {
        try await house.control.perform(Endpoints.acknowledgeNotices, NoticesSelection(id: id)).map(\.id)
    }

    @Test func notice_saysWhatHappened_andIsListedUntilItIsAcknowledged() async throws {
        let house = try await House()
        #expect(try await list(house) == [])
        await house.night.log.write(missed(0, of: house), missed(1, of: house))
        let notice = try #require(try await list(house).first)
        #expect(
            notice.message == "The alarm “up” of Sat 2027-01-16 12:00 did not ring on nursery: Lull was not running. "
                + "This happened 2 times since Fri 2027-01-15 12:00.")
        #expect((notice.id, notice.count, notice.device, notice.grade) == (1, 2, "nursery", .warning))
        #expect(notice.subject == .schedule(.alarm, ScheduleID(rawValue: "a")))
        #expect(notice.occurrence?.date == CivilDate(daysSince1970: 20_835))
        #expect(try await acknowledge(house, 1) == [1])
        #expect(try await list(house) == [])
        #expect(try await list(house, all: true).map(\.acknowledged) == [true])
        #expect(try await acknowledge(house, 1) == [])
    }

    @Test func restoredStore_isANoticeOnce() async throws {
        let store = InMemoryNightStore()
        let line = LogEntry(
            at: House.noon - .seconds(5), kind: .daemon, name: "the backup of yesterday", outcome: .stateRestored,
            actor: .daemon)
        try await store.commit(.note([line]))
        let house = try await House(store: store)
        #expect(
            try await list(house).map(\.message) == [
                "The state file was damaged, and Lull restored it as far as it could."
            ])
        #expect(try await acknowledge(house, nil) == [1])
        let later = try await house.restarted()
        #expect(try await list(later, all: true).map(\.acknowledged) == [true])
    }

    @Test func unknownNumber_isRefused_withWhatToDo() async throws {
        let house = try await House()
        do {
            _ = try await acknowledge(house, 4)
            Issue.record("it was acknowledged")
        } catch let error as ControlError {
            #expect(error.code == .unknownNotice)
            #expect(error.description == "There is no notice 4. See `lull notices --all`.")
        }
    }

    @Test func notices_outliveTheProcess_withWhatIsAcknowledged() async throws {
        let house = try await House()
        for day in 0..<3 { await house.night.log.write(missed(day, of: house)) }
        #expect(try await acknowledge(house, 2) == [2])
        let next = try await house.restarted()
        #expect(try await list(next).map(\.id) == [1, 3])
        #expect(try await list(next, all: true) == list(house, all: true))
        await next.night.log.write(missed(9, of: next))
        #expect(try await list(next).map(\.id) == [1, 3, 4])
    }

    /// The household writes them by itself, and tries again when the store works again.
    @Test func notices_areWrittenLater_whenTheStoreFails() async throws {
        let store = StoreDouble()
        let house = try await House(store: store)
        try await house.run { () async throws -> Void in
            await store.fail(true)
            await house.night.log.write(missed(0, of: house))
            #expect(try await list(house).map(\.kind) == [.storage, .missed])
            #expect(try await acknowledge(house, 1) == [1])
            #expect(try await store.notices() == [])
            await store.fail(false)
            try await house.passTime(inStepsOf: .seconds(60)) {
                try await house.until { try await store.notices().count == 2 }
            }
            #expect(try await store.notices().map(\.isAcknowledged) == [true, false])
        }
    }

    @Test func acknowledging_fails_withoutADaemon_whenItCannotBeSaved() async throws {
        let store = StoreDouble()
        let before = try await House(store: store)
        await before.night.log.write(missed(0, of: before))
        await before.night.notices.save()
        let house = try await House(isPaired: false, isDirect: true, store: store, after: before)
        await store.fail(true)
        await #expect(throws: ControlError.self) { _ = try await acknowledge(house, 1) }
        await store.fail(false)
        #expect(try await acknowledge(house, nil) == [2])
    }

    @Test func event_saysIt_toThoseWhoWatch() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            let events = try await house.control.events(DeviceChoice(device: "nursery"))
            await house.night.log.write(missed(0, of: house))
            for try await case .event(let event) in events where event.event == .notice {
                #expect(event.notice == (try await list(house).first))
                #expect((event.device, event.schedule) == ("nursery", "a"))
                break
            }
        }
    }
}
