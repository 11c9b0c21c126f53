// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import DeviceModules
import GATT
import Logging
import Scheduling
import SleepModel

/// Keeps the clock of one device on the local time of the household.
@MainActor
final class DeviceClockKeeper {
    private let device: MacAddress
    private let hasClock: Bool
    private let sender: IoTActionSender
    private let zones: ZoneBook
    private let clock: any NightClock
    private let log: HouseholdLog
    private let logger: Logger
    private let settings: AsyncStream<DeviceClockCheck.Reason>
    private let setting: AsyncStream<DeviceClockCheck.Reason>.Continuation
    private var check = DeviceClockCheck()
    /// When it was noted that the device lost its power, until its clock is right again.
    private var lossNotedAt: Instant?
    /// What is about to happen on the device, as of the last look; nil before the household trusts its clock.
    private var look: (next: Instant?, rings: Bool)?
    /// The end of the time in which the household's zone keeps its offset, and what that was found with.
    private var offset: (end: Instant, from: Instant, changeCount: Int)?

    init(
        of device: MacAddress, codec: any ProductCodec, sender: IoTActionSender, zones: ZoneBook,
        clock: any NightClock, log: HouseholdLog, logger: Logger
    ) {
        self.device = device
        hasClock = codec.capabilities.hasClock
        self.sender = sender
        self.zones = zones
        self.clock = clock
        self.log = log
        self.logger = logger
        // One attempt at a time.
        (settings, setting) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Sets the clock whenever that has been decided, until cancelled.
    func run() async {
        for await reason in settings { _ = await set(because: reason) }
    }

    /// Sets the clock, and says whether the device has taken that.
    private func set(because reason: DeviceClockCheck.Reason) async -> Bool {
        let zone = zones.rules(of: nil)
        let notedAt = reason == .lostPower ? lossNotedAt : nil
        do throws(GATTError) {
            let shown = try await sender.setClock { [clock] in zone.civil(at: clock.now().wall) }
            check.wasSet(to: shown, at: clock.now().boot)
        } catch {
            check.failed(isReached: error.code == .notStored || error.code == .attributeError, at: clock.now().boot)
            logger.notice(
                "could not set the device's clock", metadata: ["error": "\(error.message)"])
            return false
        }
        logger.notice("set the device's clock", metadata: ["why": "\(reason.words)"])
        guard reason != .daily else { return true }
        await log.write(
            LogEntry(
                at: clock.now().wall, planned: notedAt, device: device, kind: .daemon, name: reason.logName,
                outcome: .set, actor: .daemon))
        return true
    }

    /// Notes that it is known that the device lost its power, which its clock says, too.
    func notedLossOfPower() { lossNotedAt = clock.now().wall }

    /// Whether programs are relied on, which run by the clock, so that it is to be exact.
    func rely(onPrograms isReliedOn: Bool) { check.isReliedOn = isReliedOn }

    /// Whether the clock is as exact as programs need it; nil while nobody knows.
    func isExact(at sample: ClockSample) -> Bool? {
        check.isExact(at: sample.boot, local: zones.rules(of: nil).civil(at: sample.wall))
    }

    /// Reads what the clock shows, and sets it if need be; false if it is not as exact as programs need it all the same.
    ///
    /// Throws what keeps the device from answering.
    func settle() async throws(GATTError) -> Bool {
        guard hasClock else { return true }
        let state = try await sender.readState()
        let sample = clock.now()
        check.saw(state.clock, at: sample.boot)
        let local = zones.rules(of: nil).civil(at: sample.wall)
        let reason = check.decide(
            at: (sample.boot, sample.wall), local: local, next: look?.next, rings: look?.rings ?? false)
        if let reason { return await set(because: reason) }
        return check.isUnderWay || isExact(at: clock.now()) != false
    }

    /// Notes what a device showed as it was paired.
    func paired(_ seen: ObservedState) {
        guard hasClock else { return }
        check.paired(seen.state.clock, at: seen.boot)
    }

    /// Notes what the device reported, and decides anew.
    func observe(_ observed: ObservedState) {
        guard hasClock, observed.source != .advertisement else { return }
        if observed.state.knowsTheTime(at: observed.at) { lossNotedAt = nil }
        check.saw(observed.state.clock, at: observed.boot)
        decide(at: clock.now())
    }

    /// Lets time pass; `next` is when something begins on the device.
    func advance(at sample: ClockSample, next: Instant?, rings: Bool) {
        look = (next, rings)
        decide(at: sample)
    }

    /// When to look again.
    func nextLook(at sample: ClockSample) -> Instant? {
        guard hasClock, let look else { return nil }
        let local = zones.rules(of: nil).civil(at: sample.wall)
        let later = check.nextLook(at: (sample.boot, sample.wall), local: local, next: look.next, rings: look.rings)
        return [later, offsetEnd(after: sample.wall)].compactMap(\.self).min()
    }

    /// When the household's zone has another offset, to the second, or a day ahead if that is later.
    private func offsetEnd(after now: Instant) -> Instant {
        if let offset, offset.changeCount == zones.changeCount, offset.from <= now, now < offset.end {
            return offset.end
        }
        let zone = zones.rules(of: nil)
        var (same, end) = (now, now + .seconds(86_400))
        if zone.offset(at: end) != zone.offset(at: now) {
            while end - same > .seconds(1) {
                let middle = same + (end - same) / 2
                if zone.offset(at: middle) == zone.offset(at: now) { same = middle } else { end = middle }
            }
        }
        offset = (end, now, zones.changeCount)
        return end
    }

    private func decide(at sample: ClockSample) {
        guard let look else { return }
        let local = zones.rules(of: nil).civil(at: sample.wall)
        let reason = check.decide(at: (sample.boot, sample.wall), local: local, next: look.next, rings: look.rings)
        if let reason { setting.yield(reason) }
    }
}
