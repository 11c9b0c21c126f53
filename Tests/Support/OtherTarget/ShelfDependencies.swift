// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer

/// Which shelf.
struct ShelfNumber: Hashable, Sendable {
    /// Its number, from 1.
    let number: Int
}

/// A module of another target than those who build it, whose inputs come from the modules above.
@DependencyRequirements(inputs: [InputRequirement(ShelfNumber.self)])
public struct ShelfDependencies: DependencyRequirements {}
