// SPDX-License-Identifier: Apache-2.0

import GATT
import SimulatedDevice
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RestFaultPlanTests {
    private static let probabilities: [RestFault: Double] = [
        .lostReply: 0.2, .silence: 0.2, .clockReset: 0.1, .truncatedRead: 0.3, .connectFailure: 0.2,
        .droppedConnection: 0.1,
    ]

    /// What befalls the same requests with a seed.
    private static func story(seed: UInt64) async throws -> [String] {
        let unit = try SimulatedUnit(faults: RestFaultPlan(seed: seed, probabilities: probabilities))
        for _ in 0..<20 {
            guard let connection = try? await unit.transport.connect(to: unit.address) else { continue }
            for command in ["SI01", "GD", "SV10", "SI00"] {
                try? await connection.write(Array(command.utf8), to: SimulatedUnit.command, acknowledged: true)
                _ = try? await connection.read(SimulatedUnit.feedback)
            }
            await connection.disconnect()
        }
        return unit.story
    }

    @Test
    func sameSeed_meetsTheSameFaults_andAnotherSeedOthers() async throws {
        let first = try await Self.story(seed: 7)
        #expect(try await Self.story(seed: 7) == first)
        #expect(try await Self.story(seed: 8) != first)
        #expect(Set(first.filter { $0.hasPrefix("!") }).count == Self.probabilities.count)
    }

    /// The sequence is part of what a seed promises, on every machine.
    @Test
    func seed_promisesItsSequence() {
        var plan = RestFaultPlan(seed: 3, probabilities: [.lostReply: 0.5, .silence: 0.25])
        let met = (0..<10).map { _ in plan.next(of: [.silence, .lostReply, .battery])?.rawValue ?? "-" }
        #expect(
            met == [
                "silence", "lost-reply", "silence", "silence", "-", "-", "lost-reply", "-", "lost-reply", "silence",
            ])
    }

    @Test(arguments: [(0.0, 0), (1.0, 1000), (0.1, 100), (-1, 0), (7, 1000), (.nan, 0)])
    func probability_isThatOfAFault(probability: Double, count: Int) {
        var plan = RestFaultPlan(seed: 3, probabilities: [.silence: probability])
        let met = (0..<1000).count { _ in plan.next(of: [.silence]) != nil }
        #expect(abs(met - count) <= (count % 1000 == 0 ? 0 : 30))
    }

    @Test
    func demand_doesNotShiftWhatChanceBrings() async throws {
        let plain = try await Self.writes(injecting: [])
        let demanded = try await Self.writes(injecting: [.lostReply])
        #expect(demanded.dropFirst() == plain.dropFirst())
        #expect(demanded.first == "lost-reply")
    }

    private static func writes(injecting faults: [RestFault]) async throws -> [String] {
        let unit = try SimulatedUnit(faults: RestFaultPlan(seed: 5, probabilities: [.silence: 0.5]))
        for fault in faults { await unit.peripheral.inject(fault) }
        let connection = try await unit.transport.connect(to: unit.address)
        var met: [String] = []
        for _ in 0..<20 {
            let before = unit.story.count
            try await connection.write(Array("SX".utf8), to: SimulatedUnit.command, acknowledged: true)
            met.append(
                unit.story.dropFirst(before).last.map { $0.hasPrefix("!") ? String($0.dropFirst(2)) : "-" } ?? "")
        }
        await connection.disconnect()
        return met
    }

    @Test
    func parsing_readsNamesAndPercentages() throws {
        #expect(
            try RestFaultPlan(seed: 9, parsing: ["silence", "lost-reply:12.5", "battery:0", "silence:50"])
                == RestFaultPlan(seed: 9, probabilities: [.silence: 0.5, .lostReply: 0.125]))
        #expect(try RestFaultPlan(parsing: []) == RestFaultPlan(probabilities: [:]))
    }

    @Test(arguments: [
        ("silnce", SimulationError.Code.unknownFault, "“silnce” is not a fault of the simulated Rest."),
        ("", .unknownFault, "“” is not a fault of the simulated Rest."),
        ("silence:", .invalidProbability, "“” is not a percentage."),
        ("silence:101", .invalidProbability, "“101” is not a percentage."),
        ("silence:-1", .invalidProbability, "“-1” is not a percentage."),
        ("silence:nan", .invalidProbability, "“nan” is not a percentage."),
        ("silence:5:5", .invalidProbability, "“5:5” is not a percentage."),
    ])
    func parsing_saysWhatIsWrong(text: String, code: SimulationError.Code, message: String) {
        let error = #expect(throws: SimulationError.self) { try RestFaultPlan(parsing: [text]) }
        #expect(error?.code == code)
        #expect(error?.message == message)
        #expect(code != .unknownFault || RestFault.allCases.allSatisfy { error?.advice?.contains($0.rawValue) == true })
    }
}
