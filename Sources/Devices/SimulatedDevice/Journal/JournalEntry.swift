// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
import FoundationEssentials
import SleepModel

/// One thing that reached a simulated device or happened in it.
public struct JournalEntry: Hashable, Sendable {
    /// What happened.
    public enum Event: Hashable, Sendable {
        /// A central connected.
        case connect
        /// The connection ended, by whichever side.
        case disconnect
        /// A command was written, and this ended the reply to it; nil if it was left without one.
        case command([UInt8], reply: [UInt8]?)
        /// A fault with this name took effect, see `RestFault`.
        case fault(String)
        /// The state after a change.
        case state(DeviceStateDocument)
    }

    /// The wall time of the device's clock source.
    public var at: Instant
    /// Its boot clock.
    public var boot: Duration
    /// Which connection, counted from 1; nil outside any.
    public var connection: Int?
    /// What happened.
    public var event: Event
    /// What a command got in answer before the end of the reply, one element per notification.
    public var data: [[UInt8]] = []

    /// The entry as one JSON object without a line end; `data` is there for commands that got any.
    ///
    /// Commands and replies are text: printable ASCII as it is, every other byte and the backslash as `\xNN`.
    public var json: String {
        let head =
            "{\"at\":\"\(at.iso8601)\",\"monotonic\":\(seconds),\"connection\":\(connection.map(String.init) ?? "null")"
        return head + ",\"event\":" + detail + "}"
    }

    private var detail: String {
        switch event {
        case .connect: "\"connect\""
        case .disconnect: "\"disconnect\""
        case .command(let bytes, let reply):
            "\"command\",\"bytes\":\(Self.quoted(bytes)),\"reply\":\(reply.map(Self.quoted) ?? "null")"
                + (data.isEmpty ? "" : ",\"data\":[\(data.map(Self.quoted).joined(separator: ","))]")
        case .fault(let name): "\"fault\",\"fault\":\(Self.quoted(Array(name.utf8)))"
        case .state(let document): "\"state\",\"state\":\(Self.text(document))"
        }
    }

    private var seconds: String {
        // An accelerated clock reads below zero before its epoch; the sign stands once, before it all.
        let size = boot < .zero ? .zero - boot : boot
        let milliseconds = Int(size.components.attoseconds / 1_000_000_000_000_000)
        return "\(boot < .zero ? "-" : "")\(size.components.seconds).\(milliseconds.padded(to: 3))"
    }

    private static func quoted(_ bytes: [UInt8]) -> String {
        var text = "\""
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""): text += "\\\""
            case 0x20...0x7E where byte != UInt8(ascii: "\\"): text += String(UnicodeScalar(byte))
            default: text += "\\\\x" + byte.hexadecimal
            }
        }
        return text + "\""
    }

    private static func text(_ document: DeviceStateDocument) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(document)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}
