// SPDX-License-Identifier: Apache-2.0

import GATT
import HatchRest
import SleepModel
import Testing
import Waiting

@testable import Clocks
@testable import DeviceModules

@Suite(.timeLimit(.minutes(1)))
struct DeviceConnectionTests {
    typealias House = ScriptedHousehold
    typealias Event = ScriptedTransport.Event
    struct Failure: Error, Hashable {}

    private func advertisement(of house: House, battery: [UInt8] = [87]) throws -> Advertisement {
        Advertisement(
            address: house.address, manufacturerData: [0x0434: HatchRestReportTests.advertisement],
            serviceData: [BluetoothUUID(0x180F): battery], rssi: -58)
    }

    private func wait(for state: DeviceConnectionState, of house: House) async {
        await eventually { await house.connection.state == state }
    }

    // MARK: - States

    @Test
    func state_isAbsent_untilHeardOf() async throws {
        let house = try House()
        #expect(await house.connection.state == .absent)
        #expect(house.transport.events == [])
    }

    @Test
    func state_isAdvertising_forAsLongAsAnAdvertisementCounts() async throws {
        let house = try House()
        await house.connection.observe(try advertisement(of: house))
        #expect(await house.connection.state == .advertising)
        house.clock.advance(by: .milliseconds(299_999))
        #expect(await house.connection.state == .advertising)
        house.clock.advance(by: .milliseconds(1))
        #expect(await house.connection.state == .absent)
    }

    @Test
    func link_isMade_toTheTypeOfAddressThatIsKnown() async throws {
        let house = try House()
        for kind in [nil, AddressKind.random] {
            house.connection.setAddressKind(kind)
            try await house.connection.withSession { _ in }
            await house.connection.close()
        }
        #expect(house.transport.kinds == [nil, .random])
    }

    @Test
    func typeOfAddress_isLearned_fromTheFirstLinkThatShowsIt() async throws {
        let house = try House()
        for kind in [nil, AddressKind.random, .assigned] {
            house.transport.change { $0.addressKind = kind }
            try await house.connection.withSession { _ in }
            await house.connection.close()
        }
        #expect(house.transport.kinds == [nil, nil, .random])
        #expect(await house.connection.learnedKinds.first { _ in true } == .random)
    }

    /// Anybody can advertise the six bytes of a device as an address of the other type.
    @Test
    func typeOfAddress_isNotLearned_fromAnAdvertisement() async throws {
        let house = try House()
        await house.connection.observe(Advertisement(address: house.address, addressKind: .assigned))
        try await house.connection.withSession { _ in }
        #expect(house.transport.kinds == [nil])
    }

    @Test
    func state_isConnectingConnectedAndHeld_overAUse() async throws {
        let house = try House()
        house.transport.close(.connect)
        let (released, release) = AsyncStream<Void>.makeStream()
        let use = Task {
            try await house.connection.withSession { _ in
                for await _ in released {}
            }
        }
        await house.transport.wait(for: .connect)
        #expect(await house.connection.state == .connecting)
        house.transport.open(.connect)
        await wait(for: .connected, of: house)
        release.finish()
        try await use.value
        #expect(await house.connection.state == .held)
        await house.connection.close()
        #expect(await house.connection.state == .absent)
    }

    @Test
    func state_isCoolingDownAndUnavailable_afterAFailure_untilTheDeviceIsHeardAgain() async throws {
        let house = try House()
        let refusal = GATTError(.connectionFailed, "No.")
        house.transport.change { $0.refusal = refusal }
        await #expect(throws: refusal) { try await house.connection.withSession { _ in } }
        #expect(await house.connection.state == .coolingDown)
        #expect(await house.connection.coolDown == .seconds(2))
        house.clock.advance(by: .milliseconds(1_999))
        #expect(await house.connection.state == .coolingDown)
        house.clock.advance(by: .milliseconds(1))
        #expect(await house.connection.state == .unavailable)
        #expect(await house.connection.failure == refusal)
        await house.connection.observe(try advertisement(of: house))
        #expect(await house.connection.state == .advertising)
        #expect(await house.connection.failure == nil)
    }

