// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import DeviceModules
public import GATT
public import Household
public import Logging
import ModularDependencyContainer
public import Scheduling
public import Storage

/// What the world gives a household: how time passes, where things are kept, how devices are reached.
public struct HouseholdContext: Sendable {
    /// The values, by the names in `World`.
    let values: DependencyContext

    /// The world as it is; the store, the transport and the logger must be given.
    public static func live(_ given: [Value]) -> HouseholdContext { HouseholdContext(.live, given) }

    /// A world in memory, in UTC, in which no device is in reach and nothing is logged, but for what is given.
    public static func preview(_ given: [Value] = []) -> HouseholdContext { HouseholdContext(.preview, given) }

    /// The world of a test, which gives the store, the transport, the clock and the zones if it uses them.
    ///
    /// Opening a household that uses what is not given throws an error that names it.
    public static func testing(_ given: [Value] = []) -> HouseholdContext { HouseholdContext(.testing, given) }

    private init(_ mode: DependencyContext.Mode, _ given: [Value]) {
        values = DependencyContext(mode, overriding: given.map(\.override))
    }

    /// One value that is given.
    public struct Value: Sendable {
        let override: ContextOverride

        private init<Key: ContextKey>(_ key: Key.Type, _ value: Key.Value) {
            override = ContextOverride(key, value)
        }

        /// What outlives the process.
        public static func store(_ store: any NightStore) -> Value { Value(World.Store.self, store) }

        /// How long to wait for the store to take a change; nil, which is usual, for as long as it takes.
        public static func storePatience(_ patience: Duration?) -> Value { Value(World.StorePatience.self, patience) }

        /// How devices are reached.
        public static func transport(_ transport: any CentralTransport) -> Value {
            Value(World.Transport.self, transport)
        }

        /// The time that schedules run by, and radios if they have no clock of their own.
        public static func clock(_ clock: any NightClock) -> Value { Value(World.Time.self, clock) }

        /// Real time, in which radios live.
        public static func radioClock(_ clock: any NightClock) -> Value { Value(World.RadioTime.self, clock) }

        /// The zones of schedules.
        public static func zones(_ zones: ZoneBook) -> Value { Value(World.Zones.self, zones) }

        /// How often to look for another zone and other zone data; nil, which is usual, where the clock reports them.
        public static func zonePoll(_ interval: Duration?) -> Value { Value(World.ZonePoll.self, interval) }

        /// Whether schedules wait while the clock looks wrong, as they usually do.
        public static func doubtsClock(_ doubts: Bool) -> Value { Value(World.DoubtsClock.self, doubts) }

        /// The products that can be controlled; usually all.
        public static func products(_ products: ProductCatalogue) -> Value { Value(World.Products.self, products) }

        /// How long to try, to hold and to wait.
        public static func policy(_ policy: ConnectionPolicy) -> Value { Value(World.Policy.self, policy) }

        /// Gives numbers from 0 up to 1 that keep devices from being tried in step.
        public static func jitter(_ jitter: @escaping @Sendable () -> Double) -> Value {
            Value(World.Jitter.self, jitter)
        }

        /// What the owner has run for each notice; usually nothing.
        public static func noticeCommand(_ command: (any NoticeCommand)?) -> Value {
            Value(World.NoticeRunner.self, command)
        }

        /// Where it is noted that the daemon runs; usually nowhere.
        public static func signOfLife(_ sign: (any SignOfLife)?) -> Value { Value(World.Life.self, sign) }

        /// Where diagnostics go.
        public static func logger(_ logger: Logger) -> Value { Value(World.Log.self, logger) }
    }
}
