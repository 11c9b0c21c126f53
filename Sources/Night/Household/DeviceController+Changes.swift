// SPDX-License-Identifier: Apache-2.0

import Alarms
import Bedtimes
public import CivilTime
import Clocks
import Coordination
import DeviceModules
import GATT
import Logging
import Routines
import Scheduling
import SleepModel
import Storage

/// What happens at the device.
extension DeviceController {
    /// A link that breaks while something runs may mean that the device lost its power and forgot what it was to show.
    func watchForLosses() async {
        for await _ in connection.losses where coordinator.forget(address) {
            await reachability.lost(because: .disconnected)
        }
    }

    /// An advertisement is never more than a reason to ask the device itself.
    func watchForSuspicions() async {
        for await _ in connection.suspicions where !isClosed && !isIdentifying {
            let failure = await sender.look()
            if !reachability.isLost {
                // A device that does not answer when it is looked for is lost from now on, as if its link had broken: it is
                // sent everything again when it is heard.
                guard failure != nil, lossWatch.hasTried(lossState), coordinator.forget(address) else { continue }
            }
            await noteLook(failedBy: failure)
        }
    }

    /// Notes whether a look has reached a device that was out of reach.
    ///
    /// Where it has not taken what is wanted of it, only a delivery says that: whether a ring is heard depends on it.
    private func noteLook(failedBy failure: GATTError?) async {
        if let failure {
            await reachability.take(.failed(failure))
        } else if !coordinator.isBehind(address) {
            await reachability.take(.unconfirmed(nil))
        }
        signal.raise()
    }

    /// Looks for what somebody changed at the device, and for a device that came back off after it lost its power.
    func watchForChanges() async {
        var before: ObservedState?
        for await observed in emitter.updates() {
            let known = before ?? observed
            before = observed
            clockKeeper.observe(observed)
            if observed.source != .advertisement { mirror.heard() }
            if observed.state.isTimerRunning == false { timerEnd = nil }
            noteTouchedLight(in: observed, since: known)
            if downtime == nil, !isIdentifying, observed.source != .advertisement {
                holdRecord.saw(observed.state, at: observed.at)
            }
            endHoldsAfterLossOfPower(in: observed)
            ownPrograms.observe(observed, since: known, isBusy: coordinator.rings(address) || isIdentifying)
            let exceeding = exceeding(in: observed)
            await follow(observed, from: known)
            await noteLimit(of: exceeding, in: observed, since: known)
        }
    }

    /// Follows what a report shows that the one before did not.
    private func follow(_ observed: ObservedState, from known: ObservedState) async {
        if observed.restarts > known.restarts {
            // A program that began and ended out of reach changes every channel, too. A device that lost its power does not
            // know the time.
            if isRunning || isMirrorThere, observed.state.knowsTheTime(at: observed.at),
                await followsProgram(behind: Set(DeviceChannel.allCases), observed, since: known)
            {
                return
            }
            guard coordinator.forget(address) else {
                // Nothing brings back what people set before, so nothing is to count as set by them. A light of theirs may be
                // on its way to the device at this moment; it is switched off again.
                endHolds(setBefore: observed)
                return coordinator.turnOffUnlessWanted(address)
            }
            await noteLossOfPower()
        } else if observed.timerEnds > known.timerEnds, isRunning {
            await noteOwnChange("sleep timer ended", at: observed.at)
            // Nobody dismissed the alarm: a timer that was set before must not end it. Otherwise it was set for this.
            if coordinator.rings(address) { _ = coordinator.forget(address) } else { coordinator.stayOff(address) }
        } else if observed.foreignChanges > known.foreignChanges {
            if isIdentifying { await sender.endBlink(for: touches(in: observed, since: known)) }
            await follow(observed, since: known)
        } else if observed.unexplainedChanges > known.unexplainedChanges, !isIdentifying {
            await explain(observed, since: known)
        }
    }

    /// Corrects what one of the device's own programs did while there was no link; anything else is nobody's change.
    private func explain(_ observed: ObservedState, since known: ObservedState) async {
        let changed = DeviceChannel.allCases.filter {
            observed.provenance[$0] != known.provenance[$0] && observed.provenance[$0]?.author == .unknown
        }
        guard isRunning || isMirrorThere, !changed.isEmpty else { return }
        await followsProgram(behind: Set(changed), observed, since: known)
    }

