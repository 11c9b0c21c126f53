// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ControlServices

/// What is read of a store that counts what it cannot read.
@Suite(.timeLimit(.minutes(1)))
struct PageReadingTests {
    @Test(
        arguments: [
            (4, [], [1, 2, 3, 4, 5]), (4, [3], [1, 2, 4, 5, 6, 7, 8, 9, 10]),
            (4, [2, 3, 4], [1, 5, 6, 7, 8, 9, 10]),
            (10, [], Array(1...10)), (20, [3], [1, 2, 4, 5, 6, 7, 8, 9, 10]),
        ] as [(Int, [Int], [Int])])
    func entries_areMoreThanThePageHas_orAll(limit: Int, unreadable: [Int], found: [Int]) async throws {
        let entries = try await PageReading.entries(over: limit) { asked in
            (1...10).prefix(asked).filter { !unreadable.contains($0) }
        }
        #expect(entries == found)
    }

    @Test func entries_areThoseThatAreWanted() async throws {
        let entries = try await PageReading.entries(over: 2, wanted: { $0.filter { $0 > 6 } }) { asked in
            Array((1...10).prefix(asked))
        }
        #expect(entries == [7, 8, 9, 10])
    }
}
