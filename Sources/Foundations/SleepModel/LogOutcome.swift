// SPDX-License-Identifier: Apache-2.0

/// What became of something, as one word.
public enum LogOutcome: String, Hashable, Codable, Sendable, CaseIterable {
    // MARK: Occurrences

    /// It began.
    case started
    /// It waits until another routine has ended.
    case queued
    /// It rings again, after its sunrise, or on a device that was out of reach when it began.
    case ringing
    /// Somebody silenced it for a while.
    case snoozed
    /// It rang until its limit and nobody answered, and it rings once more.
    case unanswered
    /// The light that stayed after it went off.
    case lightEnded = "light-ended"
    /// Somebody went to another of its steps.
    case stepped
    /// Somebody put off the end of its step.
    case extended
    /// It ran to its end.
    case done
    /// Somebody dismissed it.
    case dismissed
    /// It rang until its limit and nobody answered.
    case unattended
    /// Somebody stopped it, or removed its schedule.
    case cancelled
    /// It was too late to begin, or never reached its device.
    case missed
    /// A later occurrence took its place.
    case superseded
    /// Its date was skipped, or it fell into a pause.
    case skipped
    /// The wind-down of a bedtime is over, and its night begins.
    case nightBegan = "night-began"
    /// A bedtime shows that it is not yet time to get up.
    case stayInBed = "stay-in-bed"
    /// A bedtime shows that it is time to get up.
    case okToWake = "ok-to-wake"
    /// It ran under a wrong clock, and runs again at its time.
    case void

    // MARK: Schedules

    /// The schedule was added or changed.
    case saved
    /// The schedule was removed.
    case removed
    /// One date is to be skipped.
    case skip
    /// One date has a time of its own.
    case moved
    /// One date is as the rule says again.
    case unskip

    // MARK: Commands and touches

    /// The device reports what was asked for.
    case confirmed
    /// The device took it and does not report it.
    case unconfirmed
    /// Something of a higher layer is in the way.
    case heldBack = "held-back"
    /// The device could not be reached, or refused.
    case failed
    /// The device is out of reach, and Lull goes on trying for a while.
    case pending
    /// The device was out of reach for too long, so that it does not count any more.
    case givenUp = "given-up"
    /// Somebody changed it at the device.
    case touched
    /// Somebody changed it at the device beyond the limit, and it is turned back.
    case limited
    /// It does not count any more, as its time is over.
    case released
    /// The device was paired.
    case paired
    /// The device was unpaired.
    case unpaired
    /// The device got another nickname.
    case renamed
    /// A pause began.
    case paused
    /// A pause ended.
    case resumed
    /// A setup was imported.
    case imported

    // MARK: The daemon, the host and links

    /// The clock was set.
    case set
    /// The host was suspended.
    case suspended
    /// The daemon did not run.
    case notRunning = "not-running"
    /// The zone, or its data, is another one.
    case changed
    /// The rules of a zone cannot be read any more.
    case unreadable
    /// The clock was set, and schedules follow it.
    case trusted
    /// The clock was not set; schedules follow it as it is.
    case doubted
    /// The device lost its power.
    case restarted
    /// The device is in reach again.
    case reached
    /// The device is out of reach.
    case unreachable
    /// The device does not answer, and may go on with what has ended.
    case notStopped = "not-stopped"
    /// The device has taken the end that it had not taken before.
    case stopped
    /// The state file was damaged and is set aside.
    case stateSetAside = "state-set-aside"
    /// Something that is stored cannot be read.
    case quarantined
    /// What happens is saved again, after nothing could be saved for a while.
    case savedAgain = "saved-again"
    /// No backup of the state file could be made.
    case backupFailed = "backup-failed"
    /// The state file was damaged, and was restored as far as possible.
    case stateRestored = "state-restored"

    /// The outcome of an entry about the end of an occurrence.
    public init(_ outcome: OccurrenceOutcome) {
        self =
            switch outcome {
            case .done: .done
            case .dismissed: .dismissed
            case .unattended: .unattended
            case .cancelled: .cancelled
            case .missed: .missed
            case .superseded: .superseded
            case .skipped: .skipped
            }
    }
}