    /// Has what runs correct what one of the device's own programs did; false if none did it.
    @discardableResult
    private func followsProgram(
        behind channels: Set<DeviceChannel>, _ observed: ObservedState, since known: ObservedState
    ) async -> Bool {
        let event = await ownPrograms.event(
            behind: channels, observed, since: known, assuming: mirroredProgramsOfRuns)
        guard let event else { return false }
        guard isRunning || event.program.mirrorRole != nil else { return false }
        await noteOwnChange(event.words, at: observed.at)
        if event.program.mirrorRole != nil {
            followMirror(event)
        } else if !coordinator.forget(address) {
            // What people set is all that it showed, and the program came later; what runs below shows again.
            endHolds(setBefore: observed)
        }
        return true
    }

    /// What somebody commanded since the device was read, which comes after what was found there.
    private func commanded(after observed: ObservedState) -> [DeviceChannel: DeviceAction] {
        commands.filter { $0.value.at >= observed.boot }.mapValues(\.action)
    }

    /// Whether a program of the mirror may act on the device while nothing runs.
    private var isMirrorThere: Bool { mirror.machine.isOn || mirror.machine.changes?.stale.isEmpty == false }

    /// Has what is wanted of the device come before what a program of the mirror did.
    ///
    /// The host does the same in a moment if the device's clock is fast. If it does not, as somebody has called it off
    /// since, the device is what it was.
    private func followMirror(_ event: ProgramEvent) {
        let now = clock.now().wall
        let isDue = mirror.machine.moments.contains {
            $0.role == event.program.mirrorRole && $0.at - now <= .seconds(60)
        }
        // Over a ring or a nap the host does nothing then, as these go on.
        let isAbove = coordinator.rings(address) || coordinator.nap(of: address) != nil
        guard mirror.isFollowed, !event.isStart || !isDue || isAbove else { return }
        if event.isStart, !isRunning { coordinator.noteLeftovers(on: address) }
        if coordinator.forget(address, byProgram: true) || !event.isStart { return }
        coordinator.turnOffUnlessWanted(address)
    }

    /// Treats what somebody does at the device while something runs like a command.
    ///
    /// States in between may be missing, so the difference to the last known state counts.
    private func follow(_ observed: ObservedState, since known: ObservedState) async {
        let isTouch = playsOther(observed, than: known)
        let actions = touches(in: observed, since: known)
        let touched = actions.map(\.channel)
        guard !actions.isEmpty else { return }
        let newer = begun(between: known, and: observed)
        if isRunning || isMirrorThere, await followsProgram(behind: Set(touched), observed, since: known) { return }
        let commanded = commanded(after: observed)
        let isOff = actions.contains(.power(false))
        guard isRunning else { return endHolds(under: touched, but: Set(commanded.keys)) }
        if isTouch, !isOff, !newer.contains(where: { $0.kind == .alarm }), coordinator.rings(address) {
            return await answerTouch(of: touched, at: observed.at)
        }
        await noteTouch(isOff ? "power off" : Self.names(of: touched), at: observed.at)
        let manual = isOff ? [.power(false)] : actions.filter { commanded[$0.channel] == nil }
        await follow(manual, sparing: newer)
        guard newer.isEmpty else {
            // What has begun since shows everything again.
            coordinator.endHolds(Set(touched), on: address)
            _ = coordinator.forget(address)
            return
        }
        // After an off what ran is over, and with it what was commanded since.
        let wanted = isOff && !commanded.isEmpty ? Array(commanded.values) : manual
        if !wanted.isEmpty { await coordinator.apply(wanted, on: address) }
    }

    /// Ends all that was set by hand before a report, and not what was commanded since, or waits for the device.
    private func endHolds(setBefore observed: ObservedState) {
        let waiting = Set(coordinator.pending(on: address).keys)
        endHolds(under: DeviceChannel.allCases, but: waiting.union(commanded(after: observed).keys))
    }

    /// Ends what was set by hand before somebody touched these channels, and not what was commanded since.
    private func endHolds(under touched: [DeviceChannel], but commanded: Set<DeviceChannel>) {
        let isAll = touched.contains(.power) && !commanded.isEmpty
        let ended = isAll ? Set(DeviceChannel.allCases) : Set(touched)
        coordinator.endHolds(ended.subtracting(commanded), on: address)
    }

