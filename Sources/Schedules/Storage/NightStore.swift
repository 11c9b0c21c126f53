// SPDX-License-Identifier: Apache-2.0

/// Everything that outlives the daemon.
///
/// A call with a name or identifier that contains a NUL throws `invalidText` and changes nothing.
public protocol NightStore: DeviceRepository, ScheduleRepository, OccurrenceLedger, EventLog {
    /// Ends all use of the store; later calls throw `failed`. Safe to call twice.
    func close() async
}
