// SPDX-License-Identifier: Apache-2.0

import Clocks
import DeviceModules
import GATT
import SecondProduct
import SimulatedDevice
import SleepModel
import Testing

/// The device modules with a product that they were not written for.
@Suite(.timeLimit(.minutes(1)))
struct GlowLampDeliveryTests {
    private static let evening: [DeviceAction] = [
        .power(true), .sound(SoundID(rawValue: 2)), .volume(Level(rawValue: 77)),
        .light(Light(.color(GlowLampHouse.red), brightness: Level(rawValue: 102))),
    ]
    /// Level 78 is 30.6 %, which the lamp shows as 31 %, and that is 79.
    private static let between = Level(rawValue: 78)
    private static let shown = Level(rawValue: 79)

    @Test
    func perform_makesAllChannelsTrue_andIsConfirmed() async throws {
        let house = try GlowLampHouse()
        let report = await house.perform(Self.evening)
        #expect(report.results == Self.evening.map { ActionResult($0, .confirmed) })
        #expect(
            await house.lamp.written == [
                [0x20, 0x01, 255, 20, 3, 40], [0x40, 0x02, 30], [0x30, 0x02, 2], [0x10, 0x01, 1],
            ])
        let wanted = DeviceState(
            isOn: true, light: Light(.color(GlowLampHouse.red), brightness: Level(rawValue: 102)),
            sound: SoundID(rawValue: 2), volume: Level(rawValue: 77))
        #expect(await house.lamp.state == wanted)
        #expect(report.state == wanted)
        #expect(house.emitter.latest?.state == wanted)
    }

    @Test
    func perform_sendsOnlyWhatDiffers() async throws {
        let house = try GlowLampHouse()
        _ = await house.perform(Self.evening)
        #expect(await house.perform(Self.evening + [.sound(.none)].dropFirst()).outcome.isConfirmed)
        #expect(await house.lamp.written.count == 4)
        #expect(await house.lamp.connections == 1)
    }

    @Test
    func perform_isConfirmed_byTheNearestThatTheLampCanShow() async throws {
        let house = try GlowLampHouse()
        let report = await house.perform([
            .volume(Self.between), .light(Light(.gradient, brightness: Self.between)),
        ])
        let white = RGBColor(red: 255, green: 255, blue: 255)
        #expect(
            report.results == [
                ActionResult(.volume(Self.shown), .confirmed),
                ActionResult(.light(Light(.color(white), brightness: Self.shown)), .confirmed),
            ])
        #expect(await house.lamp.written == [[0x20, 0x01, 255, 255, 255, 31], [0x40, 0x02, 31]])
    }

    @Test
    func perform_isConfirmed_byTheNearest_alsoForWhatCountsOnlyIfTheLampWasOff() async throws {
        let house = try GlowLampHouse()
        let report = await house.whilePausesPass {
            await house.perform([.power(true)], ifOff: [.volume(Self.between)])
        }
        #expect(
            report.results == [
                ActionResult(.power(true), .confirmed), ActionResult(.volume(Self.shown), .confirmed),
            ])
    }

    @Test
    func perform_takesTheNearestForItsOwnEcho_andTheWheelForAChangeAtTheLamp() async throws {
        let house = try GlowLampHouse()
        _ = try await house.sender.readState()
        house.clock.advance(by: .seconds(3))
        _ = await house.perform([.volume(Self.between)])
        #expect(house.emitter.latest?.foreignChanges == 0)
        #expect(house.emitter.latest?.provenance[.volume]?.author == .lull)
        await house.lamp.turn(toBrightness: 12)
        _ = try await house.sender.readState()
        #expect(house.emitter.latest?.foreignChanges == 1)
        #expect(house.emitter.latest?.provenance[.light]?.author == .device)
    }

    @Test
    func run_hearsTheWheel_whileTheLinkIsHeld() async throws {
        let house = try GlowLampHouse()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await house.connection.run() }
            _ = await house.perform([.power(true)])
            await house.lamp.turn(toBrightness: 12)
            await house.waitUntilKnown { $0.state.light.brightness == Level(percent: 12) }
            #expect(house.emitter.latest?.source == .notification)
            group.cancelAll()
        }
    }

    @Test
    func perform_fadesOverOneConnection_withoutSendingAPercentTwice() async throws {
        let house = try GlowLampHouse()
        for level in 0...50 as ClosedRange<UInt8> {
            let desired = DesiredState(
                sequence: Int(level), actions: [.volume(Level(rawValue: level))], isTransient: true)
            #expect(await house.sender.perform(desired).outcome == .unconfirmed(nil))
        }
        #expect(await house.lamp.written == (0...20 as ClosedRange<UInt8>).map { [0x40, 0x02, $0] })
        #expect(await house.lamp.connections == 1)
    }

    @Test
    func perform_failsWithTheLampsReason_andGoesOnAfterwards() async throws {
        let house = try GlowLampHouse()
        let sound = DeviceAction.sound(SoundID(rawValue: 9))
        let report = await house.perform([sound])
        guard case .failed(let error)? = report.results.first?.outcome else {
            Issue.record("\(report.results)")
            return
        }
        #expect(error.code == .attributeError)
        #expect(error.message == "C4:64:E3:00:00:07 refused a command with reason 2.")
        #expect(await house.lamp.state == GlowLampReport().state)
        #expect(await house.perform([.volume(.full)]).outcome.isConfirmed)
    }

    @Test
    func perform_fails_whenTheStateCannotBeRead() async throws {
        let house = try GlowLampHouse()
        await house.lamp.spoilReport([0x5A, 0, 0, 0, 101, 0, 0, 0xBF])
        #expect(await house.perform([.power(true)]).outcome.failure == .protocolViolation)
        #expect(await house.lamp.written.isEmpty)
        #expect(house.emitter.latest == nil)
    }

    @Test
    func advertisements_makeTheLampKnown() async throws {
        let house = try GlowLampHouse()
        for await advertisement in try await house.transport.advertisements(.attentive) {
            await house.connection.observe(advertisement)
            break
        }
        #expect(await house.connection.state == .advertising)
        #expect(house.emitter.latest?.state == GlowLampReport().state)
        #expect(house.emitter.latest?.source == .advertisement)
    }

    @Test
    func identify_blinks_andPutsBackWhatTheLampShowed() async throws {
        let house = try GlowLampHouse()
        _ = await house.perform(Self.evening)
        let before = await house.lamp.state
        let outcome = try await house.whilePausesPass { try await house.sender.show(.identification(upTo: .full)) }
        #expect(outcome == .confirmed(before))
        #expect(await house.lamp.state == before)
        #expect(await house.lamp.written.count == 4 + 6 + 1)
    }

    @Test(arguments: GlowLampRequest.allCases)
    func memory_isNotSupported_andTheLampIsLeftAlone(request: GlowLampRequest) async throws {
        let house = try GlowLampHouse()
        let error = await #expect(throws: GATTError.self) { try await request.ask(house.sender) }
        #expect(error?.code == .notSupported)
        #expect(error?.message == "A glow-lamp keeps nothing by itself.")
        #expect(await house.lamp.connections == 0)
    }
}
