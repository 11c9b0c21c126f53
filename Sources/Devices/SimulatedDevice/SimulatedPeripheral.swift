// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
public import GATT
public import SleepModel

/// A simulated Hatch Rest as a peripheral: its firmware behind its characteristics, with a journal and with faults.
///
/// Any peripheral transport can serve it, and its owner runs it, see `run()`. It takes one central at a time, and
/// advertises only while it has none.
public actor SimulatedPeripheral: PeripheralDevice {
    private struct Connection {
        var number: Int
        var central: any ConnectedCentral
    }

    /// The services of a Hatch Rest.
    public nonisolated let services: [ServiceDefinition]

    private let name: String
    private let batteryPercent: UInt8
    private let clock: any NightClock
    private let journal: SimulationJournal
    private var rest: SimulatedRest
    private var connection: Connection?
    private var connectionCount = 0
    private var isSilent = false
    private var refusesConnections = false

    /// Makes a device that is switched on at the present of `clock`.
    public init(
        name: String, state: DeviceState = SimulatedRest.initialState, localOffset: Duration = .zero,
        batteryPercent: UInt8 = 100, clock: any NightClock, journal: SimulationJournal
    ) {
        self.name = name
        self.batteryPercent = batteryPercent
        self.clock = clock
        self.journal = journal
        services = RestServices.table(batteryPercent: batteryPercent)
        rest = SimulatedRest(state: state, localOffset: localOffset, at: clock.now())
    }

    /// What the device's reports say at present.
    public var state: DeviceState { rest.state(at: clock.now()) }

    /// Whether a central is connected.
    public var isConnected: Bool { connection != nil }

    /// Notifies the state once a second of the clock, while a central is connected.
    ///
    /// Runs until cancelled and throws `CancellationError` then, or the journal's failure.
    public func run() async throws {
        while true {
            let sample = clock.now()
            // A boot clock that begins anew with its host must not stop the device, hence the second deadline.
            let request = WakeRequest(wall: sample.wall + .seconds(1), boot: sample.boot + .seconds(1))
            guard try await clock.sleep(until: request) == .deadline else { continue }
            if let failure = journal.failure { throw failure }
            if let connection, connection.central.isReady, !isSilent { report(at: clock.now()) }
        }
    }

    /// While silent the device acknowledges writes and answers reads, but carries nothing out and notifies nothing.
    public func setSilent(_ isSilent: Bool) {
        self.isSilent = isSilent
    }

    /// While refusing the device advertises, but ends every new connection at once.
    public func setRefusesConnections(_ refuses: Bool) {
        refusesConnections = refuses
    }

    /// Ends the connection from the device's side, if there is one.
    public func dropConnection() {
        guard let connection else { return }
        record(.fault("drop-connection"))
        end()
        connection.central.disconnect()
    }

    /// The name, the battery level and the state; nil while a central is connected.
    public func advertisingContent() -> AdvertisingContent? {
        guard connection == nil else { return nil }
        return AdvertisingContent(
            localName: name, services: [RestServices.deviceInformation],
            serviceData: [RestServices.battery: [batteryPercent]],
            manufacturerData: [RestServices.companyIdentifier: rest.advertisement(at: clock.now())])
    }

    /// Takes a central if it is the only one, unless connections are refused.
    public func connected(_ central: any ConnectedCentral) -> Bool {
        guard !refusesConnections else {
            record(.fault("refuse-connections"))
            return false
        }
        guard connection == nil else { return false }
        connectionCount += 1
        connection = Connection(number: connectionCount, central: central)
        record(.connect)
        return true
    }

    /// Is free for the next central; one that the device itself has let go is no news.
    public func disconnected(_ central: any ConnectedCentral) {
        guard connection?.central === central else { return }
        end()
    }

    /// The report at present for the feedback characteristic; the others' values never change.
    public func value(of characteristic: BluetoothUUID) -> [UInt8]? {
        characteristic == RestServices.feedback ? rest.feedback(at: clock.now()) : nil
    }

    /// Carries out a command of the connected central.
    public func write(_ value: [UInt8], to characteristic: BluetoothUUID, by central: any ConnectedCentral) {
        guard connection?.central === central, characteristic == RestServices.command else { return }
        guard !isSilent else {
            record(.command(value, reply: nil))
            record(.fault("silent"))
            return
        }
        let sample = clock.now()
        for effect in rest.receive(value, at: sample) {
            switch effect {
            case .reply(let text):
                record(.command(value, reply: text), at: sample)
                central.notify(text, of: RestServices.reply)
            case .changed:
                record(.state(rest.document(at: sample)), at: sample)
                report(at: sample)
            }
        }
    }

    private func report(at sample: ClockSample) {
        connection?.central.notify(rest.feedback(at: sample), of: RestServices.feedback)
    }

    private func end() {
        record(.disconnect)
        connection = nil
    }

    private func record(_ event: JournalEntry.Event, at sample: ClockSample? = nil) {
        let sample = sample ?? clock.now()
        journal.record(
            JournalEntry(at: sample.wall, boot: sample.boot, connection: connection?.number, event: event))
    }
}
