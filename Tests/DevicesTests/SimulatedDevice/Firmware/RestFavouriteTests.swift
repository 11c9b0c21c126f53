// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice
import SleepModel
import Testing

@Suite
struct RestFavouriteTests {
    @Test
    func commit_storesTheFavourite_blueFirst_andAnswersItsSlot() {
        let bench = Bench()
        let before = bench.state
        #expect(bench.send(all: "PSB05", "PSC11223344", "PSN0A", "PSV55", "PSLC0"))
        #expect(bench.send("PGB05") == ["010000000000000000000000001603", "OK"])
        #expect(bench.send("PSF") == ["05", "OK"])
        #expect(bench.send("PGB05") == ["010A55000000000000443322119603", "OK"])
        #expect(bench.state == before)
        #expect(bench.send("SP05") == ["OK"])
        #expect(bench.report == "4311223344530A5550056500")
    }

    @Test
    func commit_storesWhatWasCollectedForAnotherSlot_whenNotAllIsSent() {
        let bench = Bench()
        #expect(bench.send(all: "PSB05", "PSC11223344", "PSN0A", "PSV55", "PSLC0", "PSF"))
        #expect(bench.send(all: "PSB06", "PSL80"))
        #expect(bench.send("PSF") == ["06", "OK"])
        #expect(bench.send("PGB06") == ["010A55000000000000443322111603", "OK"])
    }

    @Test
    func ring_cyclesThroughTheEnabledFavourites() {
        let bench = Bench()
        #expect(bench.send(all: "PSB03", "PSC11223344", "PSN0A", "PSV55", "PSL80", "PSF"))
        var played: [Int?] = []
        for _ in 0..<4 {
            bench.touch()
            played.append(bench.state.favourite)
        }
        #expect(played == [1, 2, 4, 1])
        #expect(bench.report == "43FEFEFE53530E4950016500")
    }

    @Test
    func ring_switchesOn_withTheFavouriteThatPlayedLast() {
        let bench = Bench()
        #expect(bench.send(all: "SP02"))
        bench.hold()
        #expect(bench.report == "43FDD12D7F53055450C26500")
        bench.touch()
        #expect(bench.report == "43FDD12D7F53055450026500")
    }

    @Test
    func ring_switchesOn_withTheFirstFavourite_whenNoneWasPlayed() {
        let bench = Bench(on: false)
        bench.touch()
        #expect(bench.report == "43FEFEFE53530E4950016500")
    }

    @Test
    func ring_onlySwitchesOn_whenNoFavouriteIsOnIt() {
        let bench = Bench(on: false)
        for slot in 1...6 { #expect(bench.send(all: "PSB0\(slot)", "PSL80", "PSF")) }
        bench.touch()
        #expect(bench.report == "43FDD12D7F530554501F6500")
        bench.touch()
        #expect(bench.changes.count == 1)
    }
}
