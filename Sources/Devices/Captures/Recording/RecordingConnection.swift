// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel

/// A connection of another transport whose traffic is recorded while its device is.
final class RecordingConnection: PeripheralConnection {
    private let base: any PeripheralConnection
    private let tap: ConnectionTap

    init(_ base: any PeripheralConnection, to address: MacAddress, _ desk: RecordingDesk) {
        self.base = base
        tap = ConnectionTap(address, desk)
    }

    var addressKind: AddressKind? { base.addressKind }

    func read(_ characteristic: BluetoothUUID) async throws(GATTError) -> [UInt8] {
        let request = RecordedRequest(characteristic: characteristic, kind: .read)
        let exchange = tap.begin(request)
        do throws(GATTError) {
            let value = try await base.read(characteristic)
            tap.end(request, exchange, .value(value))
            return value
        } catch {
            tap.fail(request, exchange, error)
            throw error
        }
    }

    func write(_ value: [UInt8], to characteristic: BluetoothUUID, acknowledged: Bool) async throws(GATTError) {
        let request = RecordedRequest(
            characteristic: characteristic, kind: .write(value, acknowledged: acknowledged))
        let exchange = tap.begin(request)
        do throws(GATTError) {
            try await base.write(value, to: characteristic, acknowledged: acknowledged)
            tap.end(request, exchange, .done)
        } catch {
            tap.fail(request, exchange, error)
            throw error
        }
    }

    func notifications(of characteristic: BluetoothUUID) async throws(GATTError) -> AsyncStream<[UInt8]> {
        let request = RecordedRequest(characteristic: characteristic, kind: .subscribe)
        let exchange = tap.begin(request)
        do throws(GATTError) {
            let values = try await base.notifications(of: characteristic)
            tap.end(request, exchange, .done)
            return AsyncStream { [tap] in
                for await value in values {
                    tap.notify(value, of: characteristic)
                    return value
                }
                return nil
            }
        } catch {
            tap.fail(request, exchange, error)
            throw error
        }
    }

    func disconnect() async {
        tap.end(HCIStatus.endedByHost)
        await base.disconnect()
    }

    func waitUntilDisconnected() async {
        await base.waitUntilDisconnected()
        if !Task.isCancelled { tap.end(HCIStatus.endedByDevice) }
    }
}

/// One connection at the desk, while it or one of its streams is used.
private final class ConnectionTap: Sendable {
    private let address: MacAddress
    private let desk: RecordingDesk
    private let number: Int

    init(_ address: MacAddress, _ desk: RecordingDesk) {
        let (number, now) = (desk.nextNumber(), desk.now)
        desk.update(address) { $0.connected(number, at: now) }
        self.address = address
        self.desk = desk
        self.number = number
    }

    deinit {
        let now = desk.now
        desk.update(address) { $0.forget(number, at: now) }
    }

    /// Notes a request; the number of its exchange, nil if it is not recorded.
    func begin(_ request: RecordedRequest) -> Int? {
        // A request that is cancelled before it begins is never sent.
        guard desk.update(address, { $0.use(request, on: number) }), !Task.isCancelled else { return nil }
        let (exchange, now) = (desk.nextNumber(), desk.now)
        desk.update(address) { $0.began(request, exchange, on: number, at: now) }
        return exchange
    }

    /// Notes what became of a request.
    func end(_ request: RecordedRequest, _ exchange: Int?, _ outcome: RecordedRequest.Outcome) {
        let isSubscription = if case (.subscribe, .done) = (request.kind, outcome) { true } else { false }
        guard exchange != nil || isSubscription else { return }
        let now = desk.now
        desk.update(address) { device in
            if isSubscription { device.subscribed(request, on: number) }
            device.ended(request, exchange, outcome, on: number, at: now)
        }
    }

    /// Notes why a request failed; the error code of a refusal is not known here.
    func fail(_ request: RecordedRequest, _ exchange: Int?, _ error: GATTError) {
        let isRefused = error.code == .attributeError || error.code == .noSuchCharacteristic
        end(request, exchange, isRefused ? .refused : .unanswered)
        if error.code == .noSuchCharacteristic { desk.update(address) { $0.missing(request, on: number) } }
        if error.code == .disconnected { end(HCIStatus.endedByDevice) }
    }

    /// Notes a notification.
    func notify(_ value: [UInt8], of characteristic: BluetoothUUID) {
        desk.record(address) { $0.notified(value, of: characteristic, on: number, at: $1) }
    }

    /// Notes the end of the connection; only the first call counts.
    func end(_ reason: UInt8) {
        let now = desk.now
        desk.update(address) { $0.ended(number, reason: reason, at: now) }
    }
}
