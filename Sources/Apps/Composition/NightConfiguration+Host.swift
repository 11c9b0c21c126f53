// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
public import DeviceModules
public import GATT
public import Logging
import SQLiteStorage
import Scheduling
public import Storage
import SystemClock

extension NightConfiguration {
    /// The configuration of this host: its clock, or an accelerated one, and its zone.
    ///
    /// A host whose zone cannot be read runs in UTC, and says so in the log. A daemon `mayFollowPredecessor`: one that was
    /// killed a moment ago may have sent what this one is to send.
    public static func host(
        store: any NightStore, transport: any CentralTransport, acceleration: AcceleratedClock.Settings?,
        policy usualPolicy: ConnectionPolicy = ConnectionPolicy(), mayFollowPredecessor: Bool = false, logger: Logger
    ) -> NightConfiguration {
        var policy = usualPolicy
        // Devices report what they were told within a second; where the night runs faster that would be long.
        if mayFollowPredecessor, acceleration == nil { policy.predecessorLag = .seconds(1) }
        let system = HostClock()
        let zones = ZoneBook(followingHostOf: ZoneDatabase())
        if zones.rules(of: nil) == .utc, let zone = ZoneDatabase().hostZoneIdentifier(),
            zone != ZoneRules.utc.identifier
        {
            logger.warning("the host's zone cannot be read; running in UTC", metadata: ["zone": "\(zone)"])
        }
        return NightConfiguration(
            store: store, transport: transport,
            nightClock: acceleration.map { AcceleratedClock(base: system, settings: $0) } ?? system,
            radioClock: system, zones: zones, policy: policy, logger: logger)
    }

    /// Opens what is kept in a state directory that this process holds.
    public static func openStore(in directory: borrowing StateDirectory) async throws -> any NightStore {
        try await SQLiteNightStore.open(directory: directory.path)
    }
}
