// SPDX-License-Identifier: Apache-2.0

/// What requests take where they name a schedule, for whoever describes the API.
enum ScheduleName {
    /// Of a schedule that is there.
    static let words = """
        The name of the schedule in any case, its id (`schedule` in replies) or its route (`subject` or `route` in \
        replies, as `lull://alarm/ID`). A name comes before an id that reads the same. Where nothing is removed, the \
        beginning of a name is enough if no other name begins so. Without it, the only schedule that fits is meant.
        """
    /// Of a bedtime that is there, or of a new one.
    static let bedtime = """
        The name of the bedtime in any case, its id (`schedule` in replies) or its route (as `lull://bedtime/ID`); any \
        other text is the name of a new one. A name comes before an id that reads the same. Without it, the only \
        bedtime of the device is meant.
        """
    /// Of a schedule that may be removed.
    static let recorded = """
        The id of the schedule (`schedule` in replies), its route (as `lull://alarm/ID`) or its whole name, which comes \
        before an id that reads the same. Of a removed schedule, its id or its route. Without it, all are meant.
        """
}