    /// What somebody did at the device between two reports.
    private func touches(in observed: ObservedState, since known: ObservedState) -> [DeviceAction] {
        let changed = DeviceChannel.allCases.filter { observed.provenance[$0] != known.provenance[$0] }
        var touched = changed.filter { observed.provenance[$0]?.author == .device }
        // A favourite sets all of these, also where it has what was there.
        if playsOther(observed, than: known), !touched.isEmpty {
            touched += [.light, .sound, .volume].filter { !touched.contains($0) }
        }
        let actions = touched.map(observed.state.action(of:))
        return actions.contains(.power(false)) && isIdentifying ? [.power(false)] : actions
    }

    /// Whether the device plays one of its favourites that it did not play before; one that is off names the last one.
    private func playsOther(_ observed: ObservedState, than known: ObservedState) -> Bool {
        observed.state.isOn && (observed.state.favourite.map { $0 != known.state.favourite } ?? false)
    }

    /// Has the alarms that ring follow a touch, by which the device plays one of its favourites.
    private func answerTouch(of channels: [DeviceChannel], at instant: Instant) async {
        var answered: Set<OccurrenceKey> = []
        await attempt { answered = try await self.feature(AlarmStateProvider.self)?.touch() ?? [] }
        // An alarm that was answered says so itself.
        if answered.isEmpty { await noteTouch(Self.names(of: channels), at: instant) }
        // The favourite is over, also where nobody wants anything else.
        coordinator.noteLeftovers(on: address)
        // What rings on is heard in place of the favourite.
        if coordinator.rings(address) { _ = coordinator.forget(address) }
    }

    private static func names(of channels: [DeviceChannel]) -> String {
        channels.map(\.rawValue).joined(separator: ", ")
    }

    /// Notes a light that somebody chose at the device; a touch of one that rings chooses none.
    private func noteTouchedLight(in observed: ObservedState, since known: ObservedState) {
        guard observed.provenance[.light] != known.provenance[.light], observed.provenance[.light]?.author == .device,
            !coordinator.rings(address)
        else { return }
        noteChosenLight(in: [.light(observed.state.light)])
    }

    /// Notes the light that somebody is about to switch off, to bring it back.
    ///
    /// Nobody chose that of an alarm or of a nap. Whoever switches the device off does not speak of the light.
    func noteEndingLight(before actions: [DeviceAction]) {
        let isDark = actions.contains { action in
            if case .light(let light) = action { light.brightness == .zero } else { false }
        }
        guard isDark, let owner = coordinator.owners(of: address)[.light],
            [.routine, .night].contains(owner.layer)
        else { return }
        noteChosenLight(in: [owner.target.action(at: clock.now())])
    }

    /// Notes a light that somebody chose.
    func noteChosenLight(in actions: [DeviceAction]) {
        for case .light(let light) in actions where light.brightness > .zero { lastLight = light }
    }

    /// Notes when the device's own sleep timer ends, as the device said just now; nil when none runs.
    public func noteTimer(endingAt end: Instant?) {
        timerEnd = end
    }

    // MARK: - What happened while no daemon ran

    /// Follows what happened to the device while no daemon ran, once; true if that ended what runs, so that the device
    /// shows nothing.
    ///
    /// Throws what keeps the device from being asked. An alarm rings, whatever happened before.
    func followDowntime() async throws -> Bool {
        guard downtime != nil else { return false }
        return try await downtimes.run { [self] in
            guard let downtime else { return endsWithDowntime }
            if let finding = try await finding(of: downtime) { endsWithDowntime = await follow(finding, of: downtime) }
            self.downtime = nil
            return endsWithDowntime
        }
    }

    /// Ends what was set by hand if the device lost its power while no daemon ran, and nothing brings that back.
    ///
    /// Once its clock is set, nobody can tell that from a device that somebody switched off.
    private func endHoldsAfterLossOfPower(in observed: ObservedState) {
        guard let known = downtime, !isRunning, observed.source != .advertisement, observed.state.clock != nil,
            known.finding(in: observed.state, programs: [], at: observed.at) == .lossOfPower
        else { return }
        downtime = nil
        endHolds(setBefore: observed)
    }

    /// What happened to the device; nil when that changes nothing.
    private func finding(of downtime: Downtime) async throws -> Downtime.Finding? {
        guard isRunning || !coordinator.holds(of: address).holds.isEmpty, !coordinator.rings(address) else {
            return nil
        }
        let state = try await sender.readSettledState()
        let now = clock.now().wall
        guard case .off? = downtime.finding(in: state, programs: [], at: now) else {
            return downtime.finding(in: state, programs: [], at: now)
        }
        return downtime.finding(in: state, programs: try await sender.programs(), at: now)
    }

