// SPDX-License-Identifier: Apache-2.0

import Bedtimes
import CivilTime
public import Clocks
public import Coordination
import DeviceModules
import GATT
import Logging
import Scheduling
import SleepModel
import Storage

/// The running household: opened from the store, run until it is cancelled.
@MainActor
public final class RunningHousehold {
    /// The controllers of its devices.
    public let devices: any DeviceControllers
    /// What happens in it, for those who watch.
    public let events: EventSource
    /// The pauses of its schedules.
    public let pauses: HouseholdPauses
    /// The calendars of holidays that its schedules name.
    public let holidays: HouseholdHolidays
    /// What somebody should know.
    public let notices: HouseholdNotices
    /// Its log.
    public let log: HouseholdLog
    /// What the outside world gives it.
    public let configuration: HouseholdConfiguration

    /// To be raised when somebody has arranged something, which a backup is to hold, and when the disk begins to lack room.
    public nonisolated let arranged = WakeSignal()

    let coordinator: NightCoordinator
    /// Raised when something happened to the clock.
    let signal = WakeSignal()
    /// Set when everything scheduled has followed the clock for the first time.
    let schedulesRun = OneShot<Void>()
    let timekeeper: Timekeeper
    /// Where the log ended when this process opened the household.
    let logEnd: LogEnd
    /// Who waits to hear that the loop that follows the clock has looked.
    let questions = LoopQuestions()
    /// How often that loop has looked.
    var looks = 0

    /// Why no device can be heard, in a sentence; nil while Lull listens, and before it begins.
    public internal(set) var radioProblem: String?
    /// Since when that is so.
    var radioWatch = RadioWatch()

    /// Puts a household together.
    ///
    /// `configuration` has the store and the transport that the devices use as well; `logEnd` is that of the store's log.
    public init(
        _ configuration: HouseholdConfiguration, devices: any DeviceControllers, coordinator: NightCoordinator,
        events: EventSource, logEnd: LogEnd
    ) {
        self.configuration = configuration
        self.devices = devices
        self.coordinator = coordinator
        self.events = events
        self.logEnd = logEnd
        pauses = HouseholdPauses(store: configuration.store, devices: devices)
        holidays = HouseholdHolidays(
            store: configuration.store, devices: devices, clock: configuration.nightClock)
        log = HouseholdLog(store: configuration.store, logger: configuration.logger)
        notices = HouseholdNotices(configuration, log: log)
        timekeeper = Timekeeper(configuration, newest: logEnd.newest, raising: signal)
    }

    /// Opens the controller of every paired device; throws what the store threw.
    ///
    /// A device of an unknown product is left alone, with a line in the diagnostics. With `resumes` a device on which
    /// something ended just before the start is switched off; without, nothing happens by itself.
    public func openDevices(resumes: Bool) async throws {
        try await notices.open()
        let holds = try await configuration.store.holds()
        for device in try await configuration.store.devices() {
            guard configuration.products.codec(for: device.product) != nil else {
                configuration.logger.error(
                    "cannot control this product",
                    metadata: ["device": "\(device.address)", "product": "\(device.product)"])
                continue
            }
            let left = holds[device.address] ?? DeviceHolds()
            let controller = try await devices.open(device)
            controller.restore(left, isFollowed: resumes)
            try await restoreLink(of: controller)
            if resumes { try await restoreParts(of: controller) }
            if resumes, try await hasEndedAWindDown(controller) { coordinator.noteLeftovers(on: device.address) }
            if resumes, let actions = try await reminderLeft(on: device) { controller.restoreReminder(by: actions) }
            if resumes, try await mustTurnOff(device, settled: left.settledAt) {
                coordinator.noteLeftovers(on: device.address)
                coordinator.turnOffUnlessWanted(device.address)
            }
        }
    }

