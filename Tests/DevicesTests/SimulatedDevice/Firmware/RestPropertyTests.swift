// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SeededRandom
import SimulatedDevice
import SleepModel
import Testing

/// Whatever is sent and however time passes, the firmware answers, and its reports keep their form.
@Suite
struct RestPropertyTests {
    private static let opcodes = [
        "SI", "SC", "SN", "SV", "SP", "SD", "GD", "GI", "GF", "ST", "GT", "PGB", "PSB", "PSC", "PSN", "PSV", "PSL",
        "PSF", "EGB", "EGT", "EGD", "EGW", "EGI", "EGC", "EGN", "EGV", "EGX", "EGM", "EGL", "EGP", "ESB", "EST", "ESD",
        "ESW", "ESI", "ESC", "ESN", "ESV", "ESX", "ESM", "ESL", "ESF", "",
    ]

    private static func command(by chance: inout SeededGenerator) -> [UInt8] {
        let opcode = Array((opcodes.randomElement(using: &chance) ?? "").utf8)
        switch Int.random(in: 0..<10, using: &chance) {
        case 0:
            return opcode
                + (0..<Int.random(in: 0..<24, using: &chance)).map { _ in .random(in: 0...255, using: &chance) }
        case 1...2:
            let year = Int.random(in: 1970...2110, using: &chance)
            let digits = [1...12, 1...28, 0...23, 0...59, 0...59].map { range in
                let value = Int.random(in: range, using: &chance)
                return value < 10 ? "0\(value)" : "\(value)"
            }
            return opcode + Array("\(year)\(digits.joined())".utf8) + (opcode.count == 2 ? Array("U".utf8) : [])
        default:
            let count = [0, 1, 1, 1, 2, 4].randomElement(using: &chance) ?? 0
            let bytes = (0..<count).map { _ in
                UInt8.random(in: 0...(Bool.random(using: &chance) ? 10 : 255), using: &chance)
            }
            return opcode + Array(Hexadecimal.text(bytes).utf8)
        }
    }

    private static func expectForm(of rest: SimulatedRest, at now: ClockSample) {
        let feedback = rest.feedback(at: now)
        let advertisement = rest.advertisement(at: now)
        #expect(feedback.count == 20 && advertisement.count == 24)
        for (offset, tag) in [(0, 0x54), (5, 0x43), (10, 0x53), (13, 0x50), (15, 0x65)] as [(Int, UInt8)] {
            #expect(feedback[offset] == tag)
        }
        for (offset, tag) in [(0, 0x52), (1, 0x54), (6, 0x43), (11, 0x53), (14, 0x45), (20, 0x50), (22, 0x65)]
            as [(Int, UInt8)]
        {
            #expect(advertisement[offset] == tag)
        }
        let power = feedback[14]
        #expect((0...6).contains(power & 0x3F) || power & 0x3F == 0x1F)
        #expect(feedback[16] & 0x7F == 0 && feedback[17...] == [0, 0, 0])
        #expect(advertisement[2..<6] == feedback[1..<5] && advertisement[7..<11] == feedback[6..<10])
        for number in 1...6 {
            let block = rest.favouriteBlock(number) ?? []
            #expect(block.count == 15 && block[0] == 1 && block[14] == 3)
        }
        for number in 1...10 {
            #expect(rest.programBlocks(number)?.map(\.count) == [20, 17])
        }
    }

    @Test(arguments: [RestProfile()] + RestProfile.allSwitches)
    func anything_isAnswered_andReportsKeepTheirForm(profile: RestProfile) {
        for seed in 1...4 as ClosedRange<UInt64> {
            var chance = SeededGenerator(seed: seed)
            var now = ClockSample(wall: SimulatedUnit.start, boot: .zero, monotonic: .zero, bootID: "one")
            var rest = SimulatedRest(
                profile: profile, lag: seed == 2 ? .seconds(1) : .zero, driftPPM: seed == 3 ? -40_000 : 30, at: now)
            for _ in 0..<400 {
                let effects = rest.receive(Self.command(by: &chance), at: now)
                let replies = effects.compactMap { if case .reply(let text) = $0 { text } else { nil } }
                #expect(replies.last == Array("OK".utf8) || replies == [Array("E01".utf8)])
                #expect(replies.allSatisfy { !$0.isEmpty && $0.count <= 20 })
                switch Int.random(in: 0..<40, using: &chance) {
                case 0: _ = rest.touchRing(at: now)
                case 1: _ = rest.holdRing(at: now)
                case 2: _ = rest.resetClock(at: now)
                case 3: _ = rest.cyclePower(at: now)
                case 4:
                    // The host starts anew.
                    now.bootID += "'"
                    now.boot = .zero
                case 5: now.wall = now.wall + .seconds(.random(in: -86_400...86_400, using: &chance))
                default: break
                }
                let step = Duration.milliseconds(
                    Int64.random(in: 0...(Bool.random(using: &chance) ? 1000 : 20_000_000), using: &chance))
                now.wall = now.wall + step
                now.boot += step
                _ = rest.advance(to: now)
                if let delay = rest.delay(after: now) { #expect(delay > .zero) }
            }
            Self.expectForm(of: rest, at: now)
        }
    }

    /// Time that passes in one leap comes to the same as time that passes from one event to the next.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func leap_comesToTheSameAsSteps(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let bench = Bench(on: false, lag: .milliseconds(300), driftPPM: 77)
        for slot in 1...10 {
            let hour = Int.random(in: 10...23, using: &chance)
            let minute = Int.random(in: 10...59, using: &chance)
            let seconds = UInt16.random(in: 1...20_000, using: &chance)
            let days = UInt8.random(in: 0...127, using: &chance)
            #expect(bench.program("\(hour)\(minute)", seconds: seconds, days: days, slot: slot))
        }
        #expect(bench.send("SDFFFF") == ["OK"])
        let stepped = Bench(bench)
        let end = Duration.seconds(10 * 86_400)
        bench.pass(end)
        var passed = Duration.zero
        while let delay = stepped.rest.delay(after: stepped.now), passed + delay < end {
            stepped.pass(delay)
            passed += delay
        }
        stepped.pass(end - passed)
        #expect(stepped.changes == bench.changes)
        #expect(stepped.reports == bench.reports)
        #expect(stepped.rest == bench.rest)
        #expect(bench.changes.count > 2)
    }
}
