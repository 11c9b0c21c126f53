// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore
import NIOPosix

/// A socket file without anybody behind it, as a killed process leaves it.
enum StaleSocket {
    static func leave(at path: String) throws {
        let channel = try ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(unixDomainSocketPath: path + ".new").wait()
        // Closing removes the file where it was made.
        rename(path + ".new", path)
        try channel.close().wait()
    }
}
