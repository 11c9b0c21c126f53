// SPDX-License-Identifier: Apache-2.0

/// Parses a stream of server-sent events that arrives in pieces of any size.
///
/// Lines end with CR, LF or both. Only the field `data` is read, and the length of an event is limited.
struct ServerSentEventParser {
    /// One part of a stream.
    enum Item: Hashable {
        /// The data of one event; its lines are joined by line feeds.
        case data([UInt8])
        /// A line that only shows that the sender is alive.
        case comment
    }

    /// An event is longer than the limit.
    struct TooLong: Error {}

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let data = Array("data".utf8)

    private let limit: Int
    private var line: [UInt8] = []
    private var event: [UInt8]?
    private var endedWithReturn = false
    private var isFirstLine = true

    /// Accepts events of up to `limit` bytes.
    init(limit: Int = 64 * 1024) {
        self.limit = limit
    }

    /// Reads the next bytes and returns the items that they complete.
    mutating func take(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [Item] {
        var items: [Item] = []
        for byte in bytes {
            defer { endedWithReturn = byte == UInt8(ascii: "\r") }
            switch byte {
            case UInt8(ascii: "\n") where endedWithReturn: continue
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                if let item = endLine() { items.append(item) }
            default:
                guard line.count + (event?.count ?? 0) < limit else { throw TooLong() }
                line.append(byte)
            }
        }
        return items
    }

    private mutating func endLine() -> Item? {
        var line = self.line[...]
        self.line.removeAll(keepingCapacity: true)
        if isFirstLine, line.starts(with: Self.mark) { line = line.dropFirst(Self.mark.count) }
        isFirstLine = false
        guard let first = line.first else {
            defer { event = nil }
            return event.map(Item.data)
        }
        if first == UInt8(ascii: ":") { return .comment }
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, name.elementsEqual(Self.data) else { return nil }
        var value = parts.count == 2 ? parts[1] : []
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        event = event.map { $0 + [UInt8(ascii: "\n")] + value } ?? Array(value)
        return nil
    }
}
