// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import DeviceModules
public import GATT
public import Logging
public import Scheduling
public import Storage

/// What the outside world gives to the household: how time passes, where things are kept, how devices are reached.
public struct HouseholdConfiguration: Sendable {
    /// What outlives the process.
    public var store: any NightStore
    /// Where notices are made of what happens.
    public var notices: NoticeDesk
    /// What the owner has run for each notice; nil for nothing.
    public var noticeCommand: (any NoticeCommand)?
    /// Where it is noted that the daemon runs; nil for nowhere.
    public var signOfLife: (any SignOfLife)?
    /// How devices are reached.
    public var transport: any CentralTransport
    /// The time that schedules run by.
    public var nightClock: any NightClock
    /// Real time, in which radios live.
    public var radioClock: any NightClock
    /// The zones of schedules.
    public var zones: ZoneBook
    /// How often to look for another zone and other zone data; nil where `nightClock` reports them.
    public var zonePoll: Duration?
    /// Whether schedules wait while `nightClock` looks wrong; a simulated one is right whatever it shows.
    public var doubtsClock: Bool
    /// The products that can be controlled.
    public var products: ProductCatalogue
    /// Where diagnostics go.
    public var logger: Logger

    /// Makes a configuration.
    public init(
        store: any NightStore, notices: NoticeDesk, noticeCommand: (any NoticeCommand)?,
        signOfLife: (any SignOfLife)?, transport: any CentralTransport, nightClock: any NightClock,
        radioClock: any NightClock, zones: ZoneBook, zonePoll: Duration?, doubtsClock: Bool,
        products: ProductCatalogue, logger: Logger
    ) {
        self.store = store
        self.notices = notices
        self.noticeCommand = noticeCommand
        self.signOfLife = signOfLife
        self.transport = transport
        self.nightClock = nightClock
        self.radioClock = radioClock
        self.zones = zones
        self.zonePoll = zonePoll
        self.doubtsClock = doubtsClock
        self.products = products
        self.logger = logger
    }
}
