// SPDX-License-Identifier: Apache-2.0

import SleepModel
import Testing

@Suite
struct LevelTests {
    @Test(arguments: 0...100)
    func percent_comesBack(percent: Int) throws {
        let level = try #require(Level(percent: percent))
        #expect(level.percent == percent)
    }

    @Test
    func percent_growsWithTheLevel() {
        let percents = (UInt8.min...UInt8.max).map { Level(rawValue: $0).percent }
        #expect(percents == percents.sorted())
        #expect(Set(percents) == Set(0...100))
    }

    @Test(arguments: [(0, Level.zero), (100, .full), (50, Level(rawValue: 128)), (1, Level(rawValue: 3))])
    func level_isTheNearest(percent: Int, level: Level) {
        #expect(Level(percent: percent) == level)
    }

    @Test(arguments: [-1, 101, Int.min, Int.max])
    func level_isNil_outsideTheRange(percent: Int) {
        #expect(Level(percent: percent) == nil)
    }

    @Test
    func levels_areOrdered() {
        #expect(Level.zero < Level(rawValue: 1))
        #expect(!(Level.full < Level.full))
    }
}
