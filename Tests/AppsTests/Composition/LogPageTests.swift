// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel
import Testing

@testable import Composition
@testable import Household

/// The history in pages.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LogPageTests {
    private func note(_ names: ClosedRange<Int>, in house: House) async {
        for name in names {
            await house.night.log.write([
                LogEntry(at: House.noon, kind: .control, name: "\(name)", outcome: .confirmed, actor: .person)
            ])
        }
    }

    @Test func pages_haveEachLineOnce_whileLinesAreAdded() async throws {
        let house = try await House()
        await note(1...5, in: house)
        var names: [[String?]] = []
        var cursor: String?
        repeat {
            let page = try await house.control.perform(
                Endpoints.logPage, LogPageQuery(limit: 2, cursor: cursor))
            names.append(page.lines.map(\.name))
            cursor = page.next
            await note(6...8, in: house)
        } while cursor != nil
        #expect(names == [["5", "4"], ["3", "2"], ["1"]])
    }

    @Test func lastPage_saysSo_whenItIsFull() async throws {
        let house = try await House()
        await note(1...2, in: house)
        let page = try await house.control.perform(Endpoints.logPage, LogPageQuery(limit: 2))
        #expect(page.lines.count == 2)
        #expect(page.next == nil)
    }

    @Test(arguments: [
        LogPageQuery(limit: 0), LogPageQuery(limit: 1001), LogPageQuery(cursor: ""), LogPageQuery(cursor: "x"),
        LogPageQuery(cursor: "-1"),
    ])
    func page_isRefused_forWhatIsNoPage(_ query: LogPageQuery) async throws {
        let house = try await House()
        let error = await #expect(throws: ControlError.self) {
            _ = try await house.control.perform(Endpoints.logPage, query)
        }
        #expect(error?.code == .invalidArgument)
    }
}
