// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel
public import Storage

/// What a household has counted since it began, and where it stands now.
public struct HouseholdMetrics: Hashable, Sendable {
    /// One paired device.
    public struct Device: Hashable, Sendable {
        /// Its address.
        public var address: MacAddress
        /// What people call it.
        public var name: String
        /// What it is.
        public var product: HardwareProduct
        /// Where its link stands.
        public var link: DeviceConnectionState
        /// Whether it is out of reach.
        public var isLost: Bool
        /// What became of what was wanted of it.
        public var deliveries: DeliveryTally
        /// How often its loop looked at the clock.
        public var looks: Int

        /// Makes one.
        public init(
            address: MacAddress, name: String, product: HardwareProduct, link: DeviceConnectionState, isLost: Bool,
            deliveries: DeliveryTally, looks: Int
        ) {
            self.address = address
            self.name = name
            self.product = product
            self.link = link
            self.isLost = isLost
            self.deliveries = deliveries
            self.looks = looks
        }
    }

    /// What the lines of the log add up to.
    public var log: LogTally
    /// How many changes the store did not make, by the kind of failure.
    public var storageErrors: [StorageError.Code: Int]
    /// Whether everything is saved.
    public var isSaving: Bool
    /// How many notices were news, by kind.
    public var notices: [NoticeKind: Int]
    /// How many notices nobody has acknowledged.
    public var openNotices: Int
    /// How often the loop that follows the clock looked at it.
    public var looks: Int
    /// Whether the radio has no problem.
    public var hearsDevices: Bool
    /// When the next alarm rings; nil when none is planned.
    public var nextAlarm: Instant?
    /// The paired devices, in the order of their addresses.
    public var devices: [Device]

    /// Makes a snapshot.
    public init(
        log: LogTally, storageErrors: [StorageError.Code: Int], isSaving: Bool, notices: [NoticeKind: Int],
        openNotices: Int, looks: Int, hearsDevices: Bool, nextAlarm: Instant?, devices: [Device]
    ) {
        self.log = log
        self.storageErrors = storageErrors
        self.isSaving = isSaving
        self.notices = notices
        self.openNotices = openNotices
        self.looks = looks
        self.hearsDevices = hearsDevices
        self.nextAlarm = nextAlarm
        self.devices = devices
    }
}
