// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments

/// A sound that commands take for a device of a product.
public struct SoundDocument: Hashable, Codable, Sendable {
    /// The product, as devices name it.
    public var product: String
    /// Its name.
    public var name: String
    /// Its number, which commands take too; null if it has none.
    @NullWhenAbsent public var id: UInt8?
    /// Its other names, which commands take too.
    public var otherNames: [String]

    /// Makes a document.
    public init(product: String, name: String, id: UInt8?, otherNames: [String]) {
        self.product = product
        self.name = name
        self.otherNames = otherNames
        self.id = id
    }
}
