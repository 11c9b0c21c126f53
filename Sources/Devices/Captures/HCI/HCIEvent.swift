// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// An event of a controller, of a kind that matters here.
///
/// Layouts: Bluetooth Core 5.4, volume 4, part E, 7.7.5 and 7.7.65.
enum HCIEvent: Hashable, Sendable {
    /// One report of an advertisement.
    struct Report: Hashable, Sendable {
        var address: MacAddress
        var isScanResponse: Bool
        var data: [UInt8]
        /// In dBm; nil where the controller does not know it.
        var rssi: Int?
    }

    case connected(status: UInt8, handle: UInt16, isCentral: Bool, MacAddress)
    case disconnected(handle: UInt16, reason: UInt8)
    case advertised([Report])

    private enum Code {
        static let disconnectionComplete: UInt8 = 0x05
        static let lowEnergy: UInt8 = 0x3E
        static let connectionComplete: UInt8 = 0x01
        static let advertisingReport: UInt8 = 0x02
        static let enhancedConnectionComplete: UInt8 = 0x0A
        static let extendedAdvertisingReport: UInt8 = 0x0D
        static let enhancedConnectionComplete2: UInt8 = 0x29
    }

    /// Reads an event with its header; nil if it is malformed or does not matter here.
    init?(_ bytes: [UInt8]) {
        var cursor = ByteCursor(bytes)
        guard let code = cursor.byte(), let length = cursor.byte(), bytes.count == 2 + Int(length) else { return nil }
        let event: HCIEvent?
        switch code {
        case Code.disconnectionComplete: event = Self.disconnection(&cursor)
        case Code.lowEnergy:
            switch cursor.byte() {
            case Code.connectionComplete: event = Self.connection(&cursor, fieldsAfterAddress: 7)
            case Code.enhancedConnectionComplete: event = Self.connection(&cursor, fieldsAfterAddress: 19)
            case Code.enhancedConnectionComplete2: event = Self.connection(&cursor, fieldsAfterAddress: 22)
            case Code.advertisingReport: event = Self.reports(&cursor, Self.report)
            case Code.extendedAdvertisingReport: event = Self.reports(&cursor, Self.extendedReport)
            default: event = nil
            }
        default: event = nil
        }
        guard let event else { return nil }
        self = event
    }

    private static func disconnection(_ cursor: inout ByteCursor) -> HCIEvent? {
        guard let status = cursor.byte(), let handle = cursor.number(), let reason = cursor.byte(), cursor.isAtEnd,
            status == 0
        else { return nil }
        return .disconnected(handle: handle & 0x0FFF, reason: reason)
    }

    private static func connection(_ cursor: inout ByteCursor, fieldsAfterAddress count: Int) -> HCIEvent? {
        guard let status = cursor.byte(), let handle = cursor.number(), let role = cursor.byte(), cursor.skip(1),
            let address = cursor.address(), cursor.skip(count), cursor.isAtEnd
        else { return nil }
        return .connected(status: status, handle: handle & 0x0FFF, isCentral: role == 0, address)
    }

    /// Reports follow each other whole, although the standard draws them as arrays of fields; controllers and hosts
    /// agree on that, and nearly always there is only one.
    private static func reports(
        _ cursor: inout ByteCursor, _ read: (inout ByteCursor) -> [Report]?
    ) -> HCIEvent? {
        guard let count = cursor.byte() else { return nil }
        var reports: [Report] = []
        for _ in 0..<count {
            guard let found = read(&cursor) else { return nil }
            reports += found
        }
        return cursor.isAtEnd ? .advertised(reports) : nil
    }

    private static func report(_ cursor: inout ByteCursor) -> [Report]? {
        guard let type = cursor.byte(), cursor.skip(1), let address = cursor.address(), let length = cursor.byte(),
            let data = cursor.take(Int(length)), let rssi = cursor.byte()
        else { return nil }
        return [Report(address: address, isScanResponse: type == 4, data: data, rssi: decibels(rssi))]
    }

    /// A report that is only a part of one is left out: a Rest never sends more than fits.
    private static func extendedReport(_ cursor: inout ByteCursor) -> [Report]? {
        guard let type = cursor.number(), cursor.skip(1), let address = cursor.address(), cursor.skip(4),
            let rssi = cursor.byte(), cursor.skip(9), let length = cursor.byte(), let data = cursor.take(Int(length))
        else { return nil }
        guard type & 0x60 == 0 else { return [] }
        return [Report(address: address, isScanResponse: type & 0x08 != 0, data: data, rssi: decibels(rssi))]
    }

    private static func decibels(_ byte: UInt8) -> Int? {
        byte == 127 ? nil : Int(Int8(bitPattern: byte))
    }
}
