// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import DeviceModules
import GATT
public import SleepModel

/// The one place in front of the action senders: takes what everybody wants and gives each device its desired state.
@MainActor
public final class NightCoordinator {
    struct Entry {
        var machine = CoordinationMachine() {
            didSet {
                guard machine.holds != holds else { return }
                holds = machine.holds
                holdChanges?.yield()
            }
        }
        private(set) var holds = DeviceHolds()
        var holdChanges: AsyncStream<Void>.Continuation?
        let signal: WakeSignal
        var desiredStates: AsyncStream<DesiredState>.Continuation?
        var decidedStates: AsyncStream<DesiredState>.Continuation?
        var waiters: [Waiter] = []
        var lastOutcome: DeliveryOutcome?
        /// Whether what runs is about to end, so that nothing shows of what that uncovers.
        var isEnding = false

        mutating func decide(_ body: (inout CoordinationMachine) -> DesiredState?) -> DesiredState? { body(&machine) }
    }

    /// Somebody who waits for what becomes of a desired state.
    struct Waiter {
        let number: Int
        let sequence: Int
        let continuation: CheckedContinuation<DeliveryOutcome, Never>
    }

    let clock: any NightClock
    var entries: [MacAddress: Entry] = [:]
    private var lastWaiter = 0

    /// Starts without devices.
    public init(clock: any NightClock) {
        self.clock = clock
    }

    /// Takes a device on; raises `signal` when there is something to wake for.
    public func open(_ device: MacAddress, raising signal: WakeSignal) {
        remove(device)
        entries[device] = Entry(signal: signal)
    }

    // MARK: - What is wanted

    /// Takes what one kind of schedule wants of a device now, in place of what it wanted before; a desired state is
    /// made when time moves on.
    public func replace(
        _ kind: ScheduleKind, on device: MacAddress, with wanted: [ChannelIntent],
        leftovers: RunLeftovers = RunLeftovers(), switchesOff: Bool, at sample: ClockSample
    ) {
        entries[device]?.machine.replace(
            kind, with: wanted, leftovers: leftovers, switchesOff: switchesOff, at: sample)
    }

    /// Applies a manual change and says what became of it.
    ///
    /// If the device cannot be reached the change is withdrawn, so that it does not happen by surprise later.
    /// `favourite` names the device's own favourite that shows exactly these actions. With `isDecided` the caller is
    /// inside `decide` of the device's sender, and the desired state goes to the reader of `decidedStates`.
    @discardableResult
    public func apply(
        _ actions: [DeviceAction], favourite: Int? = nil, on device: MacAddress, isDecided: Bool = false
    ) async -> AppliedChange {
        guard entries[device]?.desiredStates != nil else {
            return AppliedChange(outcome: Self.undeliverable(device))
        }
        var hold: (id: CoordinationMachine.HoldID, heldBack: [DeviceAction], limited: [DeviceAction])?
        let desired = change(device, isDecided: isDecided) { machine in
            let made = machine.hold(actions, favourite: favourite, at: clock.now())
            hold = (made.id, made.heldBack, made.limited)
            return made.desired
        }
        guard let desired, let hold else { return AppliedChange(outcome: Self.undeliverable(device)) }
        entries[device]?.signal.raise()
        // A higher layer may have followed the change in part; that is delivered with the rest.
        let outcome = await outcome(of: desired.sequence, on: device)
        if outcome.isDelivered {
            entries[device]?.machine.keep(hold.id)
        } else {
            change(device) { $0.withdraw(hold.id, at: clock.now()) }
        }
        entries[device]?.signal.raise()
        return AppliedChange(outcome: outcome, heldBack: hold.heldBack, limited: hold.limited)
    }

    /// Keeps a device off after its own sleep timer has ended, until something scheduled begins.
    public func stayOff(_ device: MacAddress) {
        change(device) { $0.stayOff(at: clock.now()) }
        entries[device]?.signal.raise()
    }

    /// Turns a device off unless somebody wants something of it.
    public func turnOffUnlessWanted(_ device: MacAddress) {
        entries[device]?.machine.turnOffUnlessWanted(at: clock.now())
        entries[device]?.signal.raise()
    }

    /// Leaves a device as it is while what runs on it is ended, until that is over.
    public func setEnding(_ isEnding: Bool, on device: MacAddress) {
        entries[device]?.isEnding = isEnding
        if !isEnding { entries[device]?.signal.raise() }
    }

    /// Ends what was set by hand on a device, and turns it off; what runs has been ended.
    public func stop(_ device: MacAddress) {
        entries[device]?.machine.stop(at: clock.now())
        setEnding(false, on: device)
    }

    /// Notes that a device may still have the light and the sound of a run, or of a part of one, that is over.
    public func noteLeftovers(on device: MacAddress) {
        entries[device]?.machine.noteLeftovers()
    }

    /// Takes over how a process before left the sound of a device: whether it is that of an alarm, and how loud the device
    /// was before that, or before a fade.
    public func inheritSound(of left: DeviceHolds, on device: MacAddress) {
        entries[device]?.machine.inheritSound(of: left)
    }

