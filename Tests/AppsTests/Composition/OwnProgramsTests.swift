// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import DeviceDocuments
import DeviceModules
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// The programs of a device are known before they do something.
///
/// The house's clock reads noon on a Friday.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct OwnProgramsTests {
    private func questions(_ house: House) -> Int {
        house.allCommands.filter { $0.hasPrefix("EGB") }.count
    }

    private func program(
        _ house: House, at time: String, for duration: String = "30m", days: String = "daily",
        enabled: Bool = true
    ) async throws -> DeviceProgramDocument {
        var program = ProgramRequest(device: "nursery", number: 1)
        (program.name, program.at, program.duration, program.days) = ("Nap", time, duration, days)
        (program.sound, program.volume, program.enabled) = ("ocean", 20, enabled)
        return try await house.control.perform(Endpoints.setProgram, program)
    }

    private func isRead(_ house: House) async -> Bool {
        await house.controller?.sender.knownPrograms != nil
    }

    @Test
    func programs_areReadOverAConnectionThatIsThereAnyway() async throws {
        let house = try await House()
        try await house.live {
            try await house.wait(.seconds(30))
            #expect(self.questions(house) == 0)
            _ = try await house.control.perform(
                Endpoints.power, PowerRequest(device: "nursery", on: true))
            try await house.until { await self.isRead(house) }
            try await house.wait(.seconds(60))
            #expect(self.questions(house) == 10)
        }
    }

    @Test
    func programs_areReadAgain_afterSomebodyChangedSomething() async throws {
        let house = try await House()
        try await house.live {
            _ = try await house.control.perform(
                Endpoints.power, PowerRequest(device: "nursery", on: true))
            try await house.until { await self.isRead(house) }
            try await house.wait(.seconds(20))
            await house.peripheral.touchRing()
            try await house.until { self.questions(house) == 20 }
        }
    }

    /// The device answers no question any more, and what its program does is still understood.
    @Test
    func programEvent_isUnderstoodAtOnce_whenTheProgramsAreKnown() async throws {
        let house = try await House()
        try await house.live {
            _ = try await self.program(house, at: "12:00:40", for: "30m")
            _ = try await house.control.perform(
                Endpoints.power, PowerRequest(device: "nursery", on: true))
            _ = try await house.control.perform(
                Endpoints.addRoutine,
                RoutineRequest(
                    name: "sleep", device: "nursery", at: nil, days: nil, steps: ["sound rain"], zone: nil))
            _ = try await house.control.perform(
                Endpoints.runRoutine, ScheduleSelection(name: "sleep", device: nil))
        } _: {
            try await house.until { await self.isRead(house) }
            try await house.wait(.seconds(20))
            await house.peripheral.inject(.lostReply, count: 1000)
            try await house.wait(.seconds(60))
            let entries = try await house.store.entries(since: nil, device: nil, limit: 100)
            #expect(
                entries.contains { $0.name == "program 1 started" } && !entries.contains { $0.outcome == .touched },
                "\(entries.map { "\($0.at) \($0.name ?? "") \($0.outcome)" }) \(house.allCommands)")
        }
    }
}

extension House {
    fileprivate var controller: DeviceController? { night.devices.controller(of: address) }
}
