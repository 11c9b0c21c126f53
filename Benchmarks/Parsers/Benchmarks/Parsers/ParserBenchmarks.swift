// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import Benchmark
import GATT
import HatchRest

let benchmarks: @Sendable () -> Void = {
    // One sample is a thousand times the body, so that the clock is not what is measured.
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock], warmupIterations: 10, scalingFactor: .kilo, maxDuration: .seconds(2),
        maxIterations: 10_000)

    func measure(_ name: String, _ body: @escaping @Sendable () -> Void) {
        Benchmark(name) { benchmark in
            for _ in benchmark.scaledIterations { body() }
        }
    }

    let feedback: [UInt8] = [
        0x54, 0xF8, 0x00, 0x1C, 0x96, 0x43, 0xFD, 0xD1, 0x2D, 0x7F, 0x53, 0x05, 0x54, 0x50, 0xDF, 0x65, 0, 0, 0, 0,
    ]
    let payload: [UInt8] = [
        0x52, 0x54, 0x6A, 0x13, 0x5F, 0x70, 0x43, 0xEE, 0x76, 0x74, 0x0C, 0x53, 0x04, 0x5D, 0x45, 0, 0, 0, 0, 0, 0x50,
        0x03, 0x65, 0,
    ]
    measure("feedback") { blackHole(try? HatchRestReport.feedback(feedback)) }
    measure("advertisement payload") { blackHole(try? HatchRestReport.advertisement(payload)) }

    let custom = BluetoothUUID(0x0224_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    let pdus: [(String, ATTPDU)] = [
        ("notification of 20 bytes", .notification(handle: 9, value: feedback)),
        ("read request", .readRequest(handle: 9)),
        ("write request of 4 bytes", .writeRequest(handle: 7, value: Array("SI01".utf8))),
        ("error response", .errorResponse(request: 0x0A, handle: 9, code: .readNotPermitted)),
        ("read by type request, 128-bit", .readByTypeRequest(start: 1, end: 0xFFFF, type: custom)),
        (
            "read by type response, a characteristic of 128 bits",
            .readByTypeResponse([.init(handle: 2, value: [0x0C, 3, 0] + custom.longWire)])
        ),
        (
            "find information response, five of 16 bits",
            .findInformationResponse((3..<8).map { .init(handle: $0, type: BluetoothUUID(0x2900 + $0)) })
        ),
    ]
    for (name, pdu) in pdus {
        let bytes = pdu.encoded
        measure("ATT decode, \(name)") { blackHole(try? ATTPDU(decoding: bytes)) }
    }
}
