// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceModules
import GATT
import SleepModel
import Testing

@testable import Household

/// What is counted of what happens.
struct TallyTests {
    private static let occurrence = OccurrenceKey(
        schedule: ScheduleID(rawValue: "a"), date: CivilDate(daysSince1970: 20_000))

    private func line(
        _ kind: LogKind, _ outcome: LogOutcome, of occurrence: OccurrenceKey? = occurrence, late: Int? = nil
    ) -> LogEntry {
        LogEntry(
            at: Instant(secondsSince1970: 1_800_000_000), kind: kind, occurrence: occurrence, outcome: outcome,
            lateSeconds: late, actor: .schedule)
    }

    @Test func histogram_countsUpToEachBound_andAboveAll() {
        var histogram = Histogram(bounds: [0, 1, 60])
        for value in [0, -1, 1, 2, 60, 61] as [Double] { histogram.add(value) }
        #expect(histogram.counts == [2, 1, 2, 1])
        #expect(histogram.sum == 123)
    }

    @Test func log_countsOccurrences_andNothingElse() {
        var tally = LogTally()
        tally.take([
            line(.alarm, .started, late: 2), line(.alarm, .ringing, late: 0), line(.alarm, .dismissed, late: 90),
            line(.routine, .started, late: 30), line(.routine, .started), line(.alarm, .saved, of: nil),
            line(.control, .confirmed, of: nil), line(.daemon, .set, of: nil),
        ])
        #expect(
            tally.occurrences == [
                LogTally.Key(.alarm, .started): 1, LogTally.Key(.alarm, .ringing): 1,
                LogTally.Key(.alarm, .dismissed): 1, LogTally.Key(.routine, .started): 2,
            ])
        var lateness = Histogram(bounds: LogTally.bounds)
        lateness.add(2)
        lateness.add(0)
        #expect(tally.alarmLateness == lateness)
    }

    @Test func ring_thatItsDeviceDoesNotGet_isNoneAndNotLate() {
        var (began, rings) = (line(.alarm, .started, late: 0), line(.alarm, .ringing, late: 0))
        (began.reason, rings.reason) = (.undelivered, .undelivered)
        var tally = LogTally()
        tally.take([began, rings, line(.alarm, .ringing, late: 240)])
        #expect(
            tally.occurrences == [LogTally.Key(.alarm, .started): 1, LogTally.Key(.alarm, .ringing): 1])
        var lateness = Histogram(bounds: LogTally.bounds)
        lateness.add(240)
        #expect(tally.alarmLateness == lateness)
    }

    @Test func deliveries_areCounted_andWhatFollowsAFailureIsARetry() {
        let failure = GATTError(.timedOut, "It does not answer.")
        var tally = DeliveryTally()
        let reports: [[ActionResult]] = [
            [ActionResult(.power(true), .confirmed), ActionResult(.sound(.none), .unconfirmed)],
            [ActionResult(.power(true), .failed(failure))], [ActionResult(.power(true), .failed(failure))],
            [ActionResult(.power(true), .superseded)], [ActionResult(.power(true), .cancelled)],
            [ActionResult(.power(true), .confirmed)], [ActionResult(.power(true), .confirmed)],
        ]
        for results in reports { tally.take(DeliveryReport(results, state: nil)) }
        #expect(
            tally.actions == [.confirmed: 3, .unconfirmed: 1, .failed: 2, .superseded: 1, .cancelled: 1])
        // The second failure, what superseded came after it, and what follows the one that was given up.
        #expect(tally.retries == 3)
    }

    @Test func retries_ofTheSenderItself_count() {
        var tally = DeliveryTally()
        tally.take(DeliveryReport([ActionResult(.power(true), .confirmed)], state: nil, retries: 2))
        tally.take(DeliveryReport([ActionResult(.power(false), .confirmed)], state: nil))
        #expect(tally.retries == 2)
    }
}
