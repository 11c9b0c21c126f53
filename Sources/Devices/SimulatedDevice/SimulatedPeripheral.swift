// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import CivilTime
public import Clocks
import GATT
public import SleepModel

/// A simulated Hatch Rest as a peripheral: its firmware behind its attribute table, with a journal and with faults.
///
/// It takes one central at a time, and advertises only while it has none.
public actor SimulatedPeripheral {
    /// The address it advertises.
    public nonisolated let address: MacAddress

    private struct Connection {
        var number: Int
        var link: any CentralLink
        var server: ATTServer
    }

    private let name: String
    private let batteryPercent: UInt8
    private let rssi: Int8
    private let clock: any NightClock
    private let journal: SimulationJournal
    private var rest: SimulatedRest
    private var connection: Connection?
    private var connectionCount = 0
    private var isSilent = false
    private var refusesConnections = false

    /// Makes a device that is switched on at the present of `clock`.
    ///
    /// A name that does not fit the advertising packet is shortened. The signal strength is in dBm.
    public init(
        address: MacAddress, name: String, state: DeviceState = SimulatedRest.initialState,
        localOffset: Duration = .zero, batteryPercent: UInt8 = 100, rssi: Int8 = -58, clock: any NightClock,
        journal: SimulationJournal
    ) {
        self.address = address
        self.name = name
        self.batteryPercent = batteryPercent
        self.rssi = rssi
        self.clock = clock
        self.journal = journal
        rest = SimulatedRest(state: state, localOffset: localOffset, at: clock.now())
    }

    /// What the device's reports say at present.
    public var state: DeviceState { rest.state(at: clock.now()) }

    /// Whether a central is connected.
    public var isConnected: Bool { connection != nil }

    /// Notifies the state once a second of the clock, while a central has subscribed to it.
    ///
    /// Runs until cancelled and throws `CancellationError` then, or the journal's failure.
    public func run() async throws {
        while true {
            let sample = clock.now()
            // A boot clock that begins anew with its host must not stop the device, hence the second deadline.
            let request = WakeRequest(wall: sample.wall + .seconds(1), boot: sample.boot + .seconds(1))
            guard try await clock.sleep(until: request) == .deadline else { continue }
            if let failure = journal.failure { throw failure }
            if let connection, connection.link.isReady, !isSilent {
                notify(RestServices.feedback, rest.feedback(at: clock.now()))
            }
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
        end(connection)
    }

    /// What it advertises at present; nil while a central is connected.
    func advertisingFrame() -> AdvertisingFrame? {
        guard connection == nil else { return nil }
        return AdvertisingFrame(
            address: address, rssi: rssi,
            packet: AdvertisingFrame.packet(
                name: name, batteryPercent: batteryPercent, payload: rest.advertisement(at: clock.now())))
    }

    /// Takes a central and returns the number of its connection; nil if it is to be turned away.
    func accept(_ link: any CentralLink) -> Int? {
        guard !refusesConnections else {
            record(.fault("refuse-connections"))
            return nil
        }
        guard connection == nil else { return nil }
        connectionCount += 1
        connection = Connection(
            number: connectionCount, link: link,
            server: ATTServer(
                services: RestServices.table(batteryPercent: batteryPercent), maximumMTU: RestServices.maximumMTU))
        record(.connect)
        return connectionCount
    }

    /// Takes a PDU; one of a connection that has ended is ignored.
    func receive(_ pdu: [UInt8], from number: Int) {
        guard connection?.number == number else { return }
        connection?.server.setValue(rest.feedback(at: clock.now()), of: RestServices.feedback)
        for effect in connection?.server.receive(pdu) ?? [] {
            guard connection != nil else { return }
            switch effect {
            case .send(let answer): send(answer)
            case .write(let characteristic, let value, _):
                if characteristic == RestServices.command { carryOut(value) }
            case .subscribed: continue
            }
        }
    }

    /// The connection has ended; safe to call twice.
    func disconnected(_ number: Int) {
        guard let connection, connection.number == number else { return }
        end(connection)
    }

    private func end(_ ended: Connection) {
        record(.disconnect)
        connection = nil
        ended.link.close()
    }

    private func carryOut(_ command: [UInt8]) {
        guard !isSilent else {
            record(.command(command, reply: nil))
            record(.fault("silent"))
            return
        }
        let sample = clock.now()
        for effect in rest.receive(command, at: sample) {
            switch effect {
            case .reply(let text):
                record(.command(command, reply: text), at: sample)
                notify(RestServices.reply, text)
            case .changed:
                record(.state(rest.document(at: sample)), at: sample)
                notify(RestServices.feedback, rest.feedback(at: sample))
            }
        }
    }

    private func notify(_ characteristic: BluetoothUUID, _ value: [UInt8]) {
        guard let pdu = connection?.server.notify(characteristic, value: value) else { return }
        send(pdu)
    }

    private func send(_ pdu: [UInt8]) {
        guard let connection else { return }
        // A central that does not read would let everything sent pile up.
        guard connection.link.isReady else { return end(connection) }
        connection.link.send(pdu)
    }

    private func record(_ event: JournalEntry.Event, at sample: ClockSample? = nil) {
        let sample = sample ?? clock.now()
        journal.record(
            JournalEntry(at: sample.wall, boot: sample.boot, connection: connection?.number, event: event))
    }
}