    /// Notes that a device was heard; a delivery that failed is tried again.
    public func heard(_ device: MacAddress) {
        let before = entries[device]?.machine.nextWake(at: clock.now())
        entries[device]?.machine.heard(at: clock.now())
        if entries[device]?.machine.nextWake(at: clock.now()) != before { entries[device]?.signal.raise() }
    }

    /// Notes that a device may have forgotten its desired state; false when nothing scheduled is wanted of it.
    ///
    /// After one of its programs what was set by hand is enough, and it is sent at once.
    public func forget(_ device: MacAddress, byProgram: Bool = false) -> Bool {
        guard entries[device]?.machine.forget(at: clock.now(), byProgram: byProgram) == true else { return false }
        entries[device]?.signal.raise()
        return true
    }

    /// Ends the manual holds on channels that somebody changed at the device.
    public func endHolds(_ channels: Set<DeviceChannel>, on device: MacAddress) {
        entries[device]?.machine.endHolds(on: channels, at: clock.now())
        entries[device]?.signal.raise()
    }

    // MARK: - Naps

    /// Begins a nap on a device, in place of one that lasts.
    public func start(_ nap: Nap, on device: MacAddress) {
        entries[device]?.machine.start(nap, at: clock.now())
        entries[device]?.signal.raise()
    }

    /// Ends the nap on a device.
    public func endNap(on device: MacAddress) {
        entries[device]?.machine.endNap(at: clock.now())
        entries[device]?.signal.raise()
    }

    /// The nap that lasts on a device; nil when there is none.
    public func nap(of device: MacAddress) -> Nap? { entries[device]?.machine.nap }

    /// When the nap on a device ends what is set by hand on a channel; nil when there is no nap.
    public func napTakes(_ channel: DeviceChannel, on device: MacAddress) -> Instant? {
        entries[device]?.machine.napTakes(channel, at: clock.now())
    }

    // MARK: - Limits

    /// Takes what nothing may exceed on a device from now on.
    ///
    /// Returns whether the device may exceed it, as nobody knows what it shows.
    @discardableResult
    public func limit(_ device: MacAddress, to limit: DeviceLimit?) -> Bool {
        guard let entry = entries[device], entry.machine.limit != limit else { return false }
        entries[device]?.machine.limit(to: limit)
        entry.signal.raise()
        return limit != nil && entry.machine.reported == nil
    }

    /// Notes what a device shows, and returns what of that exceeds its limit and is turned down.
    @discardableResult
    public func saw(_ state: DeviceState, on device: MacAddress) -> [DeviceAction] {
        guard let exceeding = entries[device]?.machine.saw(state), !exceeding.isEmpty else { return [] }
        entries[device]?.signal.raise()
        return exceeding
    }

    // MARK: - Restarts

    /// Takes over what the process before left of a device, before anything else happens to it.
    public func restore(_ left: DeviceHolds, on device: MacAddress) {
        entries[device]?.machine.restore(left, at: clock.now())
    }

    /// What the next process must know of a device.
    public func holds(of device: MacAddress) -> DeviceHolds {
        entries[device]?.holds ?? DeviceHolds()
    }

