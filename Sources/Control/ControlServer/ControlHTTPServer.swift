// SPDX-License-Identifier: Apache-2.0

public import ControlAPI
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
public import ServiceLifecycle

/// Serves the API over a unix socket.
public struct ControlHTTPServer: Service {
    /// Limits of connections.
    struct Limits: Sendable {
        /// How many clients may be connected.
        var clients = 64
        /// How long a client may be connected without a request.
        var idle = Duration.seconds(30)
        /// How long a client may take to send the body of a request.
        var request = Duration.seconds(10)
        /// How long a client may take to read a part of a reply.
        var reading = Duration.seconds(30)
        /// How long a request may still take after the server was asked to stop.
        var stop = Duration.seconds(2)
    }

    private let service: any ControlService
    private let socketPath: String
    private let inherited: Int32?
    private let peerPolicy: PeerPolicy
    private let limits: Limits
    private let table: ConnectionTable
    private let logger: Logger
    private let unsaved: @Sendable () -> String?
    private let whenListening: @Sendable () -> Void

    /// Makes a server of `service` at `socketPath`; `run` starts it.
    ///
    /// The path has up to 107 bytes, and its directory exists. An `inherited` descriptor, of a socket that listens,
    /// takes the place of the path. Up to `clients` are connected at a time. `unsaved` says what cannot be saved and
    /// why, nil while everything is. `whenListening` is called once, as soon as clients can connect.
    public init(
        service: any ControlService, socketPath: String, inherited: Int32? = nil, clients: Int = 64,
        peerPolicy: PeerPolicy = .ownUserAndRoot, logger: Logger, unsaved: @escaping @Sendable () -> String? = { nil },
        whenListening: @escaping @Sendable () -> Void = {}
    ) {
        self.init(
            service: service, socketPath: socketPath, inherited: inherited, peerPolicy: peerPolicy,
            limits: Limits(clients: clients), logger: logger, unsaved: unsaved, whenListening: whenListening)
    }

    init(
        service: any ControlService, socketPath: String, inherited: Int32? = nil, peerPolicy: PeerPolicy,
        limits: Limits, logger: Logger,
        unsaved: @escaping @Sendable () -> String? = { nil }, whenListening: @escaping @Sendable () -> Void
    ) {
        self.service = service
        self.socketPath = socketPath
        self.inherited = inherited
        self.peerPolicy = peerPolicy
        self.limits = limits
        table = ConnectionTable(limit: limits.clients)
        self.logger = logger
        self.unsaved = unsaved
        self.whenListening = whenListening
    }

    /// Serves until graceful shutdown or cancellation; then answers requests that have begun, and removes the file.
    ///
    /// Throws a `ControlError` if it cannot listen: `busy` when a daemon already uses the socket, and
    /// `bad_configuration`, `not_allowed` or `input_output` when no socket can be created at the path.
    public func run() async throws {
        let socket =
            try inherited.map(SocketFile.init(inherited:))
            ?? SocketFile(path: socketPath, for: Array(peerPolicy.groups.keys))
        defer { socket.remove() }
        let router = makeRouter().buildResponder()
        let listener = try await ConnectionListener(socket.descriptor) { channel in
            connection(on: channel, router: router)
        }
        socket.restoreBacklog()
        logger.info("Listening.", metadata: ["socket": "\(socketPath)"])
        whenListening()
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                // Every accepted connection is served, even after cancellation.
                for await connection in listener.connections {
                    group.addTask { await serve(connection) }
                }
            }
            try? await listener.channel.close().get()
        } onGracefulShutdown: {
            listener.channel.close(promise: nil)
        }
    }

    private func makeRouter() -> ControlRouter {
        let router = ControlRouter(context: ControlContext.self)
        router.add(middleware: ServerName())
        router.add(middleware: UnsavedWarning(unsaved: unsaved))
        router.add(middleware: ErrorDocuments(logger: logger))
        router.add(middleware: BrowserRefusal())
        let keyed = KeyedRequests()
        for endpoint in Endpoints.all { router.add(endpoint, of: service, keyed: keyed) }
        router.addEvents(of: service)
        router.addDescription()
        return router
    }

    private func connection(
        on channel: any Channel, router: RouterResponder<ControlContext>
    ) -> EventLoopFuture<Connection> {
        peerPolicy.peer(of: channel).flatMap { peer in
            let http = HTTP1Channel(
                responder: { request, writer, channel in
                    let response =
                        if let peer {
                            try await router.respond(
                                to: request,
                                context: ControlContext(
                                    source: ControlContext.Source(
                                        peer: peer, now: .nanoseconds(Int64(channel.eventLoop.now.uptimeNanoseconds)),
                                        logger: logger)))
                        } else {
                            try Response(ControlHTTPServer.refusal)
                        }
                    try await writer.write(response: response.head, body: response.body)
                },
                configuration: HTTP1Channel.Configuration(
                    additionalChannelHandlers: [
                        BrokenRequestHandler(),
                        ClientHandler(table: table, limits: limits, isOwner: peer?.grade == .admin),
                    ],
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024, maxHeaderFieldCount: 100)))
            return http.setup(channel: channel, logger: logger).flatMapThrowing { stream in
                let pipeline = channel.pipeline.syncOperations
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                try pipeline.addHandler(TargetHostHandler(), position: .after(decoder))
                return Connection(http: http, stream: stream)
            }
        }
    }

    /// Answers one client until it leaves, or until it had its time after the server was asked to stop.
    private func serve(_ connection: Connection) async {
        let channel = connection.stream.channel
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await withGracefulShutdownHandler {
                    await connection.http.handle(value: connection.stream, logger: logger)
                } onGracefulShutdown: {
                    // Closes the connection at once, or after the reply if a request has begun.
                    channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
                }
            }
            group.addTask {
                guard (try? await gracefulShutdown()) != nil else { return }
                // A client that does not finish its request or does not read its reply must not keep the daemon from
                // stopping, nor a device that does not answer.
                await channel.eventLoop.wait(for: TimeAmount(limits.stop))
                channel.close(promise: nil)
            }
            await group.next()
            group.cancelAll()
        }
    }

    private static let refusal = RefusedRequest(
        ControlError(
            .notAllowed, "The daemon does not serve this user.",
            advice: "Ask as root or as the user the daemon runs as, or have its setting “grades” name a group of yours."
        ))
}

extension EventLoop {
    /// Suspends for a time, or until the task is cancelled.
    fileprivate func wait(for time: TimeAmount) async {
        let timer = scheduleTask(in: time) {}
        await withTaskCancellationHandler {
            try? await timer.futureResult.get()
        } onCancel: {
            timer.cancel()
        }
    }
}
