// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import Clocks
import GATT
import Glibc
import SleepModel

/// Makes one connection in as many attempts as it takes; leaves none behind if it fails or is cancelled.
struct L2CAPConnector: Sendable {
    /// A connection, and the number of the adapter that has it.
    struct Connection: Sendable {
        let connection: ATTConnection
        let adapter: UInt16
    }

    /// How long a device may take to answer a request (source: Bluetooth Core 5.4, volume 3, part F, section 3.3.3).
    private static let answerLimit = Duration.seconds(30)

    let radio: any BluetoothRadio
    let clock: any NightClock
    /// The adapter's name or address; nil for the first that can be used.
    let adapter: String?
    /// How long all attempts together may take.
    let budget: Duration
    /// The links of this process, one of which may have to go.
    let links: OpenLinks
    /// The adapter that replaces one that hears nobody.
    let standIn: MacAddress?

    /// Connects and discovers the characteristics, within the budget.
    func connect(to peer: PeripheralAddress) async throws(GATTError) -> Connection {
        let adapter = try await ManagementClient(radio, clock: clock).adapter(adapter, standIn: standIn)
        if let refusal = peer.refusal { throw refusal }
        var attempts = ConnectionAttempts(to: peer.address, at: clock.now().boot, budget: budget)
        while true {
            guard !Task.isCancelled else { throw .cancellation }
            let step: ConnectionAttempts.Step
            do throws(GATTError) {
                let limit = attempts.timeLeft(at: clock.now().boot)
                return Connection(
                    connection: try await attempt(peer, by: adapter, within: limit), adapter: adapter.number)
            } catch {
                let error = error.code == .noRoom ? await makeRoom(by: adapter, error) : error
                step = attempts.failed(error, at: clock.now().boot)
            }
            switch step {
            case .pause(let pause):
                do { try await clock.sleep(for: pause) } catch { throw .cancellation }
            case .fail(let error): throw error
            }
        }
    }

    /// Ends the link of this process that has been idle for longest; returns the error with who has the links.
    private func makeRoom(by adapter: AdapterInformation, _ error: GATTError) async -> GATTError {
        let own = links.links(of: adapter.number)
        let others = await foreignLinks(of: adapter, besides: Set(own.map(\.device)))
        let room = ConnectionRoom(of: adapter.name, links: own + others)
        if let idlest = room.idlest(at: clock.now().boot) { await links.end(idlest) }
        return GATTError(.noRoom, "The \(room.description)", advice: error.advice)
    }

    /// The links of other programs, as far as the kernel tells this process.
    private func foreignLinks(
        of adapter: AdapterInformation, besides own: Set<MacAddress>
    ) async -> [ConnectionRoom.Link] {
        let all = try? await ManagementClient(radio, clock: clock).connections(of: adapter.number)
        return (all ?? []).filter { !own.contains($0) }.map { ConnectionRoom.Link(to: $0, lastUse: nil) }
    }

    private func attempt(
        _ peer: PeripheralAddress, by adapter: AdapterInformation, within limit: Duration
    ) async throws(GATTError) -> ATTConnection {
        do {
            return try await withDeadline(limit, on: clock) { try await open(peer, by: adapter) }
        } catch is DeadlineExceeded {
            throw LinkFailure(number: ETIMEDOUT).error(peer.address, by: adapter.name)
        } catch let failure as LinkFailure {
            throw failure.error(peer.address, by: adapter.name)
        } catch let error as GATTError where error.code == .timedOut {
            // The link was up, and what the device did not answer it may answer over another one.
            throw GATTError(.connectionFailed, error.message, advice: error.advice)
        } catch let error as GATTError {
            throw error
        } catch {
            throw .cancellation
        }
    }

    private func open(_ peer: PeripheralAddress, by adapter: AdapterInformation) async throws -> ATTConnection {
        let descriptor = try radio.openLink(to: peer, by: adapter)
        do {
            await Readiness.writable(descriptor)
            try Task.checkCancellation()
            try Self.checkConnection(descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        let link = PacketSocket(descriptor)
        let connection = ATTConnection(clock: clock, answerLimit: Self.answerLimit, addressKind: peer.kind)
        link.start(onPacket: { connection.receive($0) }, onEnd: { _ in connection.ended() })
        do {
            try await connection.start(link)
        } catch {
            link.close()
            throw error
        }
        return connection
    }

    private static func checkConnection(_ descriptor: Int32) throws(LinkFailure) {
        var number: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length) == 0 else {
            throw LinkFailure(number: errno)
        }
        guard number == 0 else { throw LinkFailure(number: number) }
    }
}
