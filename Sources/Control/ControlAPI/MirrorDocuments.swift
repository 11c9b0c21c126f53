// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
public import SleepModel

/// Has a device keep the end of the night and the next alarm in its own programs too, or not any more.
public struct MirrorRequest: Hashable, Codable, Sendable {
    /// Which device.
    public var device: String
    /// Whether it is to do so.
    public var on: Bool

    /// Makes a request.
    public init(device: String, on: Bool) {
        self.device = device
        self.on = on
    }
}

/// Where the mirror of a device stands.
public struct MirrorDocument: Hashable, Codable, Sendable {
    /// What the device is to do by itself if the host is not there.
    public struct Moment: Hashable, Codable, Sendable {
        /// When.
        public var at: Instant
        /// The same in the host's zone.
        public var local: String
        /// What it does then.
        public var does: MirrorRole
        /// The schedule that it stands for.
        public var subject: Route
        /// The name of that schedule.
        public var name: String
        /// The number of the program; null while the device holds none for it.
        @NullWhenAbsent public var program: Int?

        /// Makes a document.
        public init(
            at: Instant, local: String, does: MirrorRole, subject: Route, name: String, program: Int?
        ) {
            self.at = at
            self.local = local
            self.does = does
            self.subject = subject
            self.name = name
            self.program = program
        }
    }

    /// The device's address.
    public var address: MacAddress
    /// Its nickname.
    public var name: String
    /// Whether the mirror is on.
    public var on: Bool
    /// What the device is to do by itself, soonest first.
    public var moments: [Moment]
    /// The numbers of Lull's programs that are still to be taken away.
    public var leftovers: [Int]
    /// What is wrong, with what to do about it; null when the device holds what it should.
    @NullWhenAbsent public var problem: String?

    /// Makes a document.
    public init(
        address: MacAddress, name: String, on: Bool, moments: [Moment] = [], leftovers: [Int] = [],
        problem: String? = nil
    ) {
        self.address = address
        self.name = name
        self.on = on
        self.moments = moments
        self.leftovers = leftovers
        self.problem = problem
    }
}
