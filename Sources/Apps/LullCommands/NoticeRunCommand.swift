// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import ControlAPI
import ControlClient
import Programs
import SystemClock

package struct NoticeRunCommand: LocalCommand {
    package static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs a program of yours for each new notice, until you press Ctrl-C.",
        discussion: """
            The program gets no arguments. It reads the notice as JSON from its standard input, and has 10 seconds. For \
            example:

              lull notices run /usr/local/bin/tell-me

            If the daemon stops, the command waits for it, and the program then gets the notices of that time. With \
            --memory, the command also continues where it stopped when you start it again.
            """)

    @Argument(help: "The absolute path of a program, or its name.", completion: .file()) package var program: String
    @Option(help: "A file that records which notices the program has had.") package var memory: String?
    @Option(help: "The daemon's socket. Default: LULL_SOCKET, then the user's or the system's socket.")
    package var socket: String?
    @Flag(help: "Print errors as JSON.") package var json = false

    package init() {}

    /// Follows the daemon, and tells each notice, until the task is cancelled.
    package func follow(_ tell: @escaping NoticeTeller.Tell) async throws {
        let teller = try NoticeTeller(file: memory.map(ToldNoticesFile.init), complain: Output.complain, tell: tell)
        try await teller.follow(ControlHTTPClient(socketPath: socket ?? DefaultPaths.daemonSocket), on: HostClock())
    }
}
