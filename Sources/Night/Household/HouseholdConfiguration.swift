// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import DeviceModules
public import GATT
public import Logging
public import Scheduling
public import Storage

/// What the outside world gives to the composition: how time passes, where things are kept, what devices are reached by.
public struct NightConfiguration: Sendable {
    /// What outlives the process.
    public var store: any NightStore
    /// How devices are reached.
    public var transport: any CentralTransport
    /// The time schedules run by.
    public var nightClock: any NightClock
    /// Real time, which radios live in.
    public var radioClock: any NightClock
    /// The zones schedules are kept in.
    public var zones: ZoneBook
    /// How often to look for other zones and zone data where `nightClock` cannot tell of them; nil where it can.
    public var zonePoll: Duration?
    /// Whether schedules wait when `nightClock` cannot be right; a simulated one is right whatever it reads.
    public var doubtsClock: Bool
    /// The products that can be controlled.
    public var products: ProductCatalogue
    /// How long to try, to hold and to wait.
    public var policy: ConnectionPolicy
    /// Where diagnostics go.
    public var logger: Logger

    /// Makes a configuration.
    public init(
        store: any NightStore, transport: any CentralTransport, nightClock: any NightClock, radioClock: any NightClock,
        zones: ZoneBook, zonePoll: Duration? = nil, doubtsClock: Bool = true, products: ProductCatalogue = .all,
        policy: ConnectionPolicy = ConnectionPolicy(), logger: Logger
    ) {
        self.store = store
        self.transport = transport
        self.nightClock = nightClock
        self.radioClock = radioClock
        self.zones = zones
        self.zonePoll = zonePoll
        self.doubtsClock = doubtsClock
        self.products = products
        self.policy = policy
        self.logger = logger
    }
}
