// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT

/// A request of a caller to a characteristic.
struct RecordedRequest: Sendable {
    enum Kind: Sendable {
        case read
        case write([UInt8], acknowledged: Bool)
        case subscribe
    }

    /// The outcome of a request.
    enum Outcome: Sendable {
        case value([UInt8])
        case done
        case refused
        /// No answer: it was cancelled, took too long, or the connection ended.
        case unanswered
    }

    var characteristic: BluetoothUUID
    var kind: Kind

    /// The property that the characteristic needs for it.
    var properties: CharacteristicProperties {
        switch kind {
        case .read: .read
        case .write(_, let isAcknowledged): isAcknowledged ? .write : .writeWithoutResponse
        case .subscribe: .notify
        }
    }

    /// Whether the device answers it.
    var isAnswered: Bool {
        if case .write(_, acknowledged: false) = kind { false } else { true }
    }

    /// The request on the air, to a characteristic whose value is behind a handle.
    func packet(_ handle: UInt16) -> ATTPDU {
        switch kind {
        case .read: .readRequest(handle: handle)
        case .write(let value, true): .writeRequest(handle: handle, value: value)
        case .write(let value, false): .writeCommand(handle: handle, value: value)
        case .subscribe: RecordedLink.subscription(handle)
        }
    }

    /// The answer on the air; nil where there is none.
    func answer(_ outcome: Outcome, _ handle: UInt16) -> ATTPDU? {
        switch outcome {
        case .value(let value): .readResponse(Array(value.prefix(ATTPDU.maximumValueLength)))
        case .done: .writeResponse
        // Which error it was is not known here.
        case .refused: refusal(of: packet(handle))
        case .unanswered: nil
        }
    }

    private func refusal(of request: ATTPDU) -> ATTPDU? {
        switch request {
        case .readRequest(let handle), .writeRequest(let handle, _):
            .errorResponse(request: request.opcode, handle: handle, code: .unlikelyError)
        default: nil
        }
    }
}
