// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import Glibc
import SimulatedDevice
import SleepModel
import SystemClock
import Testing
import TransportConformance

@testable import L2CAPTransport

/// The central role towards a simulated Rest, over sockets like the kernel's.
@Suite(.timeLimit(.minutes(1)))
struct L2CAPCentralTests {
    private let rest: SimulatedUnit
    private let kernel: ScriptedKernel
    private let central: L2CAPCentral

    init() throws {
        rest = try SimulatedUnit()
        kernel = ScriptedKernel(rest.peripheral, at: PeripheralAddress(rest.address, .random))
        central = L2CAPCentral(kernel, adapter: "hci2", companies: [0x0434], clock: HostClock())
    }

    @Test(arguments: TransportConformance.allCases)
    func central_conforms(to requirement: TransportConformance) async throws {
        let kernel = kernel
        try await alongside {
            try await kernel.run()
        } body: {
            try await requirement.run(on: rest.fixture(central))
        }
    }

    @Test
    func advertisements_carryTheStateOfTheScanResponse() async throws {
        let kernel = kernel
        try await alongside {
            try await kernel.run()
        } body: {
            let stream = try await central.advertisements(.attentive)
            let first = try #require(await stream.first { $0.address == rest.address })
            #expect(first.rssi == -60)
            #expect(first.localName == "Sophie")
            #expect(first.manufacturerData[0x0434]?.count == 24)
        }
    }

    @Test
    func search_isStopped_whenNobodyListensAnyMore() async throws {
        let kernel = kernel
        try await alongside {
            try await kernel.run()
        } body: {
            do {
                let stream = try await central.advertisements(.attentive)
                #expect(await stream.first { _ in true } != nil)
            }
            let clock = HostClock()
            while kernel.stops == 0 { try await clock.sleep(for: .milliseconds(1)) }
            #expect(kernel.starts == 1)
        }
    }

    @Test
    func advertisements_areHeard_whileAnotherProgramSearches() async throws {
        let kernel = kernel
        try await alongside {
            try await kernel.run()
        } body: {
            let other = try await central.advertisements(.attentive)
            kernel.answerSearches(with: .busy)
            let stream = try await central.advertisements(.attentive)
            kernel.answerSearches(with: .success)
            #expect(await stream.first { $0.address == rest.address } != nil)
            #expect(await other.first { $0.address == rest.address } != nil)
        }
    }

    @Test(
        arguments: [ScanEffort.attentive, .occasional],
        [
            (
                ManagementStatus.permissionDenied,
                "To search or advertise without bluetoothd needs the right CAP_NET_ADMIN."
            ),
            (.blocked, "The Bluetooth adapter hci2 is blocked by rfkill or a switch of this host."),
            (.notPowered, "The Bluetooth adapter hci2 is switched off."),
        ])
    func advertisements_throw_whatKeepsTheKernelFromSearching(
        effort: ScanEffort, failure: (status: ManagementStatus, message: String)
    ) async throws {
        kernel.answerSearches(with: failure.status)
        let error = await #expect(throws: GATTError.self) { _ = try await central.advertisements(effort) }
        #expect(error?.code == (failure.status == .permissionDenied ? .notAllowed : .unavailable))
        #expect(error?.message == failure.message)
        #expect(error?.advice != nil)
    }

    @Test
    func listening_saysThatItWaits_andThatItListensAgain() async throws {
        let (kernel, rest, clock) = (kernel, rest, ManualClock(wall: Instant(secondsSince1970: 1_800_000_000)))
        let central = L2CAPCentral(kernel, adapter: "hci2", companies: [0x0434], clock: clock)
        kernel.switchOff()
        try await alongside {
            try await kernel.run()
        } body: {
            let events = try await central.listen()
            let (said, continuation) = AsyncStream.makeStream(of: ListeningEvent.self)
            let task = Task { for await event in events { continuation.yield(event) } }
            var iterator = said.makeAsyncIterator()
            await clock.waitForSleeper(within: ManagementClient.adapterPatience)
            clock.advance(by: ManagementClient.adapterPatience)
            let off = GATTError(ManagementStatus.notPowered, adapter: "hci2")
            #expect(await iterator.next() == .waits(off))
            kernel.switchOn()
            #expect(await iterator.next() == .listens)
            let heard = try #require(await iterator.next())
            task.cancel()
            guard case .heard(let advertisement) = heard else {
                Issue.record("It hears nobody: \(heard)")
                return
            }
            #expect(advertisement.address == rest.address)
        }
    }

