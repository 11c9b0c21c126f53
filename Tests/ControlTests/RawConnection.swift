// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Foundation
import Glibc

@testable import ControlServer

/// Makes an empty directory with a short path, and removes it with all that is in it afterwards.
func withTemporaryDirectory<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let directory = "/tmp/lull-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    return try await body(directory)
}

/// The address of a path, for tests whose paths fit.
func unixAddress(_ path: String) throws -> UnixAddress {
    guard let address = UnixAddress(path: path) else { throw SystemFailure(code: ENAMETOOLONG) }
    return address
}

/// Does blocking work on a thread that nobody else needs.
func onThread<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Swift.Result { try work() }) }
    }
}

/// A connection that sends and receives bytes as they are, and waits for ten seconds at most.
struct RawConnection: Sendable {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = try unixAddress(path).connected()
    }

    init(accepting listener: Int32) throws {
        try RawConnection.wait(for: listener, POLLIN)
        descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { throw SystemFailure() }
    }

    /// Sends all of the bytes, or as many as the other side takes before it closes.
    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            try RawConnection.wait(for: descriptor, POLLOUT)
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EAGAIN { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Says that nothing more will be sent.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Receives once; empty when the other side has closed.
    func receive() throws -> [UInt8] {
        try RawConnection.wait(for: descriptor, POLLIN)
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        return count > 0 ? Array(buffer.prefix(count)) : []
    }

    /// Receives until the other side closes.
    func receiveAll() throws -> String {
        var all: [UInt8] = []
        while true {
            let part = try receive()
            guard !part.isEmpty else { return String(decoding: all, as: UTF8.self) }
            all += part
        }
    }

    /// Waits until the other side has closed, and reads nothing.
    func waitUntilClosed() throws { try RawConnection.wait(for: descriptor, 0) }

    /// Waits until the other side has closed so many of the connections, and reads nothing.
    static func waitUntilClosed(_ count: Int, of connections: [RawConnection]) throws {
        var open = connections.map { pollfd(fd: $0.descriptor, events: 0, revents: 0) }
        while connections.count - open.count < count {
            guard poll(&open, nfds_t(open.count), 10_000) > 0 else { throw SystemFailure(code: ETIMEDOUT) }
            open.removeAll { $0.revents != 0 }
        }
    }

    func close() { Glibc.close(descriptor) }

    private static func wait(for descriptor: Int32, _ events: Int32) throws {
        var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        guard poll(&request, 1, 10_000) == 1 else { throw SystemFailure(code: ETIMEDOUT) }
    }
}

/// Sends bytes over a connection of their own, ends sending, and returns all that comes back.
func converse(_ path: String, _ bytes: [UInt8]) async throws -> String {
    try await onThread {
        let connection = try RawConnection(path: path)
        defer { connection.close() }
        try connection.send(bytes)
        connection.finish()
        return try connection.receiveAll()
    }
}

/// Sends one request with `Connection: close` and splits the reply into its status line's code and its body.
func request(_ path: String, _ method: String, _ target: String, body: String = "") async throws -> (Int?, String) {
    let text = """
        \(method) \(target) HTTP/1.1\r
        Host: lull\r
        Connection: close\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """
    let reply = try await converse(path, Array(text.utf8))
    let parts = reply.split(separator: "\r\n\r\n", maxSplits: 1)
    let status = parts.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (status, parts.count == 2 ? String(parts[1]) : "")
}

/// Listens at a path as something that is not the daemon: takes one connection, reads what is sent first, replies with
/// the bytes and closes.
func withForeignServer<Result: Sendable>(
    replying reply: [UInt8], _ body: @escaping @Sendable (String) async throws -> Result
) async throws -> Result {
    try await withTemporaryDirectory { directory in
        let path = directory + "/s"
        let listener = try unixAddress(path).bound()
        defer { close(listener) }
        listen(listener, 1)
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                try await onThread {
                    let connection = try RawConnection(accepting: listener)
                    defer { connection.close() }
                    _ = try connection.receive()
                    try connection.send(reply)
                }
            }
            let result = try await body(path)
            try await tasks.waitForAll()
            return result
        }
    }
}
