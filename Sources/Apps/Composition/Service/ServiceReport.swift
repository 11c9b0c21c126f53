// SPDX-License-Identifier: Apache-2.0

/// Decides what a service manager is told, and when.
struct ServiceReport: Hashable, Sendable {
    private let isWatched: Bool
    /// The line that was said last.
    private var status: String?

    /// With `isWatched` somebody counts signs of life.
    init(isWatched: Bool) {
        self.isWatched = isWatched
    }

    /// What to say before schedules run.
    mutating func begin() -> [ServiceMessage] {
        changed(to: "Schedules do not run yet.")
    }

    /// What to say once schedules run and the socket answers.
    mutating func becomeReady(_ now: ServiceStatus) -> [ServiceMessage] {
        [.ready] + changed(to: now.text)
    }

    /// What to say after the night's loop has answered.
    mutating func takeAnswer(_ now: ServiceStatus) -> [ServiceMessage] {
        (isWatched ? [.alive] : []) + changed(to: now.text)
    }

    /// What to say when the process is to stop.
    mutating func stop() -> [ServiceMessage] {
        [.stopping] + changed(to: "Stopping.")
    }

    private mutating func changed(to text: String) -> [ServiceMessage] {
        guard text != status else { return [] }
        status = text
        return [.status(text)]
    }
}
