// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import DeviceModules
import GATT
public import SleepModel

/// The one place in front of the action senders: takes what everybody wants, and hands each device its next frame.
@MainActor
public final class NightCoordinator {
    private struct Entry {
        var machine = CoordinationMachine()
        var frames: AsyncStream<DeviceFrame>.Continuation?
        var waiters: [(sequence: Int, continuation: CheckedContinuation<DeliveryOutcome, Never>)] = []
        var lastOutcome: DeliveryOutcome?
    }

    private let clock: any NightClock
    private let signal: WakeSignal
    private var entries: [MacAddress: Entry] = [:]

    /// Works by `clock`, and raises `signal` when there is something to wake for.
    public init(clock: any NightClock, signal: WakeSignal) {
        self.clock = clock
        self.signal = signal
    }

    // MARK: - What is wanted

    /// Takes what one kind of schedule wants of a device now, in place of what it wanted before; time makes a frame of it.
    public func replace(
        _ kind: ScheduleKind, on device: MacAddress, with wanted: [ChannelIntent], restsOff: Bool,
        at sample: ClockSample
    ) {
        entries[device]?.machine.replace(kind, with: wanted, restsOff: restsOff, at: sample)
    }

    /// Where one kind of schedule says what it wants of a device, and whether the device is switched off if nobody else
    /// wants it on.
    public func intake(
        of device: MacAddress
    ) -> @MainActor (ScheduleKind, [ChannelIntent], _ switchesOff: Bool, ClockSample) -> Void {
        { kind, wanted, switchesOff, sample in
            self.replace(kind, on: device, with: wanted, restsOff: switchesOff, at: sample)
        }
    }

    /// Makes true what somebody asked for, and says what became of it; nil when something that counts more is in the way.
    ///
    /// When the device cannot be reached the wish is taken back, so that it does not come true by surprise later. With a
    /// `favourite` it is the device's own one that shows exactly these actions.
    public func override(
        _ actions: [DeviceAction], favourite: Int? = nil, on device: MacAddress
    ) async -> DeliveryOutcome? {
        guard entries[device]?.frames != nil else { return Self.undeliverable(device) }
        var id: CoordinationMachine.OverrideID?
        var isHeldBack = false
        let frame = change(device) { machine in
            let overridden = machine.override(actions, favourite: favourite, at: clock.now())
            (isHeldBack, id) = (overridden.isHeldBack, overridden.id)
            return overridden.frame
        }
        signal.raise()
        guard let frame, let id else { return nil }
        guard !isHeldBack else {
            entries[device]?.machine.keep(id)
            // What counts more may have followed the wish as far as it does, and that is what is to be told.
            _ = await self.outcome(of: frame.sequence, on: device)
            return nil
        }
        let outcome = await outcome(of: frame.sequence, on: device)
        if outcome.isDelivered {
            entries[device]?.machine.keep(id)
        } else {
            change(device) { $0.withdraw(id, at: clock.now()) }
        }
        signal.raise()
        return outcome
    }

    /// Asks for a device to be off unless somebody wants something of it.
    public func rest(_ device: MacAddress) {
        entries[device]?.machine.rest(at: clock.now())
        signal.raise()
    }

    /// Notes that a device was heard; what could not be delivered is tried again.
    public func heard(_ device: MacAddress) {
        let before = entries[device]?.machine.nextWake(at: clock.now())
        entries[device]?.machine.heard(at: clock.now())
        if entries[device]?.machine.nextWake(at: clock.now()) != before { signal.raise() }
    }

    /// Notes that a device may have forgotten what it was told; false when nothing scheduled is wanted of it.
    public func forget(_ device: MacAddress) -> Bool {
        guard entries[device]?.machine.forget(at: clock.now()) == true else { return false }
        signal.raise()
        return true
    }

    /// Notes that somebody changed channels at the device; what was set by hand before no longer counts on them.
    public func release(_ channels: Set<DeviceChannel>, on device: MacAddress) {
        entries[device]?.machine.release(channels)
        signal.raise()
    }