    /// Yields whenever that has changed, until the device is removed; for one consumer.
    public func holdChanges(of device: MacAddress) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        entries[device]?.holdChanges?.finish()
        entries[device]?.holdChanges = continuation
        return stream
    }

    // MARK: -

    /// Whether an alarm rings on a device now.
    public func rings(_ device: MacAddress) -> Bool {
        entries[device]?.machine.rings ?? false
    }

    /// What a device has taken of its present desired state, also if it does not report it.
    public func taken(by device: MacAddress) -> [DeviceAction] { entries[device]?.machine.taken ?? [] }

    /// Who owns what on a device.
    public func owners(of device: MacAddress) -> [DeviceChannel: ChannelIntent] {
        entries[device]?.machine.owners ?? [:]
    }

    /// What everybody wants of each channel of a device: first its owner, then what waits below.
    public func claims(on device: MacAddress) -> [DeviceChannel: [ChannelIntent]] {
        entries[device]?.machine.claims ?? [:]
    }

    /// What became of the last desired state of a device.
    public func lastOutcome(on device: MacAddress) -> DeliveryOutcome? {
        entries[device]?.lastOutcome
    }

    /// Whether a device has not taken what is wanted of it now.
    public func isBehind(_ device: MacAddress) -> Bool { entries[device]?.machine.undelivered != nil }

    /// Whether a device may show all that is wanted of it now, as one does that a process before left so: it reports that,
    /// or has not reported anything yet.
    public func mayShow(_ device: MacAddress) -> Bool { entries[device]?.machine.mayBeShown ?? true }

    /// Whether something ended or was silenced on a device that has not taken that yet, and is still to take it.
    public func isEndPending(on device: MacAddress) -> Bool {
        entries[device]?.machine.isEndPending ?? false
    }

    // MARK: - Time

    /// Lets time pass for a device.
    public func advance(_ device: MacAddress, to sample: ClockSample) {
        guard entries[device]?.isEnding != true else { return }
        change(device) { $0.advance(to: sample) }
    }

    /// When to look again at a device.
    public func nextWake(of device: MacAddress, at sample: ClockSample) -> WakeRequest {
        entries[device]?.machine.nextWake(at: sample) ?? WakeRequest()
    }

    // MARK: - Delivery

    /// Sends a device what is wanted of it now; false when it has not taken it after `limit` on `clock`.
    public func bringUpToDate(
        _ device: MacAddress, within limit: Duration, on clock: any NightClock
    ) async -> Bool {
        advance(device, to: self.clock.now())
        guard let sequence = entries[device]?.machine.undelivered else { return true }
        let number = nextWaiter()
        return await withTaskGroup(of: Bool.self) { group in
            // Begins at once, so that the limit finds it waiting.
            group.addImmediateTask { @MainActor in
                await self.outcome(of: sequence, on: device, as: number).isDelivered
            }
            group.addTask {
                try? await clock.sleep(for: limit)
                await self.endWaiting(number, for: device)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    private func endWaiting(_ number: Int, for device: MacAddress) {
        guard let index = entries[device]?.waiters.firstIndex(where: { $0.number == number }) else { return }
        let waiter = entries[device]?.waiters.remove(at: index)
        waiter?.continuation.resume(returning: .failed(GATTError(.timedOut, "\(device) does not answer.")))
    }

    /// The desired states of a device, newest only, until it is removed; for one consumer.
    public func desiredStates(for device: MacAddress) -> AsyncStream<DesiredState> {
        let (stream, continuation) = AsyncStream<DesiredState>.makeStream(bufferingPolicy: .bufferingNewest(1))
        entries[device]?.desiredStates?.finish()
        entries[device]?.desiredStates = continuation
        return stream
    }

    /// The desired states whose caller is inside `decide` of the device's sender, until the device is removed; for one
    /// consumer.
    public func decidedStates(for device: MacAddress) -> AsyncStream<DesiredState> {
        let (stream, continuation) = AsyncStream<DesiredState>.makeStream()
        entries[device]?.decidedStates?.finish()
        entries[device]?.decidedStates = continuation
        return stream
    }

    /// Notes what became of a desired state.
    public func delivered(_ desired: DesiredState, on device: MacAddress, _ report: DeliveryReport) {
        guard var entry = entries[device] else { return }
        let outcome = report.outcome
        entry.machine.delivered(
            desired.sequence, isDelivered: outcome.isDelivered,
            taken: report.results.isEmpty ? nil : report.takenChannels,
            isConfirmed: desired.isTransient || outcome.isConfirmed, coolDown: report.coolDown, at: clock.now())
        entry.lastOutcome = outcome
        // A later desired state holds everything that an earlier one did, so it answers for that one too.
        let settled = entry.waiters.filter { $0.sequence <= desired.sequence }
        entry.waiters.removeAll { $0.sequence <= desired.sequence }
        entries[device] = entry
        for waiter in settled { waiter.continuation.resume(returning: outcome) }
        entries[device]?.signal.raise()
    }

    /// Notes that nobody takes the desired states of a device any more; callers that wait for one get a failure.
    public func endDesiredStates(for device: MacAddress) {
        let waiters = entries[device]?.waiters ?? []
        entries[device]?.desiredStates = nil
        entries[device]?.decidedStates = nil
        entries[device]?.waiters = []
        for waiter in waiters { waiter.continuation.resume(returning: Self.undeliverable(device)) }
    }

    /// Forgets a device; callers that wait for it get a failure.
    public func remove(_ device: MacAddress) {
        guard let entry = entries.removeValue(forKey: device) else { return }
        entry.desiredStates?.finish()
        entry.decidedStates?.finish()
        entry.holdChanges?.finish()
        let gone = DeliveryOutcome.failed(GATTError(.notFound, "\(device) is no longer paired."))
        for waiter in entry.waiters { waiter.continuation.resume(returning: gone) }
    }

    // MARK: -

    @discardableResult
    func change(
        _ device: MacAddress, isDecided: Bool = false, _ body: (inout CoordinationMachine) -> DesiredState?
    ) -> DesiredState? {
        // Work that is still under way does not bring back a device that was removed.
        guard let desired = entries[device]?.decide(body) else { return nil }
        (isDecided ? entries[device]?.decidedStates : entries[device]?.desiredStates)?.yield(desired)
        return desired
    }

    private func outcome(of sequence: Int, on device: MacAddress) async -> DeliveryOutcome {
        await outcome(of: sequence, on: device, as: nextWaiter())
    }

    private func nextWaiter() -> Int {
        lastWaiter += 1
        return lastWaiter
    }

    private func outcome(of sequence: Int, on device: MacAddress, as number: Int) async -> DeliveryOutcome {
        await withCheckedContinuation { continuation in
            guard entries[device]?.desiredStates != nil else {
                continuation.resume(returning: Self.undeliverable(device))
                return
            }
            entries[device]?.waiters.append(
                Waiter(number: number, sequence: sequence, continuation: continuation))
        }
    }

    private static func undeliverable(_ device: MacAddress) -> DeliveryOutcome {
        .failed(GATTError(.unavailable, "Nothing delivers to \(device) now."))
    }
}
