// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import FoundationEssentials
import Glibc
import NIOCore
import NIOHTTP1

extension HTTPExchange {
    /// Another program answered instead of the daemon.
    var foreignServer: ControlError {
        ControlError(
            .badData, "The program at \(socketPath) is not a daemon of this version.",
            advice: "Check the path given with --socket, and that `lull` and `lulld` are of the same version.")
    }

    /// The daemon's error in a reply; any other reply did not come from the daemon.
    func error(in response: Response) -> ControlError {
        let body = Data(response.body.readableBytesView)
        guard response.status != .ok, let document = try? JSONDecoder().decode(ControlErrorDocument.self, from: body)
        else { return foreignServer }
        return document.controlError
    }

    /// The request was cancelled.
    var cancelled: ControlError {
        ControlError(
            .timedOut, "The request was cancelled before the daemon answered.",
            advice: "See its result with `lull status`.")
    }

    /// Says why there was no reply.
    func controlError(_ error: any Error) -> ControlError {
        switch error {
        case let error as ControlError: error
        case let error as IOError: controlError(errno: error.errnoCode)
        case HTTPExchangeHandler.Failure.timedOut, ChannelError.connectTimeout: late
        case HTTPExchangeHandler.Failure.closed, HTTPParserError.invalidEOFState, is ChannelError: closed
        case HTTPExchangeHandler.Failure.tooLong, is HTTPParserError: foreignServer
        default: broken("\(error)")
        }
    }

    /// Says why the socket could not be opened, or the connection broke.
    func controlError(errno code: Int32) -> ControlError {
        switch code {
        case EACCES, EPERM:
            ControlError(
                .notAllowed, "This user may not open the daemon's socket \(socketPath).",
                advice: SocketGroup(ofSocket: socketPath)?.advice ?? "Run it as the daemon's user, or as root.")
        case EAGAIN:
            ControlError(
                .busy, "The daemon at \(socketPath) has too many requests waiting.", advice: "Try again in a moment.")
        case ECONNRESET, EPIPE: closed
        case ENOENT, ENOTDIR, ECONNREFUSED:
            ControlError(
                .daemonUnreachable, "The daemon does not answer at \(socketPath).",
                advice: "Start it with `lulld`, or as a service with `sudo systemctl start lulld`, "
                    + "or give its socket with --socket.")
        default: broken(String(cString: strerror(code)))
        }
    }

    private var closed: ControlError {
        ControlError(
            .daemonUnreachable, "The daemon at \(socketPath) closed the connection before it answered.",
            advice: "Check that it still runs, and try again.")
    }

    private var late: ControlError {
        ControlError(
            .timedOut, "The daemon at \(socketPath) did not answer in time.",
            advice: "Try again, or read its log.")
    }

    private func broken(_ reason: String) -> ControlError {
        ControlError(
            .inputOutput, "The connection to the daemon at \(socketPath) failed: \(reason).",
            advice: "Check that the daemon still runs, and try again.")
    }
}
