// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice
import SleepModel
import Testing

/// How programs are kept.
@Suite
struct RestProgramTests {
    private static let timeToRise = [
        "EST20200129083000", "ESD11B2", "ESW3C", "ESI01", "ESC5DD39E7F", "ESN00", "ESV2E", "ESXTime to Rise",
        "ESM00000000", "ESLC0",
    ]
    private static let riseBlock = "018842315E002EB211000000007F9ED35D003CDF"
    private static let riseStatus = "0654696D6520746F205269736500000000"
    private static let empty = [String(repeating: "0", count: 39), String(repeating: "0", count: 34)]

    private static func send(_ commands: [String], to bench: Bench) -> Bool {
        commands.allSatisfy { bench.send($0) == ["OK"] }
    }

    @Test
    func commit_storesTheProgramThatWasCaptured() {
        let bench = Bench()
        #expect(Self.send(["ESB0A"] + Self.timeToRise, to: bench))
        #expect(bench.send("EGB0A").last == "OK")
        #expect(bench.rest.programBlocks(10)?.last == [UInt8](repeating: 0, count: 17))
        #expect(bench.send("ESF") == ["0A", "OK"])
        #expect(bench.send("EGB0A") == [Self.riseBlock, Self.riseStatus, "OK"])
    }

    @Test(arguments: [
        ("ESLC0", "06"), ("ESL80", "04"), ("ESLC5", "07"), ("ESL85", "05"), ("ESL40", "02"), ("ESLFF", "07"),
    ])
    func toggle_changesTheStatusAlone(command: String, status: String) {
        let bench = Bench()
        #expect(Self.send(["ESB04"] + Self.timeToRise, to: bench))
        #expect(bench.send("ESF") == ["04", "OK"])
        #expect(Self.send(["ESB04", command], to: bench))
        #expect(bench.send("ESF") == ["04", "OK"])
        #expect(bench.send("EGB04") == [Self.riseBlock, status + Self.riseStatus.dropFirst(2), "OK"])
    }

    @Test
    func toggle_setsTheStatusOfAnEmptySlot() {
        let bench = Bench()
        #expect(Self.send(["ESB09", "ESL40"], to: bench))
        #expect(bench.send("ESF") == ["09", "OK"])
        #expect(bench.send("EGB09") == ["01" + Self.empty[0].dropFirst(1), "02" + Self.empty[1].dropFirst(2), "OK"])
    }

    @Test
    func deletion_emptiesTheSlot() {
        let bench = Bench()
        #expect(Self.send(["ESB02", "ESL00"], to: bench))
        #expect(bench.send("ESF") == ["02", "OK"])
        #expect(bench.send("EGB02") == ["01" + Self.empty[0].dropFirst(1), Self.empty[1], "OK"])
    }

    /// The trap: slot 2 gets what was meant for slot 4, no start and a mangled name.
    @Test
    func saveOfOneField_writesLeftoversOfAnotherSlot() {
        let bench = Bench()
        #expect(Self.send(["ESB04"] + Self.timeToRise, to: bench))
        #expect(bench.send("ESF") == ["04", "OK"])
        #expect(Self.send(["ESB02", "ESV10"], to: bench))
        #expect(bench.send("ESF") == ["02", "OK"])
        #expect(
            bench.send("EGB02") == [
                "01000000000010B211000000007F9ED35D003C05", "06696D6520746F205269736500000000FF", "OK",
            ])
        #expect(bench.send("EGB04") == [Self.riseBlock, Self.riseStatus, "OK"])
    }

    @Test
    func saveOfOneField_writesNothingElse_whenNothingIsLeftOver() {
        let bench = Bench()
        #expect(Self.send(["ESB02", "ESN07"], to: bench))
        #expect(bench.send("ESF") == ["02", "OK"])
        #expect(
            bench.send("EGB02") == [
                "0100000000070000000000000000000000000003", "00" + String(repeating: "0", count: 30) + "FF", "OK",
            ])
    }

    @Test
    func commitWithoutAnyField_changesNothing() {
        let bench = Bench()
        let before = bench.rest.programBlocks(2)
        #expect(Self.send(["ESB04"] + Self.timeToRise + ["ESB02"], to: bench))
        #expect(bench.send("ESF") == ["02", "OK"])
        #expect(bench.rest.programBlocks(2) == before)
    }

    @Test
    func lock_isStoredLowByteFirst_andReadAsWritten() {
        let bench = Bench()
        #expect(bench.program("0730", lock: "01FF", slot: 7))
        #expect(bench.rest.programBlocks(7)?.first?[11...12] == [0xFF, 0x01])
        #expect(bench.send("EGM07") == ["01FF0000", "OK"])
    }

    @Test
    func factory_hasNothingEnabled() {
        let bench = Bench()
        let statuses = (1...10).compactMap { bench.rest.programBlocks($0)?.last?.first }
        #expect(statuses == [4, 4, 5, 0, 0, 0, 0, 0, 0, 0])
        #expect(bench.rest.programBlocks(0) == nil)
        #expect(bench.rest.programBlocks(11) == nil)
        #expect(bench.rest.favouriteBlock(0) == nil)
        #expect(bench.rest.favouriteBlock(7) == nil)
    }
}
