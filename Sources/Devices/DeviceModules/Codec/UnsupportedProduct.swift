// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// A device was paired with a product that this build has no codec for.
public struct UnsupportedProduct: Error, Hashable, CustomStringConvertible {
    /// The product.
    public let product: HardwareProduct

    /// Describes a failure about `product`.
    public init(product: HardwareProduct) {
        self.product = product
    }

    /// One sentence.
    public var description: String { "This build of Lull cannot control a \(product)." }
}