    /// Whether an alarm rings on a device now.
    public func rings(_ device: MacAddress) -> Bool {
        owners(of: device).values.contains { $0.layer == .alarm }
    }

    /// Who owns what on a device.
    public func owners(of device: MacAddress) -> [DeviceChannel: ChannelIntent] {
        entries[device]?.machine.owners ?? [:]
    }

    /// What became of the last frame of a device.
    public func lastOutcome(on device: MacAddress) -> DeliveryOutcome? {
        entries[device]?.lastOutcome
    }

    // MARK: - Time

    /// Lets time pass for all devices.
    public func advance(to sample: ClockSample) {
        for device in entries.keys { change(device) { $0.advance(to: sample) } }
    }

    /// When to look again.
    public func nextWake(at sample: ClockSample) -> WakeRequest {
        entries.values.reduce(WakeRequest()) { $0.earliest($1.machine.nextWake(at: sample)) }
    }

    // MARK: - Delivery

    /// The frames of a device, newest only, until it is removed; for one consumer.
    public func frames(for device: MacAddress) -> AsyncStream<DeviceFrame> {
        let (stream, continuation) = AsyncStream<DeviceFrame>.makeStream(bufferingPolicy: .bufferingNewest(1))
        entries[device, default: Entry()].frames?.finish()
        entries[device, default: Entry()].frames = continuation
        return stream
    }

    /// Notes what became of a frame.
    public func delivered(_ frame: DeviceFrame, on device: MacAddress, _ report: DeliveryReport) {
        guard var entry = entries[device] else { return }
        let outcome = report.outcome
        entry.machine.delivered(
            frame.sequence, isDelivered: outcome.isDelivered, isConfirmed: frame.isTransient || outcome.isConfirmed,
            coolDown: report.coolDown, at: clock.now())
        entry.lastOutcome = outcome
        // A later frame holds everything an earlier one did, so it settles the earlier one too.
        let settled = entry.waiters.filter { $0.sequence <= frame.sequence }
        entry.waiters.removeAll { $0.sequence <= frame.sequence }
        entries[device] = entry
        for waiter in settled { waiter.continuation.resume(returning: outcome) }
        signal.raise()
    }

    /// Nobody takes the frames of a device any more; whoever waits for one is told.
    public func endFrames(for device: MacAddress) {
        let waiters = entries[device]?.waiters ?? []
        entries[device]?.frames = nil
        entries[device]?.waiters = []
        for waiter in waiters { waiter.continuation.resume(returning: Self.undeliverable(device)) }
    }

    /// Forgets a device; whoever waits for it is told that it is gone.
    public func remove(_ device: MacAddress) {
        guard let entry = entries.removeValue(forKey: device) else { return }
        entry.frames?.finish()
        let gone = DeliveryOutcome.failed(GATTError(.notFound, "\(device) is no longer paired."))
        for waiter in entry.waiters { waiter.continuation.resume(returning: gone) }
    }

    // MARK: -

    @discardableResult
    private func change(
        _ device: MacAddress, _ body: (inout CoordinationMachine) -> DeviceFrame?
    ) -> DeviceFrame? {
        // A device that was removed does not come back because something of it is still under way.
        guard entries[device] != nil, let frame = body(&entries[device, default: Entry()].machine) else { return nil }
        entries[device]?.frames?.yield(frame)
        return frame
    }

    private func outcome(of sequence: Int, on device: MacAddress) async -> DeliveryOutcome {
        await withCheckedContinuation { continuation in
            guard entries[device]?.frames != nil else {
                continuation.resume(returning: Self.undeliverable(device))
                return
            }
            entries[device]?.waiters.append((sequence, continuation))
        }
    }

    private static func undeliverable(_ device: MacAddress) -> DeliveryOutcome {
        .failed(GATTError(.unavailable, "Nothing delivers to \(device) now."))
    }
}
