// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT

/// A client and a server that pass each other PDUs until both are quiet.
struct ATTPair {
    var client: ATTClient
    var server: ATTServer
    /// What the server's owner was asked to do besides sending.
    var others: [ATTServer.Effect] = []
    /// The opcodes the client has sent.
    var requests: [UInt8] = []

    init(
        services: [ServiceDefinition] = ATTServerTests.services, clientMTU: UInt16 = 247, serverMTU: UInt16 = 23
    ) {
        client = ATTClient(maximumMTU: clientMTU)
        server = ATTServer(services: services, maximumMTU: serverMTU)
    }

    /// Carries out effects of the client; gives back those that are not sending.
    mutating func run(_ effects: [ATTClient.Effect]) -> [ATTClient.Effect] {
        var rest: [ATTClient.Effect] = []
        for effect in effects {
            guard case .send(let request) = effect else {
                rest.append(effect)
                continue
            }
            requests += request.prefix(1)
            // The server's owner deals with all of this before the next PDU reaches it.
            var answers: [[UInt8]] = []
            for effect in server.receive(request) {
                if case .send(let bytes) = effect { answers.append(bytes) } else { others.append(effect) }
            }
            for answer in answers { rest += run(client.receive(answer)) }
        }
        return rest
    }

    static func discovered(
        services: [ServiceDefinition] = ATTServerTests.services, clientMTU: UInt16 = 247, serverMTU: UInt16 = 23
    ) -> ATTPair {
        var pair = ATTPair(services: services, clientMTU: clientMTU, serverMTU: serverMTU)
        _ = pair.run(pair.client.start(0))
        pair.requests = []
        return pair
    }
}
