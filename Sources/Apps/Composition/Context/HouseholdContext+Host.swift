// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
public import DeviceModules
public import GATT
public import Household
public import Logging
import Scheduling
import SleepModel
public import Storage
import SystemClock

extension HouseholdContext {
    /// The world of this host: its clock, or an accelerated one, and its zone.
    ///
    /// A host whose zone cannot be read runs in UTC, and says so in the log. A process that `isDaemon` follows changes of
    /// zone and zone data. It may start right after one that was killed and had sent the same commands, as `mark`
    /// tells. With `wakesHost` it wakes a suspended host for what is due, or logs why it cannot.
    public static func host(
        store: any NightStore, transport: any CentralTransport, acceleration: AcceleratedClock.Settings?,
        policy usualPolicy: ConnectionPolicy = ConnectionPolicy(), noticeCommand: (any NoticeCommand)? = nil,
        isDaemon: Bool = false, wakesHost: Bool = false, mark: DeliveryMark? = nil, signOfLife: SignOfLifeFile? = nil,
        logger: Logger
    ) -> HouseholdContext {
        var policy = usualPolicy
        // Before zones are read, so that no change falls in between.
        let watch = isDaemon ? zoneWatch(logger) : nil
        let system = HostClock(zones: watch, wakesHost: wakesHost)
        // A second is long where the night runs faster.
        if isDaemon, acceleration == nil {
            policy.predecessorLag = DeliveryMark.remainder(since: mark?.lastDelivery, at: system.now().wall)
        }
        if wakesHost, system.wakeAlarm != .on { logger.warning("\(system.wakeAlarm)") }
        let zones = World.Zones.liveValue
        if zones.rules(of: nil) == .utc, let zone = ZoneDatabase().hostZoneIdentifier(),
            zone != ZoneRules.utc.identifier
        {
            logger.warning("the host's zone cannot be read; running in UTC", metadata: ["zone": "\(zone)"])
        }
        return .live([
            .store(store), .storePatience(isDaemon ? OccurrenceMachine.patience : nil),
            .transport(mark.map { WatchedTransport(transport, willWrite: $0.note) } ?? transport),
            .clock(acceleration.map { AcceleratedClock(base: system, settings: $0) } ?? system), .radioClock(system),
            .zones(zones), .zonePoll(watch == nil ? zonePoll : nil), .doubtsClock(acceleration == nil),
            .policy(policy), .noticeCommand(noticeCommand),
            // A night that runs faster has other times.
            .signOfLife(acceleration == nil ? signOfLife : nil), .logger(logger),
        ])
    }

    /// How often to look where nothing tells.
    private static let zonePoll = Duration.seconds(15 * 60)

    private static func zoneWatch(_ logger: Logger) -> ZoneWatch? {
        do {
            return try ZoneWatch()
        } catch {
            logger.warning("looking for another zone every 15 minutes only", metadata: ["reason": "\(error)"])
            return nil
        }
    }
}
