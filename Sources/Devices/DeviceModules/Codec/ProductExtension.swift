// SPDX-License-Identifier: Apache-2.0

/// What a product's room adds to the device modules of one device; a module of that room contributes it.
///
/// The device modules take it if it is for their product. A product whose devices are all spoken to alike needs none: its
/// codec in the catalogue says everything.
public struct ProductExtension: Sendable {
    /// How that device is spoken to, in place of the codec that the catalogue has for its product.
    public let codec: any ProductCodec

    /// Makes an extension for the product of a codec.
    public init(codec: any ProductCodec) {
        self.codec = codec
    }
}
