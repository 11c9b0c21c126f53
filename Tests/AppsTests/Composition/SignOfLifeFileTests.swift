// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

@testable import Composition

/// When a daemon was last known to run, for the one that follows.
@Suite(.timeLimit(.minutes(1)))
struct SignOfLifeFileTests {
    private let scratch: Scratch
    private let sign: SignOfLifeFile

    init() throws {
        scratch = try Scratch()
        let directory = try StateDirectory(scratch.path("state"))
        sign = directory.signOfLife
        directory.release()
    }

    @Test func last_isUnknown_beforeTheFirstNote() async {
        #expect(await sign.last() == nil)
    }

    @Test func last_isWhenItWasNoted() async {
        for second in [1_700_000_000, 1_700_000_060] as [Int64] {
            let now = Instant(secondsSince1970: second)
            sign.note(at: now)
            #expect(await sign.last() == now)
        }
    }

    @Test func last_isUnknown_whereNothingCanBeWritten() async {
        let nowhere = SignOfLifeFile(path: scratch.path("none/lulld.alive"))
        nowhere.note(at: Instant(secondsSince1970: 1_700_000_000))
        #expect(await nowhere.last() == nil)
    }
}