    @Test
    func state_isHeld_afterAFailureAndASuccess() async throws {
        let house = try House()
        house.transport.change { $0.refusal = GATTError(.connectionFailed, "No.") }
        try? await house.connection.withSession { _ in }
        house.transport.change { $0.refusal = nil }
        try await house.connection.withSession { _ in }
        #expect(await house.connection.state == .held)
        #expect(await house.connection.failure == nil)
    }

    @Test
    func state_isNotUnavailable_whenTheCallerGaveUp() async throws {
        let house = try House()
        house.transport.close(.connect)
        let use = Task { try await house.connection.withSession { _ in } }
        await house.transport.wait(for: .connect)
        use.cancel()
        let error = await #expect(throws: GATTError.self) { try await use.value }
        #expect(error?.code == .cancelled)
        #expect(await house.connection.state == .absent)
        #expect(await house.connection.failure == nil)
    }

    // MARK: - Advertisements

    @Test
    func observe_tellsTheEmitterStateAndRadio() async throws {
        let house = try House()
        await house.connection.observe(try advertisement(of: house))
        #expect(house.emitter.latest?.state == HatchRestReportTests.state)
        #expect(house.emitter.latest?.source == .advertisement)
        #expect(house.emitter.radio == (-58, 87))
    }

    @Test(arguments: [([], nil), ([101], nil), ([255], nil), ([0], 0), ([100], 100)] as [([UInt8], Int?)])
    func observe_takesABatteryLevelUpTo100(data: [UInt8], battery: Int?) async throws {
        let house = try House()
        await house.connection.observe(try advertisement(of: house, battery: data))
        #expect(house.emitter.radio.battery == battery)
    }

    @Test
    func observe_countsAsPresence_whenThePayloadCannotBeRead() async throws {
        let house = try House()
        await house.connection.observe(
            Advertisement(address: house.address, manufacturerData: [0x0434: [0x52, 0xFF]]))
        #expect(await house.connection.state == .advertising)
        #expect(house.emitter.latest == nil)
    }

    // MARK: - Uses

    @Test
    func withSession_connectsOnce_forUsesInARow() async throws {
        let house = try House()
        for _ in 0..<3 { try await house.connection.withSession { _ in } }
        #expect(house.transport.events == [.connect, .connected])
    }

