// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

/// A socket file without anybody behind it, as a killed process leaves it.
enum StaleSocket {
    static func leave(at path: String) throws {
        let channel = try ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(unixDomainSocketPath: path).wait()
        try channel.close().wait()
    }
}
