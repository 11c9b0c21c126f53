// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel

/// Decides when the programs of a device are compared with what the mirror is to keep there, and changed.
struct MirrorMachine: Sendable {
    /// What is known of the device when time passes.
    struct Look: Sendable {
        /// What it is to do by itself; nothing while the mirror is off.
        var moments: [MirroredMoment]
        /// Its programs as they are known; nil until they are.
        var programs: [DeviceProgram]?
        /// Whether it is not to be asked anything now.
        var isBusy: Bool
        /// Whether its clock is right, or not known.
        var hasRightClock: Bool
    }

    /// How often the device is asked for its programs, as an app may have changed them.
    private static let checkPeriod = Duration.seconds(86_400)
    /// When to look again while something is in the way.
    private static let pause = Duration.seconds(30)
    /// How long a failure lasts until the next attempt.
    private static let retries = [30, 60, 120, 300, 600, 1800].map { Duration.seconds($0) }
    /// How long one lasts at least if the device is heard meanwhile.
    private static let heardRetry = Duration.seconds(60)

    private let slotCount: Int
    private let stored: @Sendable (DeviceProgram) -> DeviceProgram

    /// Whether the mirror is on.
    private(set) var isOn = false
    /// What the device is to do by itself.
    private(set) var moments: [MirroredMoment] = []
    /// What kept the last attempt from success.
    private var failure: MirrorProblem?
    /// How its programs differ from that, as far as they are known.
    private(set) var changes: MirrorChanges?
    /// Whether an attempt is under way.
    private(set) var isUnderWay = false
    private var hasRightClock = true
    /// When the programs were read last, on the boot clock.
    private var checkedAt: Duration?
    /// Whether they are to be read though the mirror is off, as Lull's are to be taken away.
    private var isLastCheckDue = false
    private var failures = 0
    private var failedAt: Duration?
    private var nextLook = WakeRequest()

    /// Decides for a device with so many programs; `stored` is a program as it is read back.
    init(slotCount: Int, stored: @escaping @Sendable (DeviceProgram) -> DeviceProgram) {
        self.slotCount = slotCount
        self.stored = stored
    }

    /// Switches the mirror on or off; false if it is so already.
    mutating func turn(on isOn: Bool) -> Bool {
        guard isOn != self.isOn else { return false }
        self.isOn = isOn
        (failure, failures, failedAt, checkedAt) = (nil, 0, nil, nil)
        isLastCheckDue = !isOn && changes == nil
        return true
    }

    /// Why nobody can rely on what the device holds; nil when that is as it should be, or nobody has tried.
    var problem: MirrorProblem? { failure ?? (isOn && !hasRightClock ? .clock : nil) }

    /// Whether the programs are to be read anew.
    func mustRead(at boot: Duration) -> Bool {
        isLastCheckDue || isOn && (checkedAt.map { boot - $0 >= Self.checkPeriod } ?? true)
    }

    /// Whether something is to be read or changed, as of the last look.
    func hasWork(at boot: Duration) -> Bool { changes?.steps.isEmpty == false || mustRead(at: boot) }

    /// Whether the device holds what it is to hold, and nothing of Lull's beside it.
    var isInStep: Bool {
        guard !isUnderWay else { return false }
        return changes.map { $0.stale.isEmpty && $0.held.count == moments.count } ?? (!isOn && !isLastCheckDue)
    }

    /// Whether the programs are to be changed or read now, as far as time has passed.
    mutating func advance(to sample: ClockSample, _ look: Look, zone: ZoneRules) -> Bool {
        moments = look.moments
        compare(with: look.programs, at: sample.wall, zone: zone)
        hasRightClock = look.hasRightClock
        let later = WakeRequest(wall: changes?.later)
        guard hasWork(at: sample.boot) else {
            nextLook = later.earliest(WakeRequest(boot: isOn ? checkedAt.map { $0 + Self.checkPeriod } : nil))
            return false
        }
        if let retryAt, sample.boot < retryAt {
            nextLook = WakeRequest(boot: retryAt)
            return false
        }
        // A reading that is due has its time in the past, and a sleep until then ends at once.
        nextLook = later.earliest(WakeRequest(boot: sample.boot + Self.pause))
        return !isUnderWay && !look.isBusy
    }

    /// When to look again, as of the last look.
    func wake() -> WakeRequest { isUnderWay ? WakeRequest() : nextLook }

    /// Notes that an attempt begins.
    mutating func begin() { isUnderWay = true }

    /// Compares what the device holds now with what it is to hold.
    mutating func compare(with programs: [DeviceProgram]?, at now: Instant, zone: ZoneRules) {
        changes = programs.map {
            MirrorChanges(
                toHold: moments, in: $0, slotCount: slotCount, at: now, zone: zone, isOn: isOn, stored: stored)
        }
    }

    /// Notes that all programs were read.
    mutating func read(at boot: Duration) { (checkedAt, isLastCheckDue) = (boot, false) }

    /// Notes that an attempt is over, and all that could be done is done; returns a problem that is new.
    mutating func succeeded() -> MirrorProblem? {
        (isUnderWay, failures, failedAt) = (false, 0, nil)
        return become(changes?.homeless.isEmpty == false ? .noFreeProgram : nil)
    }

    /// Notes that an attempt failed; returns a problem that is new.
    ///
    /// One that was given up says nothing. A device is out of reach for people if it was so twice.
    mutating func failed(_ problem: MirrorProblem?, at boot: Duration) -> MirrorProblem? {
        isUnderWay = false
        // One that was given up goes on at once.
        guard let problem else { return nil }
        failedAt = boot
        failures += 1
        let isNew = problem == .unreachable ? failures == 2 : failure != problem
        failure = problem
        return isNew ? problem : nil
    }

    /// Notes that the device was heard or has reported something; true if the next attempt comes sooner for it.
    mutating func heard(at boot: Duration) -> Bool {
        guard failure == .unreachable, let failedAt, let retryAt, retryAt > boot,
            retryAt > failedAt + Self.heardRetry
        else { return false }
        failures = min(failures, 2)
        return true
    }

    /// Lull's programs that do something else than they should, with the next time of each, soonest first.
    func stale(at now: Instant, zone: ZoneRules) -> [(program: DeviceProgram, at: Instant)] {
        (changes?.stale ?? []).filter(\.isEnabled).compactMap { program in
            program.starts(after: now, until: now + .seconds(8 * 86_400), in: zone).first.map { (program, $0.at) }
        }
        .sorted { $0.at < $1.at }
    }

    // MARK: -

    private var retryAt: Duration? {
        failedAt.map { $0 + Self.retries[min(max(failures, 1), Self.retries.count) - 1] }
    }

    private mutating func become(_ problem: MirrorProblem?) -> MirrorProblem? {
        defer { failure = problem }
        return problem == failure ? nil : problem
    }
}
