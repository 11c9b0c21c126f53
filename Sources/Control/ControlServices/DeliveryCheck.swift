// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import Household
import SleepModel

/// Waits until a device has taken what people change, and says so if it has not.
@MainActor
struct DeliveryCheck {
    /// How long an answer waits for a device.
    private static let limit = Duration.seconds(3)

    let radioClock: any NightClock
    let mirrors: MirrorCheck

    /// Changes a device or its plan, and adds to the answer that the device has not taken that yet.
    func following<Document>(
        _ warning: WritableKeyPath<Document, String?>, in queue: SerialQueue,
        _ body: () async throws -> (Document, DeviceFinder.Target)
    ) async throws(ControlError) -> Document {
        let (document, target) = try await arranging(in: queue, body)
        // Outside the queue, so that nobody else waits for the device.
        return await following(target, warning, of: document)
    }

    /// Changes several devices or their plans, and adds to each answer that its device has not taken that yet.
    func followingAll<Document: Sendable>(
        _ warning: WritableKeyPath<Document, String?>, in queue: SerialQueue,
        _ body: () async throws -> [(Document, DeviceFinder.Target)]
    ) async throws(ControlError) -> [Document] {
        let answers = try await arranging(in: queue, body)
        // At the same time, so that a device out of reach holds up nobody.
        return await withTaskGroup(of: (Int, String?).self) { group in
            for (index, answer) in answers.enumerated() {
                group.addTask { (index, await self.warning(about: answer.1)) }
            }
            var documents = answers.map(\.0)
            for await (index, more) in group {
                documents[index][keyPath: warning] = Sentences.joined(documents[index][keyPath: warning], more)
            }
            return documents
        }
    }

    /// Adds to an answer about a device that the device has not taken a change yet.
    func following<Document>(
        _ target: DeviceFinder.Target, _ warning: WritableKeyPath<Document, String?>, of document: Document
    ) async -> Document {
        var document = document
        document[keyPath: warning] = Sentences.joined(document[keyPath: warning], await self.warning(about: target))
        return document
    }

    /// Whether a device takes what is wanted of it now, before an answer has waited long enough.
    func isUpToDate(_ target: DeviceFinder.Target) async -> Bool {
        await target.controller.bringUpToDate(within: Self.limit, on: radioClock)
    }

    /// The devices that take what is wanted of them now, before an answer has waited long enough.
    func upToDate(among targets: [DeviceFinder.Target]) async -> Set<MacAddress> {
        let distinct = Dictionary(targets.map { ($0.device.address, $0) }, uniquingKeysWith: { first, _ in first })
        return await withTaskGroup(of: MacAddress?.self) { group in
            for (address, target) in distinct {
                group.addTask { await isUpToDate(target) ? address : nil }
            }
            var following: Set<MacAddress> = []
            for await case let address? in group { following.insert(address) }
            return following
        }
    }

    private func warning(about target: DeviceFinder.Target) async -> String? {
        let isTaken = await isUpToDate(target)
        return Sentences.joined(isTaken ? nil : target.unfollowedWarning, await mirrors.warning(about: target))
    }
}
