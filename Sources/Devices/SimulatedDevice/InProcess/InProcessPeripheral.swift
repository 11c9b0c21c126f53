// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import SleepModel
import Synchronization

/// A device of the same process as its centrals see it.
final class InProcessPeripheral: Sendable {
    let address: MacAddress
    private let device: SerialDevice
    private let links = Mutex<[InProcessLink]>([])

    init(address: MacAddress, device: any PeripheralDevice) {
        self.address = address
        self.device = SerialDevice(device)
    }

    /// What it advertises at present, as far as it would fit on the air.
    func advertisement() async -> Advertisement? {
        await settle()
        guard let content = await device.advertisingContent() else { return nil }
        return AdvertisingFrame(address: address, content: content).advertisement
    }

    /// Connects; nil if the device turns the central away.
    func link(_ connection: ATTConnection) async -> InProcessLink? {
        await settle()
        guard let link = await InProcessLink(connection, to: device) else { return nil }
        links.withLock { $0.append(link) }
        return link
    }

    /// Tells the device of connections that it has ended itself, if nobody did so yet.
    private func settle() async {
        for link in links.withLock({ $0 }) { await link.flush() }
        links.withLock { $0.removeAll(where: \.isOver) }
    }
}
