// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import Testing

@Suite
struct ATTErrorCodeTests {
    @Test
    func rawValue_survivesTheWire_whateverItIs() throws {
        let codes = (UInt8.min...UInt8.max).map(ATTErrorCode.init(rawValue:))
        let decoded = try codes.map {
            try ATTPDU(decoding: ATTPDU.errorResponse(request: 0x0A, handle: 3, code: $0).encoded)
        }
        #expect(decoded == codes.map { .errorResponse(request: 0x0A, handle: 3, code: $0) })
    }

    @Test(
        arguments: [
            (0x05, "insufficient authentication"), (0x09, "prepare queue full"), (0x13, "value not allowed"),
            (0x14, "error 0x14"), (0x7F, "error 0x7F"), (0x80, "application error 0x80"),
            (0x9F, "application error 0x9F"), (0xA0, "error 0xA0"), (0xE0, "profile error 0xE0"),
            (0xFB, "profile error 0xFB"), (0xFE, "procedure already in progress"), (0xFF, "out of range"),
        ] as [(UInt8, String)])
    func description_namesTheCode_orWhoseItIs(code: UInt8, text: String) {
        #expect(ATTErrorCode(rawValue: code).description == text)
    }

    @Test
    func operation_saysWhatToDo_whenTheDeviceWantsToBePaired() {
        var pair = ATTPair.discovered()
        _ = pair.client.read(ATTServerTests.level, 1)
        let effects = pair.client.receive(
            ATTPDU.errorResponse(request: 0x0A, handle: 6, code: .insufficientEncryption).encoded)
        #expect(
            effects == [
                .completed(
                    1,
                    .failure(
                        GATTError(
                            .attributeError, "The device refused the request: insufficient encryption.",
                            advice:
                                "The device only accepts paired hosts. Run `bluetoothctl pair` with the device's address."
                        )
                    ))
            ])
    }
}
