// SPDX-License-Identifier: Apache-2.0

/// A connection as the host and its controller name it; the name is used again once the connection has ended.
struct HCILink: Hashable, Sendable {
    var controller: UInt16
    var handle: UInt16
}
