// SPDX-License-Identifier: Apache-2.0

import Captures
import Clocks
import DeviceModules
import Household
import ModularDependencyContainer
import Replay
import SleepModel

/// A capture, and how it is to be played.
struct ReplayInput: Sendable {
    let timeline: CaptureTimeline
    /// The device to play; nil for the only one of the capture.
    let address: MacAddress?
    /// How many times as fast as it was recorded, from 1.
    let speed: Int
}

/// What reads and plays captures of the products that can be controlled.
@DependencyRequirements(
    [Requirement(ProductCatalogue.self), Requirement((any NightClock).self, key: ClockKey.radio)],
    provides: [
        Requirement(Factory<String, CaptureTimeline>.self, accessorName: "timelines"),
        Requirement(Factory<ReplayInput, CaptureReplay>.self, accessorName: "replays"),
    ])
struct CaptureDependencies: DependencyRequirements {
    /// Registers what makes a timeline of a file, and a replay of a timeline.
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerFactory(
            CaptureTimeline.self, given: String.self, using: Dependency(ProductCatalogue.self)
        ) { path, products in try CaptureFile.read(path, codecs: products.codecs) }
        try builder.registerFactory(
            CaptureReplay.self, given: ReplayInput.self, using: Dependency(ProductCatalogue.self),
            Dependency((any NightClock).self, key: ClockKey.radio)
        ) { input, products, clock in
            try CaptureReplay(
                input.timeline, address: input.address, codecs: products.codecs, clock: clock, speed: input.speed)
        }
    }
}
