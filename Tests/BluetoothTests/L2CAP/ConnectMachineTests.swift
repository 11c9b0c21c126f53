// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel
import Testing

@testable import L2CAPTransport

/// How often a connection is tried, and for how long.
@Suite struct ConnectMachineTests {
    private static let failure = GATTError(.connectionFailed, "No.", advice: "Do.")
    private let rest: PeripheralAddress

    init() throws {
        rest = PeripheralAddress(try #require(MacAddress(rawValue: "DC:06:41:DC:1A:B4")), .random)
    }

    @Test func attempts_shareOneBudget() {
        var machine = ConnectMachine(to: rest, at: .seconds(100))
        #expect(machine.next(at: .seconds(100)) == .attempt(rest, within: .seconds(25)))
        #expect(machine.failed(Self.failure, at: .seconds(120)) == .pause(.milliseconds(250)))
        let second = Duration.seconds(120) + .milliseconds(250)
        #expect(machine.next(at: second) == .attempt(rest, within: .seconds(145) - second))
        #expect(machine.failed(Self.failure, at: .seconds(140)) == .pause(.seconds(1)))
        #expect(machine.next(at: .seconds(141)) == .attempt(rest, within: .seconds(4)))
        #expect(
            machine.failed(Self.failure, at: .seconds(145))
                == .fails(
                    GATTError(
                        .connectionFailed, "Lull cannot connect to DC:06:41:DC:1A:B4: No.", advice: "Do.")))
    }

    @Test func attempts_goOn_whileThereIsTime() {
        var machine = ConnectMachine(to: rest, at: .zero)
        var (now, attempts) = (Duration.zero, 0)
        while case .attempt = machine.next(at: now) {
            attempts += 1
            guard case .pause(let pause) = machine.failed(Self.failure, at: now) else { break }
            now += pause
        }
        // After 0.25, 1, and then every 4 seconds.
        #expect(attempts == 13)
        #expect(now == .milliseconds(41_250))
    }

    @Test(arguments: [GATTError.Code.unavailable, .protocolViolation, .attributeError, .cancelled])
    func failure_isFinal_whenAnotherAttemptIsOfNoUse(code: GATTError.Code) {
        var machine = ConnectMachine(to: rest, at: .zero)
        _ = machine.next(at: .zero)
        let error = GATTError(code, "No.")
        #expect(machine.failed(error, at: .seconds(1)) == .fails(error))
    }
}
