// SPDX-License-Identifier: Apache-2.0

import NIOPosix

/// The event loop of every connection to a daemon.
enum ClientEventLoop {
    /// One thread, for as long as the process lives: NIO's own group starts one for each processor, and one is enough for
    /// requests that wait for each other.
    static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
}
