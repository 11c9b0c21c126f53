// SPDX-License-Identifier: Apache-2.0

public import GATT
public import SleepModel

/// The products that Lull knows, one codec each.
public struct ProductCatalogue: Sendable {
    /// The codecs, in the order in which they are asked.
    public let codecs: [any ProductCodec]

    /// A catalogue of the given codecs.
    public init(_ codecs: [any ProductCodec]) {
        self.codecs = codecs
    }

    /// The company identifiers that any of them advertises with.
    public var companies: Set<UInt16> {
        codecs.reduce(into: []) { $0.formUnion($1.companies) }
    }

    /// By which a radio can tell the advertisements of any of them.
    public var advertisementPatterns: [AdvertisementPattern] { codecs.flatMap(\.advertisementPatterns) }

    /// The codec of a product; nil when it cannot be controlled.
    public func codec(for product: HardwareProduct) -> (any ProductCodec)? {
        codecs.first { $0.product == product }
    }

    /// What an advertisement says of its sender; nil when no codec recognises it.
    public func recognize(_ advertisement: Advertisement) -> ProductRecognition? {
        for codec in codecs {
            if let recognition = codec.recognize(advertisement) { return recognition }
        }
        return nil
    }
}

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
