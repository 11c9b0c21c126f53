// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments
public import SleepModel

/// The replies to a request that may mean a group: one for each device.
public struct GroupReply<Reply: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    /// What one device made of it.
    public struct Member: Hashable, Codable, Sendable {
        /// The device's address; null where the request means no group.
        @NullWhenAbsent public var address: MacAddress?
        /// Its nickname; null where the request means no group.
        @NullWhenAbsent public var device: String?
        /// The reply; null if it failed.
        @NullWhenAbsent public var reply: Reply?
        /// Why it failed; null if it did not.
        @NullWhenAbsent public var error: ControlErrorDocument.Body?

        /// Makes a reply.
        public init(address: MacAddress? = nil, device: String? = nil, reply: Reply) {
            self.address = address
            self.device = device
            self.reply = reply
        }

        /// Makes the failure of a device of a group.
        public init(address: MacAddress, device: String, error: ControlError) {
            self.address = address
            self.device = device
            self.error = ControlErrorDocument(error).error
        }
    }

    /// The name of the group; null where the request means no group.
    @NullWhenAbsent public var group: String?
    /// One for each device, in the order of the group.
    public var members: [Member]
    /// The devices of the group that the request leaves as they are.
    public var others: [GroupOutsider]

    /// Makes the replies of the devices of a group, or the one reply to a request that means none.
    public init(group: String?, members: [Member], others: [GroupOutsider] = []) {
        self.group = group
        self.members = members
        self.others = others
    }

    /// Makes the reply to a request that means no group.
    public init(_ reply: Reply) {
        self.init(group: nil, members: [Member(reply: reply)])
    }
}
