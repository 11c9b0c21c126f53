// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// What really happened, as those who made it happen noted it; times are seconds since the beginning.
struct NightFacts: Sendable {
    /// A time with a beginning and an end.
    struct Span: Hashable, Sendable {
        var from: Double
        var to: Double

        func contains(_ time: Double) -> Bool { from <= time && time < to }
        func touches(_ start: Double, _ end: Double) -> Bool { from <= end && start <= to }
    }

    /// How long a fault lasted, and on which device; nil for all.
    struct Trouble: Hashable, Sendable {
        var fault: NightFault
        var device: Int?
        var span: Span
        /// When it was to begin.
        var begins = 0.0
        /// When somebody asked for it, and when it was to end by itself then; infinite if it was not.
        var asked = 0.0
        var until = Double.infinity
    }

    /// What a person did.
    struct Deed: Hashable, Sendable {
        var at: Double
        var device: Int
        var action: NightPlan.Action
        /// Whether it was asked of the group.
        var isTogether = false
    }

    /// The host's clock was set, or the host is in another zone.
    struct ClockChange: Sendable {
        var at: Double
        var step: Double
        var zone: ZoneRules?
    }

    /// For each schedule by number, its place in the order of the kinds and of the identities that Lull gave them, by
    /// which it settles what nothing else does.
    var ranks: [Int: Int] = [:]
    /// The identities of the schedules, by number.
    var identities: [Int: ScheduleID] = [:]
    var troubles: [Trouble] = []
    private var begun: [NightPlan.Cause: Trouble] = [:]
    var deeds: [Deed] = []
    /// What people were told cannot be done then.
    var refusals: [Deed] = []
    var clockChanges: [ClockChange] = []
    /// A date on which a schedule does not begin, from when somebody asked for that until it was taken back.
    struct Skip: Sendable {
        /// The number of the schedule.
        var schedule: Int
        var date: CivilDate
        var span: Span
        /// Whether a night took its place that somebody began, and nobody asked for the skip.
        var isBegun = false
    }

    /// Another time of a schedule: on all dates from then on, or on one of them.
    struct Edit: Sendable {
        var at: Double
        /// The number of the schedule.
        var schedule: Int
        /// Nil for all.
        var date: CivilDate?
        var time: NightSchedule.Time
    }

    /// Calendars that somebody imported; one of a name takes the place of the one before.
    struct Import: Sendable {
        var at: Double
        var holidays: NightHolidays
    }

    var imports: [Import] = []
    /// A schedule begins no more, or begins again.
    struct Switch: Sendable {
        var at: Double
        /// The number of the schedule.
        var schedule: Int
        var isOn: Bool
        var isRemoval = false
    }

    /// Another plan of a schedule from then on.
    struct Replan: Sendable {
        var at: Double
        /// The number of the schedule.
        var schedule: Int
        var plan: NightSchedule.Plan
    }

    /// Another wake time of one morning.
    struct Wake: Sendable {
        var at: Double
        /// The number of the schedule.
        var schedule: Int
        var date: CivilDate
        var time: NightSchedule.Time
    }

    var switches: [Switch] = []
    var wakes: [Wake] = []
    var replans: [Replan] = []
    var skips: [Skip] = []
    /// When somebody said that all notices have been read.
    var acknowledgements: [Double] = []
    var edits: [Edit] = []
    /// What did not work by its answer, and may have worked in part.
    var failures: [Deed] = []
    /// What Lull goes on trying on a device that is out of reach; after the end, what nobody can say the outcome of.
    var waits: [Deed] = []
    /// What waited in vain: its device was not back in time, or somebody wanted something else in its place.
    var vain: [Deed] = []
    var faults: [String] = []

    /// The calendars of holidays there are at a time.
    func holidays(at time: Double) -> [NightHolidays] { imports.filter { $0.at <= time }.map(\.holidays) }

    /// Whether a schedule begins at a time, as far as people have said.
    func isOn(_ schedule: Int, at time: Double) -> Bool {
        switches.last { $0.schedule == schedule && $0.at <= time }?.isOn ?? true
    }

    /// When somebody enabled a schedule last by a time; nil if nobody did.
    func enabled(_ schedule: Int, before time: Double) -> Double? {
        switches.last { $0.schedule == schedule && $0.at <= time && $0.isOn }?.at
    }

    /// The plan of a schedule at a time.
    func plan(of schedule: Int, at time: Double, in schedules: [NightSchedule]) -> NightSchedule.Plan {
        let plan = replans.last { $0.schedule == schedule && $0.at <= time }?.plan ?? schedules[schedule].plan
        guard case .bedtime(var bedtime) = plan else { return plan }
        for wake in wakes where wake.schedule == schedule && wake.at <= time { bedtime.mornings[wake.date] = wake.time }
        return .bedtime(bedtime)
    }

    /// Notes that a fault begins for which somebody asked, and when it ends by itself; nil for when somebody ends it.
    mutating func begin(_ cause: NightPlan.Cause, at time: Double, asked: Double, until end: Double?) {
        guard begun[cause] == nil else { return }
        begun[cause] = Trouble(
            fault: cause.fault, device: cause.device, span: Span(from: time, to: .infinity), begins: time,
            asked: asked, until: end ?? .infinity)
    }

    /// Whether a fault that is under way ends by itself.
    func isTimed(_ cause: NightPlan.Cause) -> Bool { begun[cause].map { $0.until < .infinity } ?? false }

    /// Whether a fault is under way that ends by itself later than a time; what was to end another one leaves it alone.
    func lasts(_ cause: NightPlan.Cause, beyond time: Double) -> Bool {
        isTimed(cause) && (begun[cause]?.until ?? 0) > time + 2
    }

    /// Whether something is under way that ends by itself.
    var isTimed: Bool { begun.keys.contains(where: isTimed) }

    mutating func end(_ cause: NightPlan.Cause, at time: Double) {
        guard var trouble = begun.removeValue(forKey: cause) else { return }
        // Somebody may take back what had not begun.
        trouble.span.to = min(trouble.until, time)
        trouble.span.from = min(trouble.span.from, trouble.span.to)
        troubles.append(trouble)
    }

    /// Ends what is under way when the household is over.
    mutating func endAll(at time: Double) {
        for cause in begun.keys { end(cause, at: time) }
        settleWaits()
    }

    func isUnderWay(_ fault: NightFault, on device: Int? = nil) -> Bool {
        begun.keys.contains { $0.fault == fault && $0.device == device }
    }

    /// When pauses keep from beginning what is due at a time: what is due in one that lies ahead does not even begin before.
    func holds(_ due: Double, on device: Int) -> [Span] {
        troubles.filter { $0.fault.isPause && ($0.device == nil || $0.device == device) }.map { pause in
            let isIn = pause.begins <= due && due < pause.until
            return isIn ? Span(from: min(pause.asked, pause.span.from), to: pause.span.to) : pause.span
        }
    }

    /// When faults lasted on a device, or everywhere.
    func spans(_ faults: [NightFault], on device: Int?) -> [Span] {
        troubles.filter { faults.contains($0.fault) && ($0.device == nil || $0.device == device) }.map(
            \.span
        )
        .sorted { $0.from < $1.from }
    }
}
