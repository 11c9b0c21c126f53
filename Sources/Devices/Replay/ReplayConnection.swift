// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import GATT

/// A connection to a device of a capture.
struct ReplayConnection: PeripheralConnection {
    private let stage: ReplayStage
    private let session: Int

    init(_ stage: ReplayStage, session: Int) {
        self.stage = stage
        self.session = session
    }

    func read(_ characteristic: BluetoothUUID) async throws(GATTError) -> [UInt8] {
        try stage.read(try known(characteristic), session: session)
    }

    func write(_ value: [UInt8], to characteristic: BluetoothUUID, acknowledged: Bool) async throws(GATTError) {
        guard try known(characteristic) == stage.script.codec.commandCharacteristic else {
            throw GATTError(.attributeError, "A replay takes commands only, not writes to \(characteristic).")
        }
        try stage.write(value, session: session)
    }

    func notifications(of characteristic: BluetoothUUID) async throws(GATTError) -> AsyncStream<[UInt8]> {
        let channel = ReplayMachine.Channel.notifications(try known(characteristic))
        try stage.open(channel, session: session)
        return AsyncStream { [stage, session] in
            guard case .notification(_, let value)? = await stage.next(channel, session: session)?.event else {
                return nil
            }
            return value
        }
    }

    func disconnect() async {
        stage.disconnect(session)
    }

    func waitUntilDisconnected() async {
        await stage.waitForEnd(of: session)
    }

    /// Without discovery in the capture, every characteristic counts as known.
    private func known(_ characteristic: BluetoothUUID) throws(GATTError) -> BluetoothUUID {
        let discovered = stage.script.discovered
        guard discovered.isEmpty || discovered.contains(characteristic) else {
            throw GATTError(.noSuchCharacteristic, "The device of the capture has no characteristic \(characteristic).")
        }
        return characteristic
    }
}
