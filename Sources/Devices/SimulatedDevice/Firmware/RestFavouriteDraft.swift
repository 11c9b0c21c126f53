// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// What has been collected for a favourite and is not committed; selecting a slot does not load it.
struct RestFavouriteDraft: Hashable, Sendable {
    enum Field: Hashable, Sendable {
        case light(RGBColor, UInt8)
        case sound(UInt8)
        case volume(UInt8)
        case flags(UInt8)
    }

    var slot: Int?
    private var scene = RestScene.nothing
    private var flags: UInt8 = 0

    mutating func write(_ field: Field) {
        switch field {
        case .light(let color, let brightness):
            scene.color = color
            scene.brightness = brightness
        case .sound(let sound): scene.sound = sound
        case .volume(let volume): scene.volume = volume
        case .flags(let flags): self.flags = flags
        }
    }

    /// What a commit makes of it: everything collected, whichever slot it was meant for.
    var favourite: RestFavourite { RestFavourite(scene: scene, isOnRing: flags & 0x40 != 0) }
}
