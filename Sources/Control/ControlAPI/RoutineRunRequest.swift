// SPDX-License-Identifier: Apache-2.0

/// Runs a routine now.
public struct RoutineRunRequest: Hashable, Codable, Sendable {
    /// Its name, a unique prefix of it, its id or its route; nil for the only one.
    public var name: String?
    /// The device it is on; nil for any.
    public var device: String?
    /// What becomes of it when another routine runs: `replace`, `queue` or `ignore`; nil for what the routine says.
    public var ifRunning: String?

    /// Makes a request.
    public init(name: String?, device: String?, ifRunning: String? = nil) {
        self.name = name
        self.device = device
        self.ifRunning = ifRunning
    }
}
