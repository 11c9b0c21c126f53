// SPDX-License-Identifier: Apache-2.0

/// What a container handle points at.
struct ContainerReference: Sendable {
    /// Where names are looked up.
    let core: ContainerCore
    /// Where scoped instances live: the container that asked, which is `core` or below it.
    let scope: ContainerCore
    /// The singleton whose factory was given this handle; scoped instances must not be captured through it.
    let singleton: ResolutionFrame?
}
