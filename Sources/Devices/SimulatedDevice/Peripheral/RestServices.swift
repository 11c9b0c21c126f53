// SPDX-License-Identifier: Apache-2.0

import GATT

/// The services of a Hatch Rest.
enum RestServices {
    static let command = BluetoothUUID(0x0224_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    static let reply = BluetoothUUID(0x0224_0003, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    static let feedback = BluetoothUUID(0x0226_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)

    static let deviceInformation = BluetoothUUID(0x180A)
    static let battery = BluetoothUUID(0x180F)
    static let batteryLevel = BluetoothUUID(0x2A19)
    static let companyIdentifier: UInt16 = 0x0434

    static func table(_ profile: RestProfile, batteryPercent: UInt8) -> [ServiceDefinition] {
        [
            ServiceDefinition(
                deviceInformation,
                characteristics: [
                    CharacteristicDefinition(BluetoothUUID(0x2A29), .read, value: Array("Hatch Baby".utf8)),
                    CharacteristicDefinition(BluetoothUUID(0x2A24), .read, value: Array("RestNoSD".utf8)),
                ]),
            ServiceDefinition(
                battery,
                characteristics: [CharacteristicDefinition(batteryLevel, .read, value: [batteryPercent])]),
            ServiceDefinition(
                BluetoothUUID(0x0224_0001, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232),
                characteristics: [
                    CharacteristicDefinition(command, commandProperties(profile)),
                    CharacteristicDefinition(reply, profile.has(.readableReplies) ? [.read, .notify] : .notify),
                ]),
            ServiceDefinition(
                BluetoothUUID(0x0226_0001, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232),
                characteristics: [CharacteristicDefinition(feedback, [.read, .notify])]),
        ]
    }

    private static func commandProperties(_ profile: RestProfile) -> CharacteristicProperties {
        if profile.has(.writeWithResponseOnly) { return .write }
        return profile.has(.writeWithoutResponseOnly) ? .writeWithoutResponse : [.write, .writeWithoutResponse]
    }
}