    /// What began since no daemon ran.
    private func begun(since downtime: Downtime) -> Set<RunSource> {
        let runs = features.flatMap { feature in
            feature.runningKeys.subtracting(downtime.runs).map { RunSource.run(feature.kind, $0) }
        }
        guard let nap = coordinator.nap(of: address), nap.start.wall != downtime.nap else { return Set(runs) }
        return Set(runs + [.nap(since: nap.start.wall)])
    }

    private func follow(_ finding: Downtime.Finding, of downtime: Downtime) async -> Bool {
        let now = clock.now().wall
        // Whatever began since shows everything.
        let newer = begun(since: downtime)
        guard !coordinator.rings(address) else { return false }
        switch finding {
        case .lossOfPower:
            await noteLossOfPower()
            return false
        case .program(let event):
            await noteOwnChange(event.words, at: now)
            return false
        case .timerEnd:
            await noteOwnChange("sleep timer ended", at: now)
            if newer.isEmpty { coordinator.stayOff(address) }
        case .off:
            await noteTouch("power off", at: now)
            coordinator.endHolds([.power], on: address)
            await follow([.power(false)], sparing: newer)
            guard newer.isEmpty else { break }
            // A light that grows was decided anew while the device was asked; that is not to be sent any more.
            coordinator.turnOffUnlessWanted(address)
            coordinator.advance(address, to: clock.now())
        }
        return newer.isEmpty
    }

    // MARK: -

    private func noteLossOfPower() async {
        logger.warning("lost its power")
        clockKeeper.notedLossOfPower()
        await log.write(
            LogEntry(at: clock.now().wall, device: address, kind: .daemon, outcome: .restarted, actor: .daemon))
    }

    private func noteTouch(_ name: String, at instant: Instant) async {
        await log.write(
            LogEntry(at: instant, device: address, kind: .control, name: name, outcome: .touched, actor: .device))
    }

    /// Logs what the device did by itself.
    private func noteOwnChange(_ name: String, at instant: Instant) async {
        await log.write(
            LogEntry(at: instant, device: address, kind: .daemon, name: name, outcome: .changed, actor: .device))
    }

    /// What began between two reports, and the device did not take before the later one: whoever changed it may have done
    /// so before that, out of reach.
    private func begun(between known: ObservedState, and observed: ObservedState) -> Set<RunSource> {
        // Over one link it was seen all the time.
        guard observed.links != known.links || known.source == .advertisement else { return [] }
        let sample = clock.now()
        let begun = coordinator.begun(after: sample.wall - (sample.boot - known.boot), on: address)
        if case .failed? = coordinator.lastOutcome(on: address) { return begun }
        // An alarm keeps its link once the device has taken it. What else begins may show what is there already, and then
        // the device is not asked.
        // What was advertised shows that nobody had changed it by then; anybody can advertise, so no alarm goes by that.
        let unchanged = max(known.boot, observed.heldUntil ?? known.boot)
        let untaken = coordinator.begun(
            after: sample.wall - (sample.boot - unchanged), untakenAt: observed.boot, on: address)
        return begun.filter { $0.kind == .alarm }.union(untaken)
    }

    /// Has what runs follow what somebody did at the device; nothing shows of what an off uncovers.
    private func follow(_ actions: [DeviceAction], sparing spared: Set<RunSource>) async {
        let isOff = actions == [.power(false)]
        if isOff { coordinator.setEnding(true, on: address) }
        await attempt { try await self.takeManualChange(actions, sparing: spared) }
        if isOff { coordinator.setEnding(false, on: address) }
    }

    /// Passes a manual change on to what runs: a ringing alarm follows it, and off ends for tonight what runs.
    ///
    /// Tomorrow's runs stay as they are.
    /// Returns what withdraws it again.
    @discardableResult
    func takeManualChange(
        _ actions: [DeviceAction], sparing spared: Set<RunSource> = []
    ) async throws -> [@MainActor @Sendable () async throws -> Void] {
        if actions == [.power(false)], !spared.contains(where: \.isNap) { await endNap() }
        var withdrawals: [@MainActor @Sendable () async throws -> Void] = []
        for feature in features where !spared.contains(where: { $0.kind == feature.kind }) {
            if let withdrawal = try await feature.takeManualChange(actions) { withdrawals.append(withdrawal) }
        }
        return withdrawals
    }
}
