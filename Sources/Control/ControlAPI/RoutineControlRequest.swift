// SPDX-License-Identifier: Apache-2.0

/// Steers a routine that runs.
public struct RoutineControlRequest: Hashable, Codable, Sendable {
    /// What can be asked of it.
    public enum Action: String, Hashable, Codable, Sendable, CaseIterable {
        /// The next step; after the last one, the end.
        case next
        /// The step before, or the first one again.
        case previous
        /// The step in `step`.
        case goto
        /// Light and sound stay as they are, and the time of the step stops.
        case pause
        /// The step goes on where it was paused.
        case resume
        /// The step lasts longer, by `length`.
        case extend
    }

    /// Its name, a unique prefix of it, its id or its route; nil for the only one that runs.
    public var name: String?
    /// The device it is on; nil for any.
    public var device: String?
    /// What it is to do.
    public var action: Action
    /// The number of a step, from 1, for `goto`.
    public var step: Int?
    /// How much longer, for example `10m`, for `extend`.
    public var length: String?

    /// Makes a request.
    public init(name: String?, device: String? = nil, action: Action, step: Int? = nil, length: String? = nil) {
        self.name = name
        self.device = device
        self.action = action
        self.step = step
        self.length = length
    }
}
