// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import NIOCore
import NIOPosix
import Synchronization

/// What devices behind sockets advertise; missing sockets are tried again every 250 ms.
///
/// Connections are made while somebody waits for an advertisement and are closed with the object.
final class SocketAdvertisements: AdvertisementSource {
    private enum Socket {
        case idle(since: Duration?)
        case connecting
        case open(any Channel)
    }

    private static let retryInterval = Duration.milliseconds(250)

    private let clock: any NightClock
    private let onFrame: @Sendable (SocketPath, Advertisement) -> Void
    private let sockets: Mutex<[SocketPath: Socket]>
    private let heard: AsyncStream<Advertisement>
    private let continuation: AsyncStream<Advertisement>.Continuation

    /// Listens at `paths`; `onFrame` sees everything that arrives, even what nobody waits for.
    init(
        _ paths: [SocketPath], clock: any NightClock,
        onFrame: @escaping @Sendable (SocketPath, Advertisement) -> Void
    ) {
        self.clock = clock
        self.onFrame = onFrame
        sockets = Mutex(Dictionary(paths.map { ($0, .idle(since: nil)) }, uniquingKeysWith: { first, _ in first }))
        (heard, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    deinit {
        sockets.withLock { sockets in
            for case .open(let channel) in sockets.values { channel.close(promise: nil) }
        }
    }

    func next() async -> Advertisement? {
        await withTaskGroup(of: Advertisement?.self) { group in
            group.addTask {
                var iterator = self.heard.makeAsyncIterator()
                return await iterator.next()
            }
            group.addTask {
                await self.keepConnected()
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private func keepConnected() async {
        repeat {
            for path in takeDue() { await open(path) }
        } while (try? await clock.sleep(for: Self.retryInterval)) != nil
    }

    private func takeDue() -> [SocketPath] {
        let now = clock.now().boot
        return sockets.withLock { sockets in
            let due = sockets.filter { _, socket in
                guard case .idle(let since) = socket else { return false }
                guard let since else { return true }
                return now < since || now >= since + Self.retryInterval
            }
            for path in due.keys { sockets[path] = .connecting }
            return Array(due.keys)
        }
    }

    private func open(_ path: SocketPath) async {
        let handler = { @Sendable [onFrame, continuation, weak self] in
            AdvertisementHandler { frame in
                onFrame(path, frame.advertisement)
                continuation.yield(frame.advertisement)
            } onEnd: {
                self?.closed(path)
            }
        }
        let channel = try? await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        ByteToMessageHandler(LengthPrefixDecoder(lengths: LengthPrefixDecoder.advertisementLengths)),
                        handler())
                }
            }
            .connect(unixDomainSocketPath: path.advertisements).get()
        guard let channel else { return closed(path) }
        sockets.withLock { $0[path] = .open(channel) }
        // It may have been closed before it was entered.
        if !channel.isActive { closed(path) }
    }

    private func closed(_ path: SocketPath) {
        let now = clock.now().boot
        sockets.withLock { $0[path] = .idle(since: now) }
    }
}

/// Reads the frames of one `.advertisements` socket.
private final class AdvertisementHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let onFrame: (AdvertisingFrame) -> Void
    private let onEnd: () -> Void

    init(onFrame: @escaping (AdvertisingFrame) -> Void, onEnd: @escaping () -> Void) {
        self.onFrame = onFrame
        self.onEnd = onEnd
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let frame = AdvertisingFrame(bytes: Array(Self.unwrapInboundIn(data).readableBytesView)) else { return }
        onFrame(frame)
    }

    func channelInactive(context: ChannelHandlerContext) {
        onEnd()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
