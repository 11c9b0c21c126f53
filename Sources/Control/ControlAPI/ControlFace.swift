// SPDX-License-Identifier: Apache-2.0

/// The subjects of the API, one for each protocol in `SubjectControls`.
public enum ControlFace: Hashable, Sendable, CaseIterable {
    /// Devices.
    case devices
    /// Light and sound.
    case lightAndSound
    /// On-device presets.
    case presets
    /// Routines.
    case routines
    /// Alarms.
    case alarms
    /// Bedtimes.
    case bedtimes
    /// Calendars of holidays.
    case holidays
    /// Groups of devices.
    case groups
    /// Pauses.
    case pauses
    /// What there is to choose from.
    case catalog
    /// The plan and the history.
    case plan
    /// The whole setup.
    case setup
    /// What somebody should know.
    case notices
    /// What cannot be read.
    case damage
    /// The daemon itself.
    case daemon
    /// Events.
    case events
}
