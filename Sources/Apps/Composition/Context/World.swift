// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import DeviceModules
import GATT
import Household
import Logging
import ModularDependencyContainer
import Scheduling
import SimulatedDevice
import Storage
import SystemClock

/// The names of what a household gets from the world, with what stands for each where it does not really run.
///
/// A preview keeps everything in memory and reaches nothing. A test gives what it uses.
enum World {
    /// What outlives the process.
    enum Store: ContextKey {
        static var liveValue: any NightStore { get throws { throw UnimplementedContextValue(Self.self, in: .live) } }
        static var previewValue: any NightStore { InMemoryNightStore() }
    }

    /// How long to wait for the store to take a change; nil for as long as it takes.
    enum StorePatience: ContextKey {
        static let liveValue: Duration? = nil
        static let testingValue: Duration? = nil
    }

    /// How devices are reached.
    enum Transport: ContextKey {
        static var liveValue: any CentralTransport {
            get throws { throw UnimplementedContextValue(Self.self, in: .live) }
        }
        static var previewValue: any CentralTransport { SimulatedTransport(devices: [:], clock: HostClock()) }
    }

    /// The time that schedules run by.
    enum Time: ContextKey {
        static var liveValue: any NightClock { HostClock() }
    }

    /// Real time, in which radios live; nil where schedules run by it too.
    enum RadioTime: ContextKey {
        static let liveValue: (any NightClock)? = nil
        static let testingValue: (any NightClock)? = nil
    }

    /// The zones of schedules.
    enum Zones: ContextKey {
        static var liveValue: ZoneBook { ZoneBook(followingHostOf: ZoneDatabase()) }
        static var previewValue: ZoneBook { ZoneBook(database: ZoneDatabase(), host: .utc) }
    }

    /// How often to look for another zone and other zone data; nil where the clock reports them.
    enum ZonePoll: ContextKey {
        static let liveValue: Duration? = nil
        static let testingValue: Duration? = nil
    }

    /// Whether schedules wait while the clock looks wrong; a simulated one is right whatever it shows.
    enum DoubtsClock: ContextKey {
        static let liveValue = true
        static let testingValue = true
    }

    /// The products that can be controlled.
    enum Products: ContextKey {
        static let liveValue = ProductCatalogue.all
        static let testingValue = ProductCatalogue.all
    }

    /// How long to try, to hold and to wait.
    enum Policy: ContextKey {
        static let liveValue = ConnectionPolicy()
        static let testingValue = ConnectionPolicy()
    }

    /// Gives numbers from 0 up to 1 that keep devices from being tried in step.
    enum Jitter: ContextKey {
        static let liveValue: @Sendable () -> Double = { Double.random(in: 0..<1) }
        static let testingValue: @Sendable () -> Double = { 0.5 }
    }

    /// What the owner has run for each notice; nil for nothing.
    enum NoticeRunner: ContextKey {
        static let liveValue: (any NoticeCommand)? = nil
        static let testingValue: (any NoticeCommand)? = nil
    }

    /// Where it is noted that the daemon runs; nil for nowhere.
    enum Life: ContextKey {
        static let liveValue: (any SignOfLife)? = nil
        static let testingValue: (any SignOfLife)? = nil
    }

    /// Where diagnostics go.
    enum Log: ContextKey {
        static var liveValue: Logger { get throws { throw UnimplementedContextValue(Self.self, in: .live) } }
        static let previewValue = Logger(label: "lull") { _ in SwiftLogNoOpLogHandler() }
        static let testingValue = previewValue
    }
}
