// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import Glibc
import Synchronization

/// A connected socket that carries one PDU in each packet, and the descriptor it owns.
///
/// What arrives is read on `DescriptorThread`, one packet at a time and in order; nothing runs while nothing arrives.
final class PacketSocket: Sendable {
    private struct State {
        var isClosed = false
        var watch: Int?
        var onEnd: (@Sendable (Int32) -> Void)?
    }

    private enum Received {
        case packet([UInt8])
        case nothing
        case end(Int32)
    }

    /// How many packets are read before other sockets have their turn.
    private static let burst = 64
    /// More than any PDU has, so that one that is too long is seen as such.
    private static let bufferSize = ATTPDU.maximumLength + 1

    private let descriptor: Int32
    private let state = Mutex(State())

    /// Takes over a descriptor that does not block.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        if state.withLock({ !$0.isClosed }) { Glibc.close(descriptor) }
    }

    /// Begins to read; `onEnd` is called once, with the error number of the system or 0.
    func start(onPacket: @escaping @Sendable ([UInt8]) -> Void, onEnd: @escaping @Sendable (Int32) -> Void) {
        let isOpen = state.withLock { state in
            guard !state.isClosed else { return false }
            state.onEnd = onEnd
            state.watch = DescriptorThread.shared.attach(descriptor, events: POLLIN) { self.read(onPacket) }
            return true
        }
        if !isOpen { onEnd(0) }
    }

    /// Whether a packet can be sent now.
    var isReady: Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            return poll(&request, 1, 0) == 1 && request.revents & Int16(POLLOUT) != 0
        }
    }

    /// Sends a packet without waiting.
    ///
    /// A device that does not read would let everything sent pile up, so the connection ends when the kernel takes no more.
    func send(_ packet: [UInt8]) {
        let isSent = state.withLock { state in
            guard !state.isClosed else { return true }
            return Glibc.send(descriptor, packet, packet.count, Int32(MSG_NOSIGNAL)) == packet.count
        }
        if !isSent { close() }
    }

    /// Ends the connection; safe to call again.
    func close() {
        end(0)
    }

    private func read(_ onPacket: (@Sendable ([UInt8]) -> Void)) {
        for _ in 0..<Self.burst {
            switch receive() {
            case .packet(let packet): onPacket(packet)
            case .nothing: return
            case .end(let number): return end(number)
            }
        }
    }

    /// Within the lock, so that the descriptor is not another one's already.
    private func receive() -> Received {
        state.withLock { state in
            guard !state.isClosed else { return .nothing }
            var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count <= 0 else { return .packet(Array(buffer.prefix(count))) }
            guard count < 0 else { return .end(0) }
            return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .nothing : .end(errno)
        }
    }

    private func end(_ number: Int32) {
        let ended = state.withLock { state -> State? in
            guard !state.isClosed else { return nil }
            defer { state = State(isClosed: true) }
            if let watch = state.watch { DescriptorThread.shared.detach(watch) }
            shutdown(descriptor, Int32(SHUT_RDWR))
            Glibc.close(descriptor)
            return state
        }
        ended?.onEnd?(number)
    }
}

extension PacketSocket: PeripheralLink {
    func flush() async {}

    func disconnect() async {
        close()
    }
}

extension PacketSocket: CentralLink {}
