// SPDX-License-Identifier: Apache-2.0

import GATT

/// Writes a value that is too long for one PDU: sends it to the server in parts, which the server then writes at once.
///
/// The server returns each part. After a failure the server is told to discard its parts, so that the next long write
/// does not begin with them.
struct ATTLongWrite {
    enum Progress {
        case request(ATTPDU)
        case finished(Result<[UInt8], GATTError>)
        /// The answer does not fit the request.
        case violation
    }

    private enum Phase {
        case preparing(from: Int)
        case executing
        case forgetting(GATTError)
    }

    private let handle: UInt16
    private let value: [UInt8]
    /// The longest part.
    private let room: Int
    private var phase = Phase.preparing(from: 0)

    init(_ value: [UInt8], to handle: UInt16, mtu: UInt16) {
        self.handle = handle
        self.value = value
        room = max(Int(mtu) - 5, 1)
    }

    /// The request to start with.
    var firstRequest: ATTPDU { request(from: 0) }

    mutating func receive(_ response: ATTPDU) -> Progress {
        switch (phase, response) {
        case (.preparing(let offset), .prepareWriteResponse(let handle, let answered, let part)):
            let sent = self.part(from: offset)
            guard handle == self.handle, Int(answered) == offset, part == sent else {
                return forget(
                    GATTError(.attributeError, "The value reached the device damaged; the device wrote nothing.")
                )
            }
            return offset + sent.count < value.count ? prepare(from: offset + sent.count) : execute()
        case (.preparing(let offset), .errorResponse(_, _, let code)):
            return offset == 0 ? .finished(.failure(.refused(code))) : forget(.refused(code))
        case (.executing, .executeWriteResponse): return .finished(.success([]))
        case (.executing, .errorResponse(_, _, let code)): return .finished(.failure(.refused(code)))
        case (.forgetting(let error), .executeWriteResponse), (.forgetting(let error), .errorResponse):
            return .finished(.failure(error))
        default: return .violation
        }
    }

    private mutating func prepare(from offset: Int) -> Progress {
        phase = .preparing(from: offset)
        return .request(request(from: offset))
    }

    private mutating func execute() -> Progress {
        phase = .executing
        return .request(.executeWriteRequest(flags: 1))
    }

    private mutating func forget(_ error: GATTError) -> Progress {
        phase = .forgetting(error)
        return .request(.executeWriteRequest(flags: 0))
    }

    private func request(from offset: Int) -> ATTPDU {
        .prepareWriteRequest(handle: handle, offset: UInt16(clamping: offset), part: part(from: offset))
    }

    private func part(from offset: Int) -> [UInt8] {
        Array(value.dropFirst(offset).prefix(room))
    }
}