    /// What restores a device on which the process before may have left the light of a reminder; nil for none.
    private func reminderLeft(on device: PairedDevice) async throws -> [DeviceAction]? {
        let since = configuration.nightClock.now().wall - CoordinationMachine.nightLimit
        return ReminderLight.restoring(
            try await configuration.store.entries(
                since: since, device: device.address, outcomes: [.started, .done], limit: 100))
    }

    /// Notes since when a device is out of reach that the process before had lost.
    private func restoreLink(of controller: DeviceController) async throws {
        let now = configuration.nightClock.now()
        let since = now.wall - CoordinationMachine.nightLimit
        let link = try await lastLinkChange(of: controller.address, since: since)
        guard let link, link.outcome == .unreachable else { return }
        await controller.reachability.restore(
            lastReached: link.planned ?? link.at, outageSince: link.at - .seconds(link.lateSeconds ?? 0))
    }

    /// Notes which parts the log has of the nights that the process before left running.
    private func restoreParts(of controller: DeviceController) async throws {
        let nights = controller.runningBedtimes
        guard !nights.isEmpty else { return }
        controller.nightParts.restore(
            nights,
            from: try await configuration.store.entries(
                since: nil, device: controller.address, outcomes: NightParts.known, limit: 100))
    }

    /// The newest line of the log that says whether a device is in reach.
    private func lastLinkChange(of device: MacAddress, since: Instant) async throws -> LogEntry? {
        try await configuration.store.entries(
            since: since, device: device, outcomes: HistoryLimits.linkOutcomes, limit: 1
        ).last
    }

    private static let deedOutcomes = Set(LogOutcome.allCases).subtracting(HistoryLimits.linkOutcomes)

    /// Whether the last thing that happened to a device was the end of something, not long ago or while it was out of
    /// reach, and the device has not taken what was wanted of it afterwards.
    ///
    /// The process before may have been stopped between the end and the command that switches the device off.
    private func mustTurnOff(_ device: PairedDevice, settled: Instant?) async throws -> Bool {
        let now = configuration.nightClock.now().wall
        guard timekeeper.trust.isPlausible(now) else { return false }
        let since = now - CoordinationMachine.nightLimit
        // A link that comes and goes leaves more lines than all else.
        let recent = try await configuration.store.entries(
            since: since, device: device.address, outcomes: Self.deedOutcomes, limit: 100)
        let last = recent.last { entry in
            !entry.isTransient && (entry.isManualChange || entry.endsARun || entry.outcome == .started)
        }
        guard let last, last.endsARun, settled.map({ $0 < last.at }) ?? true else { return false }
        let link = try await lastLinkChange(of: device.address, since: since)
        return last.at > now - CoordinationMachine.turnOffLimit || link?.outcome == .unreachable
    }

    /// Whether a wind-down has ended of a night that goes on, since anything was heard of the device.
    ///
    /// The process before may have been stopped in it, so that its light still shines under whatever else begins.
    private func hasEndedAWindDown(_ controller: DeviceController) async throws -> Bool {
        // That a part of a night began is written whether or not the device has taken it.
        let last = try await configuration.store.entries(
            since: nil, device: controller.address,
            outcomes: Set(LogOutcome.allCases).subtracting(NightParts.outcomes), limit: 1
        ).last
        guard let last else { return false }
        return controller.runningBedtimes.contains { bedtime in
            bedtime.run.phase(at: last.at) == .windDown && bedtime.phase != .windDown
        }
    }

    /// Lets the household look at its devices and schedules now, as something about them changed.
    public func lookAgain() {
        for device in devices.all { device.signal.raise() }
    }
}

extension LogEntry {
    /// Whether something that had begun ended; a ring that is missed may have had a sunrise.
    fileprivate var endsARun: Bool {
        [.done, .dismissed, .unattended, .cancelled, .lightEnded].contains(outcome)
            || outcome == .missed && reason == .undelivered
    }

    /// Whether somebody changed the device, or it became another one.
    fileprivate var isManualChange: Bool {
        kind == .control
            && [.confirmed, .unconfirmed, .heldBack, .touched, .paired, .unpaired].contains(outcome)
    }
}
