// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// Puts the host of a request's target into its header `Host`, where requests are refused by their host.
///
/// A target such as `http://evil.example/v1/devices` counts, whatever the header says (RFC 9112, section 3.2.2), and what
/// comes after this handler knows the path of such a target alone.
final class TargetHostHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), let host = Self.host(ofTarget: head.uri) else {
            return context.fireChannelRead(data)
        }
        // Several hosts are refused for being several.
        if head.headers["Host"].count < 2 { head.headers.replaceOrAdd(name: "Host", value: host) }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// The host of a target, with its port; nil for a path, and all of a target that is neither a path nor has a host.
    static func host(ofTarget target: String) -> String? {
        guard !target.hasPrefix("/"), target != "*" else { return nil }
        guard let scheme = target.firstRange(of: "://") else { return target }
        let host = target[scheme.upperBound...].prefix { !"/?#".contains($0) }
        return host.isEmpty ? target : String(host)
    }
}