    @Test
    func everything_throws_withoutTheAdapter() async throws {
        let central = L2CAPCentral(kernel, adapter: "hci7", companies: [0x0434], clock: HostClock())
        let errors = [
            await #expect(throws: GATTError.self) { _ = try await central.advertisements(.attentive) },
            await #expect(throws: GATTError.self) { _ = try await central.connect(to: rest.address) },
        ]
        #expect(errors.map(\.?.message) == Array(repeating: "There is no Bluetooth adapter “hci7”.", count: 2))
    }

    @Test
    func connect_throws_whileTheAdapterIsOff() async throws {
        kernel.switchOff()
        let error = await #expect(throws: GATTError.self) { _ = try await central.connect(to: rest.address) }
        #expect(error?.code == .unavailable)
        #expect(error?.message == "The Bluetooth adapter hci2 is switched off.")
    }

    @Test
    func connect_succeeds_afterFailuresOfAMoment() async throws {
        kernel.failConnections(with: [ETIMEDOUT, ECONNREFUSED])
        let kernel = kernel
        try await alongside {
            try await kernel.run()
        } body: {
            let connection = try await central.connect(to: rest.address)
            #expect(try await connection.read(BluetoothUUID(0x2A24)) == Array("RestNoSD".utf8))
            await connection.disconnect()
        }
        #expect(kernel.called == Array(repeating: PeripheralAddress(rest.address, .random), count: 3))
    }

    @Test(arguments: [EACCES, ENODEV, EAFNOSUPPORT])
    func connect_throwsAtOnce_whatWillNotPass(number: Int32) async throws {
        kernel.failConnections(with: [number])
        let error = await #expect(throws: GATTError.self) { _ = try await central.connect(to: rest.address) }
        #expect(error == LinkFailure(number: number).error(rest.address, by: "hci2"))
        #expect(kernel.called.count == 1)
    }

    @Test
    func connect_callsTheAddressType_thatWasHeard() async throws {
        let address = try #require(MacAddress(rawValue: "F0:06:41:DC:1A:B4"))
        let kernel = ScriptedKernel(rest.peripheral, at: PeripheralAddress(address, .assigned))
        let central = L2CAPCentral(kernel, adapter: nil, companies: [0x0434], clock: HostClock())
        try await alongside {
            try await kernel.run()
        } body: {
            let stream = try await central.advertisements(.attentive)
            #expect(await stream.first { $0.address == address }?.addressKind == .assigned)
            await (try central.connect(to: address)).disconnect()
        }
        #expect(kernel.called == [PeripheralAddress(address, .assigned)])
    }

    @Test
    func connect_callsTheAddressType_thatItIsTold_withoutListening() async throws {
        let address = try #require(MacAddress(rawValue: "F0:06:41:DC:1A:B4"))
        let kernel = ScriptedKernel(rest.peripheral, at: PeripheralAddress(address, .assigned))
        let central = L2CAPCentral(kernel, adapter: nil, companies: [0x0434], clock: HostClock())
        try await alongside {
            try await kernel.run()
        } body: {
            await (try central.connect(to: address, kind: .assigned)).disconnect()
        }
        #expect(kernel.called == [PeripheralAddress(address, .assigned)])
    }

    @Test(arguments: [(nil, false), ("hci2", true)] as [(String?, Bool)])
    func adapter_isNotUsed_thatIsToBeIgnored_unlessItIsNamed(name: String?, isUsed: Bool) async throws {
        kernel.mark("hci2", .ignored)
        let central = L2CAPCentral(kernel, adapter: name, companies: [0x0434], clock: HostClock())
        kernel.failConnections(with: [EACCES])
        let error = await #expect(throws: GATTError.self) { _ = try await central.connect(to: rest.address) }
        #expect(error?.code == (isUsed ? .notAllowed : .unavailable))
        #expect(kernel.called.count == (isUsed ? 1 : 0))
    }

    @Test
    func connect_isRefused_toAnAddressThatDoesNotLast() async throws {
        let address = try #require(MacAddress(rawValue: "5A:06:41:DC:1A:B4"))
        let kernel = ScriptedKernel(rest.peripheral, at: PeripheralAddress(address, .random))
        let central = L2CAPCentral(kernel, adapter: nil, companies: [0x0434], clock: HostClock())
        try await alongside {
            try await kernel.run()
        } body: {
            let stream = try await central.advertisements(.attentive)
            #expect(await stream.first { $0.address == address } != nil)
            let error = await #expect(throws: GATTError.self) { _ = try await central.connect(to: address) }
            #expect(error?.code == .addressChanges)
            #expect(
                error?.message
                    == "5A:06:41:DC:1A:B4 is an address that its device changes every few minutes, "
                    + "so Lull cannot keep it.")
        }
        #expect(kernel.called.isEmpty)
    }
}
