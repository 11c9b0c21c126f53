// SPDX-License-Identifier: Apache-2.0

package import GATT
package import SleepModel

/// The lamp itself, as far as it can be told over Bluetooth.
package actor GlowLamp: PeripheralDevice {
    /// What it offers.
    package nonisolated let services = [
        ServiceDefinition(
            GlowLampCodec.service,
            characteristics: [
                CharacteristicDefinition(GlowLampCodec.command, .write),
                CharacteristicDefinition(GlowLampCodec.reply, .notify),
                CharacteristicDefinition(GlowLampCodec.state, [.read, .notify]),
            ])
    ]

    private(set) var report = GlowLampReport()
    /// Everything that was written to it.
    package private(set) var written: [[UInt8]] = []
    /// How often it was connected.
    package private(set) var connections = 0
    private var central: (any ConnectedCentral)?
    private var spoiledReport: [UInt8]?

    /// Makes one that is off.
    package init() {}

    /// What it shows and plays.
    package var state: DeviceState { report.state }

    /// Somebody turns the wheel on its top.
    package func turn(toBrightness percent: UInt8) {
        report.brightness = percent
        tell()
    }

    /// Lets it send these bytes in place of its state.
    package func spoilReport(_ bytes: [UInt8]) {
        spoiledReport = bytes
    }

    /// What it advertises.
    package func advertisingContent() -> AdvertisingContent? {
        AdvertisingContent(
            localName: "Glow", manufacturerData: [GlowLampCodec.companyIdentifier: GlowLampCodec.model + report.bytes])
    }

    /// Takes one central at a time.
    package func connected(_ central: any ConnectedCentral) -> Bool {
        connections += 1
        self.central = central
        return true
    }

    /// Forgets the central.
    package func disconnected(_ central: any ConnectedCentral) {
        if self.central === central { self.central = nil }
    }

    /// Its state.
    package func value(of characteristic: BluetoothUUID) -> [UInt8]? {
        characteristic == GlowLampCodec.state ? spoiledReport ?? report.bytes : nil
    }

    /// Carries out a command, and answers.
    package func write(_ value: [UInt8], to characteristic: BluetoothUUID, by central: any ConnectedCentral) {
        written.append(value)
        guard let frame = GlowLampFrame(value) else { return answer([GlowLampFrame.refused, 1]) }
        guard carryOut(frame) else { return answer([GlowLampFrame.refused, 2]) }
        tell()
        answer([GlowLampFrame.done])
    }

    private func carryOut(_ frame: GlowLampFrame) -> Bool {
        let arguments = frame.arguments
        switch (frame.operation, arguments.count) {
        case (.power, 1) where arguments[0] <= 1: report.isOn = arguments[0] == 1
        case (.light, 4) where arguments[3] <= 100:
            report.color = RGBColor(red: arguments[0], green: arguments[1], blue: arguments[2])
            report.brightness = arguments[3]
        case (.sound, 1) where arguments[0] <= 3: report.sound = arguments[0]
        case (.volume, 1) where arguments[0] <= 100: report.volume = arguments[0]
        default: return false
        }
        return true
    }

    private func tell() {
        central?.notify(report.bytes, of: GlowLampCodec.state)
    }

    private func answer(_ bytes: [UInt8]) {
        central?.notify(bytes, of: GlowLampCodec.reply)
    }
}
