// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import SleepModel
import Synchronization

/// The links that this process has, and the adapters they belong to.
final class OpenLinks: Sendable {
    private struct Link {
        let connection: ATTConnection
        let adapter: UInt16
    }

    private struct State {
        var isClosed = false
        var links: [MacAddress: Link] = [:]
    }

    private let state = Mutex(State())

    /// Whether there is a link to a device.
    func has(_ device: MacAddress) -> Bool { state.withLock { $0.links[device]?.connection.hasEnded == false } }

    /// Whether an adapter has a link.
    func isAny(of adapter: UInt16) -> Bool { !links(of: adapter).isEmpty }

    /// The links of an adapter, in the order of the devices' addresses.
    func links(of adapter: UInt16) -> [ConnectionRoom.Link] {
        let own = state.withLock { $0.links.filter { $0.value.adapter == adapter && !$0.value.connection.hasEnded } }
        return own.map { ConnectionRoom.Link(to: $0.key, lastUse: $0.value.connection.lastUse) }
            .sorted { $0.device < $1.device }
    }

    /// Adds a link; returns whether it may stay, which it may not after `closeAll`.
    func add(_ connection: ATTConnection, to device: MacAddress, by adapter: UInt16) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.links[device] = Link(connection: connection, adapter: adapter)
            return true
        }
    }

    /// Ends the link to a device.
    func end(_ device: MacAddress) async {
        await state.withLock { $0.links.removeValue(forKey: device) }?.connection.close()
    }

    /// Ends all links, and lets no other one be added.
    func closeAll() async {
        let open = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state.links.values.map(\.connection)
        }
        for connection in open { await connection.close() }
    }
}
