// SPDX-License-Identifier: Apache-2.0

/// Parts of values that a client has sent, and that are not written yet.
struct ATTPrepareQueue {
    struct Write {
        var handle: UInt16
        var value: [UInt8]
    }

    private struct Part {
        var handle: UInt16
        var offset: UInt16
        var bytes: [UInt8]
    }

    /// Twice what the longest value needs in the smallest PDUs; a client can store less than 33 KB here.
    static let capacity = 64

    private var parts: [Part] = []

    var isFull: Bool { parts.count >= Self.capacity }

    mutating func append(_ bytes: [UInt8], at offset: UInt16, to handle: UInt16) {
        parts.append(Part(handle: handle, offset: offset, bytes: bytes))
    }

    /// Empties the queue.
    mutating func removeAll() {
        parts = []
    }

    /// The values the parts make, in the order of their first parts.
    ///
    /// A part at offset 0 begins a value; any other part must continue the last value of its attribute at its end. The
    /// earlier value of the attribute is not known here, so nothing can be written into the middle of it.
    func writes() throws(ATTServer.Refusal) -> [Write] {
        var writes: [Write] = []
        for part in parts {
            guard part.offset > 0 else {
                writes.append(Write(handle: part.handle, value: part.bytes))
                continue
            }
            guard let index = writes.lastIndex(where: { $0.handle == part.handle }),
                writes[index].value.count == Int(part.offset)
            else { throw ATTServer.Refusal(code: .invalidOffset, handle: part.handle) }
            writes[index].value += part.bytes
        }
        return writes
    }
}
