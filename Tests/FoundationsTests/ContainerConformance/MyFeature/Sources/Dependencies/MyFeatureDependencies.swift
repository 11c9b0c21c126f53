// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

extension CookbookCallSites {
    /// Block 2: step 2, leaf module.
    ///
    /// The path of this file is block 1: step 2, file location.
    @DependencyRequirements(
        [
            Requirement(ContentClient.self),
            Requirement(VisualAssetsClient.self),
        ],
        mainActor: [
            Requirement(AdultRoutineCoordinator.self)
        ],
        inputs: [
            InputRequirement(HardwareProduct.self),
            InputRequirement(MacAddress.self),
        ]
    )
    public struct MyFeatureDependencies: DependencyRequirements {}
}
