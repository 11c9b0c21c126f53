// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import Glibc
import SimulatedDevice
import SleepModel
import Testing
import Waiting

@testable import L2CAPTransport

/// A radio that searches for the kernel and hears nothing.
@Suite(.timeLimit(.minutes(1)))
struct L2CAPSilenceTests {
    private static let patience = SilenceMachine.patience
    private let rest: SimulatedUnit
    private let kernel: ScriptedKernel
    private let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000), boot: .seconds(1000))

    init() throws {
        rest = try SimulatedUnit()
        // Nobody has it advertise until the kernel runs.
        kernel = ScriptedKernel(rest.peripheral, at: PeripheralAddress(rest.address, .random))
    }

    private func central(_ adapter: String? = nil, resetsAdapter: Bool = false) -> L2CAPCentral {
        L2CAPCentral(kernel, adapter: adapter, companies: [0x0434], clock: clock, resetsAdapter: resetsAdapter)
    }

    private func passExactly(_ pause: Duration) async {
        await eventually { clock.delayUntilDeadline == pause }
        clock.advance(by: pause)
    }

    /// Listens now and then until `count` searches have ended without a sound.
    private func listen(
        _ central: L2CAPCentral, throughSilent count: Int, patience: Int = patience
    ) async throws -> Task<Void, Never> {
        let stream = try await central.advertisements(.occasional)
        let task = Task { for await _ in stream {} }
        for round in 1...count {
            await eventually { kernel.starts == round }
            await passExactly(.seconds(6))
            await eventually { kernel.stops == round }
            if round < patience { await passExactly(.seconds(54)) }
        }
        return task
    }

    /// What somebody is told who begins to listen after `count` searches, and hears nobody in another one.
    private func error(_ central: L2CAPCentral, afterSilent count: Int) async -> GATTError? {
        async let error = #expect(throws: GATTError.self) { _ = try await central.advertisements(.occasional) }
        await eventually { kernel.starts == count + 1 }
        await passExactly(.seconds(6))
        return await error
    }

    @Test func radio_isSearchedAnewAndThenReported_whenItHearsNobody() async throws {
        let central = central()
        // The search that begins at once after the fifth ends without a sound too; the stream ends.
        try await listen(central, throughSilent: Self.patience + 1).value
        #expect(
            await error(central, afterSilent: Self.patience + 1)
                == GATTError(
                    .unavailable, "The Bluetooth adapter hci2 hears no device at all, though it searches.",
                    advice: "Switch it off and on: `sudo btmgmt --index hci2 power off`, then the same with `on`. With "
                        + "--reset-radio `lulld` does that by itself."))
    }

    @Test func listening_goesOn_whenSomebodyIsHeardAgain() async throws {
        let central = central()
        try await listen(central, throughSilent: Self.patience + 1).value
        async let stream = central.advertisements(.occasional)
        await eventually { kernel.starts == Self.patience + 2 }
        await eventually { clock.delayUntilDeadline == .seconds(6) }
        // A stranger will do.
        kernel.hearStranger()
        await passExactly(.seconds(6))
        _ = try await stream
    }

    @Test func radio_isNotSilent_whileALinkOfThisProcessStands() async throws {
        let (kernel, rest, central) = (kernel, rest, central())
        try await alongside {
            try await kernel.run()
        } body: {
            let connection = try await central.connect(to: rest.address, kind: .random)
            // A device with a link does not advertise.
            kernel.setQuiet()
            try await listen(central, throughSilent: 8, patience: 9).cancel()
            await connection.disconnect()
        }
    }

    @Test func radio_isReportedLater_besideALinkOfAnotherProgram() async throws {
        let central = central(resetsAdapter: true)
        kernel.setForeign(PeripheralAddress(rest.address, .random))
        let patience = SilenceMachine.patienceWithForeignLink
        try await listen(central, throughSilent: patience + 1, patience: patience).value
        #expect(
            await error(central, afterSilent: patience + 1)
                == GATTError(
                    .unavailable,
                    "The Bluetooth adapter hci2 hears no device at all, though it searches; it is connected to "
                        + "\(rest.address).",
                    advice: "Some adapters hear nobody beside a connection. End it in the program that has it."))
        #expect(kernel.switched == [])
    }

    @Test func radio_isReplacedByAnother_alsoForConnections() async throws {
        let central = central()
        kernel.plugIn(5)
        let task = try await listen(central, throughSilent: Self.patience + 1)
        await eventually { kernel.starts == Self.patience + 2 }
        task.cancel()
        #expect(kernel.lastStart == 5)
        kernel.failConnections(with: [EACCES])
        await #expect(throws: GATTError.self) { _ = try await central.connect(to: rest.address) }
        #expect(kernel.callers == [5])
    }

    @Test func radio_isNotReplaced_whenSomebodyHasChosenIt() async throws {
        let central = central("hci2")
        kernel.plugIn(5)
        try await listen(central, throughSilent: Self.patience + 1).value
        #expect(kernel.lastStart == 2)
    }

    @Test func radio_isSwitchedOffAndOn_ifThatIsAllowed() async throws {
        let central = central(resetsAdapter: true)
        let task = try await listen(central, throughSilent: Self.patience + 1)
        await passExactly(L2CAPListener.resetRest)
        await eventually { kernel.starts == Self.patience + 2 }
        #expect(kernel.switched == [false, true])
        task.cancel()
    }

    @Test func radio_isSwitchedOn_whenListeningEndsWhileItIsOff() async throws {
        let central = central(resetsAdapter: true)
        let task = try await listen(central, throughSilent: Self.patience + 1)
        await eventually { kernel.switched == [false] && clock.delayUntilDeadline == L2CAPListener.resetRest }
        task.cancel()
        await eventually { kernel.switched == [false, true] && kernel.isOn }
    }

    /// The kernel refuses to switch an adapter on that it still switches off.
    @Test func radio_isSwitchedOn_whenListeningEndsWhileItStillGoesOff() async throws {
        let central = central(resetsAdapter: true)
        kernel.holdPower()
        let task = try await listen(central, throughSilent: Self.patience + 1)
        await eventually { kernel.switched == [false] && clock.delayUntilDeadline == L2CAPListener.resetRest }
        task.cancel()
        await task.value
        kernel.finishPower()
        await eventually { kernel.switched == [false, true] && kernel.isOn }
    }

    @Test func close_waits_untilARadioThatIsResetIsOn() async throws {
        let central = central(resetsAdapter: true)
        kernel.holdPower()
        let task = try await listen(central, throughSilent: Self.patience + 1)
        await eventually { kernel.switched == [false] && clock.delayUntilDeadline == L2CAPListener.resetRest }
        async let isOnAfterClose = {
            await central.close()
            return kernel.isOn
        }()
        await task.value
        kernel.finishPower()
        #expect(await isOnAfterClose)
    }
}
