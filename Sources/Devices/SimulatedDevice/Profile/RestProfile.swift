// SPDX-License-Identifier: Apache-2.0

/// Which of the public accounts of the Rest a simulated unit agrees with where they differ.
///
/// Without any switch it is what most and the best sources saw.
public struct RestProfile: Hashable, Sendable, CustomStringConvertible {
    /// What this unit does otherwise, in the order of declaration.
    public let switches: [Switch]

    /// The unit that most sources saw.
    public init() {
        switches = []
    }

    /// A unit that does one thing otherwise.
    public init(_ only: Switch) {
        switches = [only]
    }

    /// A unit that does several things otherwise.
    ///
    /// Throws `profile_conflict` if two of them cannot both be true of one unit.
    public init(_ switches: some Sequence<Switch>) throws(SimulationError) {
        let wanted = Set(switches)
        self.switches = Switch.allCases.filter(wanted.contains)
        for (first, second) in zip(self.switches, self.switches.dropFirst())
        where first.subject != nil && first.subject == second.subject {
            throw SimulationError(
                .profileConflict, "A unit cannot be both “\(first.rawValue)” and “\(second.rawValue)”.",
                advice: "Leave out one of them.")
        }
    }

    /// Reads names, each element one or several between commas.
    ///
    /// Throws `unknown_profile` with the names there are, or `profile_conflict`.
    public init(parsing texts: [String]) throws(SimulationError) {
        var switches: [Switch] = []
        for name in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            guard let found = Switch(rawValue: String(name)) else {
                throw SimulationError(
                    .unknownProfile, "“\(name)” is not a profile of the simulated Rest.",
                    advice: "Give one or more of: \(Switch.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            switches.append(found)
        }
        try self.init(switches)
    }

    /// Each single profile that differs from the one without any switch.
    public static let allSwitches = Switch.allCases.map { RestProfile($0) }

    /// Whether the unit does this otherwise.
    public func has(_ one: Switch) -> Bool {
        !switches.isEmpty && switches.contains(one)
    }

    /// The names of its switches between commas, or `default`.
    public var description: String {
        switches.isEmpty ? "default" : switches.map(\.rawValue).joined(separator: ",")
    }
}
