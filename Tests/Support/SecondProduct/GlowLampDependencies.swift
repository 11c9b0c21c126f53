// SPDX-License-Identifier: Apache-2.0

import DeviceModules
package import ModularDependencyContainer
import SleepModel

/// What the lamp's room adds to the device modules of each lamp: a codec of its own.
@DependencyRequirements(inputs: [InputRequirement(MacAddress.self)])
package struct GlowLampDependencies: DependencyRequirements {
    /// Contributes the codec, made for the one lamp.
    package static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.contribute(ProductExtension.self, using: Dependency(input: MacAddress.self)) { lamp in
            ProductExtension(codec: GlowLampCodec(to: lamp))
        }
    }
}