    @Test
    func withSession_dropsTheConnection_whenTheUseFails() async throws {
        let house = try House()
        await #expect(throws: Failure()) { try await house.connection.withSession { _ in throw Failure() } }
        #expect(await house.connection.state == .absent)
        try await house.connection.withSession { _ in }
        #expect(
            house.transport.events == [.connect, .connected, .disconnecting, .disconnected, .connect, .connected])
    }

    @Test
    func withSession_waitsUntilTheConnectionBeforeHasEnded() async throws {
        let house = try House()
        try await house.connection.withSession { _ in }
        house.transport.close(.disconnect)
        let closing = Task { await house.connection.close() }
        await house.transport.wait(for: .disconnecting)
        let use = Task { try await house.connection.withSession { _ in } }
        await eventually { house.transport.waitingForAnEnd > 0 }
        house.transport.open(.disconnect)
        await closing.value
        try await use.value
        #expect(
            house.transport.events == [.connect, .connected, .disconnecting, .disconnected, .connect, .connected])
    }

    // MARK: - Running

    @Test
    func run_releasesAnIdleConnection_afterTheHold() async throws {
        let house = try House()
        try await house.whileRunning {
            try await house.connection.withSession { _ in }
            await house.clock.waitForSleepers(1)
            house.clock.advance(by: .milliseconds(9_999))
            // The only task that could release it still sleeps.
            await house.clock.waitForSleepers(1)
            #expect(await house.connection.state == .held)
            house.clock.advance(by: .milliseconds(1))
            await house.transport.wait(for: .disconnected)
            #expect(await house.connection.state == .absent)
        }
        #expect(house.transport.events == [.connect, .connected, .disconnecting, .disconnected])
    }

    @Test
    func run_countsTheHoldFromTheLastUse() async throws {
        let house = try House()
        try await house.whileRunning {
            try await house.connection.withSession { _ in }
            await house.clock.waitForSleepers(1)
            house.clock.advance(by: .seconds(6))
            try await house.connection.withSession { _ in }
            house.clock.advance(by: .seconds(9))
            await house.clock.waitForSleepers(1)
            #expect(await house.connection.state == .held)
            house.clock.advance(by: .seconds(1))
            await house.transport.wait(for: .disconnected)
        }
    }

    @Test
    func run_keepsAConnectionInUse_pastTheHold() async throws {
        let house = try House()
        try await house.whileRunning {
            try await house.connection.withSession { _ in
                for _ in 0..<5 {
                    await house.clock.waitForSleepers(1)
                    house.clock.advance(by: .seconds(10))
                }
                #expect(await house.connection.state == .connected)
            }
            #expect(house.transport.count(of: .disconnecting) == 0)
        }
    }

    /// A use that begins while the idle connection is being released must not lose its connection half-way.
    @Test
    func run_neverTakesTheConnectionFromAUse_thatBeginsAsTheHoldEnds() async throws {
        let house = try House()
        try await house.whileRunning {
            for _ in 0..<1000 {
                try await house.connection.withSession { _ in }
                await house.clock.waitForSleepers(1)
                async let use: Void = house.connection.withSession { session in
                    for _ in 0..<20 { _ = try await session.connection.read(HatchRestUUID.feedback) }
                }
                house.clock.advance(by: .seconds(10))
                try await use
            }
        }
    }

    @Test
    func run_goesOn_afterThePeerDisconnects() async throws {
        let house = try House()
        try await house.whileRunning {
            for _ in 0..<3 {
                try await house.connection.withSession { _ in }
                await house.clock.waitForSleepers(1)
                house.transport.drop()
                await wait(for: .absent, of: house)
            }
        }
        #expect(
            house.transport.events == Array(repeating: [.connect, .connected, .disconnected], count: 3).flatMap { $0 })
    }

    @Test
    func run_disconnects_whenCancelled() async throws {
        let house = try House()
        try await house.whileRunning {
            try await house.connection.withSession { _ in }
            await house.clock.waitForSleepers(1)
        }
        #expect(house.transport.events == [.connect, .connected, .disconnecting, .disconnected])
        #expect(await house.connection.state == .absent)
    }

    @Test
    func run_feedsNotifiedStatesToTheEmitter_andSkipsOthers() async throws {
        let house = try House()
        try await house.whileRunning {
            try await house.connection.withSession { _ in }
            var updates = house.emitter.updates().makeAsyncIterator()
            house.transport.notify([0x54, 0x00], of: HatchRestUUID.feedback)
            house.transport.notify(HatchRestReportTests.feedback, of: HatchRestUUID.feedback)
            let first = await updates.next()
            #expect(first?.state == HatchRestReportTests.state)
            #expect(first?.source == .notification)
            house.transport.notify(ScriptedTransport.report(House.off), of: HatchRestUUID.feedback)
            #expect(await updates.next()?.state.isOn == false)
        }
    }

    // MARK: - Losses

    @Test
    func losses_tellOfALinkThatBreaks_whileNobodyUsesIt() async throws {
        let house = try House()
        try await house.whileRunning {
            var losses = house.connection.losses.makeAsyncIterator()
            try await house.connection.withSession { _ in }
            await house.clock.waitForSleepers(1)
            house.transport.drop()
            #expect(await losses.next() != nil)
        }
    }

    @Test
    func losses_tellNothing_whenTheLinkIsReleasedOrGivenUp() async throws {
        let house = try House()
        let told = Task { [losses = house.connection.losses] in
            var count = 0
            for await _ in losses { count += 1 }
            return count
        }
        try await house.whileRunning {
            try await house.connection.withSession { _ in }
            await house.clock.waitForSleepers(1)
            house.clock.advance(by: .seconds(10))
            await house.transport.wait(for: .disconnected)
            await #expect(throws: Failure()) { try await house.connection.withSession { _ in throw Failure() } }
            try await house.connection.withSession { _ in }
            await house.connection.close()
            // The loop watches one link after the other: once it releases this one, it has dealt with all before it.
            try await house.connection.withSession { _ in }
            await house.clock.waitForSleepers(1)
            house.clock.advance(by: .seconds(10))
            for _ in 0..<3 { await house.transport.wait(for: .disconnected) }
        }
        told.cancel()
        #expect(await told.value == 0)
    }

    @Test
    func withSession_saysThatItFollowsALoss_untilTheNextThatDoesNot() async throws {
        let house = try House()
        try await house.whileRunning {
            var answers = [try await house.connection.withSession { $0.followsLoss }]
            await house.clock.waitForSleepers(1)
            house.transport.drop()
            await wait(for: .absent, of: house)
            answers.append(try await house.connection.withSession { $0.followsLoss })
            await house.connection.close()
            answers.append(try await house.connection.withSession { $0.followsLoss })
            #expect(answers == [false, true, false])
        }
    }

    /// A use that goes on after the device was unpaired must not leave a link behind that nobody releases.
    @Test
    func withSession_isRefused_onceNobodyWatches() async throws {
        let house = try House()
        house.transport.close(.connect)
        let use = await house.whileRunning {
            let use = Task { try await house.connection.withSession { _ in } }
            await house.transport.wait(for: .connect)
            return use
        }
        await eventually { await house.connection.isReleased }
        house.transport.open(.connect)
        let under = await #expect(throws: GATTError.self) { try await use.value }
        let after = await #expect(throws: GATTError.self) { try await house.connection.withSession { _ in } }
        #expect([under?.code, after?.code] == [.unavailable, .unavailable])
        #expect(house.transport.events == [.connect, .connected, .disconnecting, .disconnected])
    }

    @Test
    func observe_takesAnAdvertisementOnce_howeverOftenItIsRepeated() async throws {
        let house = try House()
        await house.connection.observe(try advertisement(of: house))
        house.emitter.observe(House.off, from: .read)
        await house.connection.observe(try advertisement(of: house))
        #expect(house.emitter.advertised == nil)
    }

    /// A device that loses its power while it is spoken to comes back off; nobody switched it off.
    @Test
    func withSession_makesWhatIsSeenNextNobodysChange_whenTheUseFails() async throws {
        let house = try House()
        var off = House.playing
        off.isOn = false
        for _ in 0..<2 {
            house.emitter.observe(House.playing, from: .read)
            house.clock.advance(by: .seconds(60))
        }
        await #expect(throws: Failure()) { try await house.connection.withSession { _ in throw Failure() } }
        house.emitter.observe(off, from: .read)
        #expect(house.emitter.latest?.foreignChanges == 0)
        #expect(house.emitter.latest?.state.isOn == false)
    }

    // MARK: - Keeping

    @Test
    func keep_holdsAnIdleLink_untilItIsOver() async throws {
        let house = try House()
        try await house.whileRunning {
            await house.connection.keep(for: .seconds(60))
            try await house.connection.withSession { _ in }
            for _ in 0..<5 {
                await house.clock.waitForSleepers(1)
                house.clock.advance(by: .seconds(10))
            }
            // The task that releases it has looked, and sleeps again.
            await house.clock.waitForSleepers(1)
            #expect(await house.connection.state == .held)
            house.clock.advance(by: .seconds(10))
            await house.transport.wait(for: .disconnected)
        }
    }

    @Test
    func keep_isEndedByZero_andTheHoldCountsAgain() async throws {
        let house = try House()
        try await house.whileRunning {
            await house.connection.keep(for: .seconds(3600))
            try await house.connection.withSession { _ in }
            await house.connection.keep(for: .zero)
            await house.clock.waitForSleepers(1)
            house.clock.advance(by: .seconds(10))
            await house.transport.wait(for: .disconnected)
        }
    }

    @Test
    func withSession_connectsOnce_whenSeveralAskAtOnce() async throws {
        let house = try House()
        house.transport.close(.connect)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { try await house.connection.withSession { _ in } } }
            await eventually { await house.connection.connecting.waitingCount == 7 }
            house.transport.open(.connect)
            try await group.waitForAll()
        }
        #expect(house.transport.events == [.connect, .connected])
    }
}
