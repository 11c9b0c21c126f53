// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import ControlClient
import Programs

/// Names that a shell offers, as the daemon knows them at that moment.
extension CompletionKind {
    /// Devices and groups.
    static let device = names { service in
        let devices = try await service.perform(Endpoints.devices).compactMap { $0.paired ? $0.name : nil }
        return try await devices + service.perform(Endpoints.groups).map(\.name)
    }

    /// Alarms.
    static let alarm = names { try await $0.perform(Endpoints.alarms).map(\.name) }

    /// Routines.
    static let routine = names { try await $0.perform(Endpoints.routines).map(\.name) }

    /// Bedtimes.
    static let bedtime = names { try await $0.perform(Endpoints.bedtimes, DeviceChoice()).map(\.name) }

    /// How long a shell waits for names: somebody has pressed a key.
    private static let patience = Duration.seconds(1)

    /// Offers nothing when the daemon does not answer.
    private static func names(
        _ ask: @escaping @Sendable (any ControlService) async throws -> [String]
    ) -> CompletionKind {
        .custom { (_: [String], _: Int, _: String) async -> [String] in
            let client = ControlHTTPClient(socketPath: DefaultPaths.daemonSocket, timeout: patience)
            return OfferedNames.of((try? await ask(client)) ?? [])
        }
    }
}
