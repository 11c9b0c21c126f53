// SPDX-License-Identifier: Apache-2.0

/// The target of a container handle.
@usableFromInline
struct ContainerReference: Sendable {
    /// Where names are looked up.
    let core: ContainerCore
    /// Where scoped instances live: the container that asked, which is `core` or below it.
    let scope: ContainerCore
    /// The factory that was given this handle; `nil` for a handle of `freeze` or `buildChild`.
    let origin: FactoryOrigin?
}

/// The factory that got a handle; lives as long as the handle.
final class FactoryOrigin: Sendable {
    /// The factory's registration.
    let registration: Registration
    /// The singleton whose instance would keep instances that are resolved through the handle.
    let captor: Registration?

    init(registration: Registration, captor: Registration?) {
        self.registration = registration
        self.captor = captor
    }
}
