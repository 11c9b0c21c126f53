// SPDX-License-Identifier: Apache-2.0

/// The number by which the host and its controller name a connection; used again after the connection has ended.
struct HCILink: Hashable, Sendable {
    var controller: UInt16
    var handle: UInt16
}
