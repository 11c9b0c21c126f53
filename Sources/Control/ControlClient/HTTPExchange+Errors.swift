// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import FoundationEssentials
import Glibc
import NIOCore
import NIOHTTP1

extension HTTPExchange {
    /// Somebody answered, but not the daemon.
    var foreignServer: ControlError {
        ControlError(
            .badData, "What answers at \(socketPath) is not the daemon of this version.",
            advice: "Check the path given with --socket, and that `lull` and `lulld` are of the same version.")
    }

    /// The daemon's own error in a reply that is no answer; anything else did not come from the daemon.
    func error(in response: Response) -> ControlError {
        let body = Data(response.body.readableBytesView)
        guard response.status != .ok, let document = try? JSONDecoder().decode(ControlErrorDocument.self, from: body)
        else { return foreignServer }
        return document.controlError
    }

    /// The person or program that asked no longer wants to know.
    var cancelled: ControlError {
        ControlError(
            .timedOut, "The request was given up before the daemon answered.",
            advice: "See what became of it with `lull status`.")
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
                .notAllowed, "The daemon's socket \(socketPath) is not for this user.",
                advice: "Ask as the user the daemon runs as, or as root.")
        case EAGAIN:
            ControlError(
                .busy, "The daemon at \(socketPath) has too many requests waiting.", advice: "Try again in a moment.")
        case ECONNRESET, EPIPE: closed
        case ENOENT, ENOTDIR, ECONNREFUSED:
            ControlError(
                .daemonUnreachable, "The daemon does not answer at \(socketPath).",
                advice: "Start it with `lulld`, or give its socket with --socket.")
        default: broken(String(cString: strerror(code)))
        }
    }

    private var closed: ControlError {
        ControlError(
            .daemonUnreachable, "The daemon at \(socketPath) closed the connection before it had answered.",
            advice: "See whether it still runs, and ask again.")
    }

    private var late: ControlError {
        ControlError(
            .timedOut, "The daemon at \(socketPath) did not answer in time.",
            advice: "Try again, or see its log for what it is doing.")
    }

    private func broken(_ reason: String) -> ControlError {
        ControlError(
            .inputOutput, "The connection to the daemon at \(socketPath) failed: \(reason).",
            advice: "See whether the daemon still runs, and ask again.")
    }
}
