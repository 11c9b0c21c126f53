// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// One of the six presets a unit keeps.
struct RestFavourite: Hashable, Sendable {
    var scene: RestScene
    /// Whether the touch ring comes by it.
    var isOnRing: Bool

    /// The block that answers a question for it.
    ///
    /// Flags of public blocks are 96 on the ring and 16 beside it, and the last byte is 03.
    var block: [UInt8] {
        [0x01, scene.sound, scene.volume, 0, 0, 0, 0, 0, 0] + scene.blueFirst + [isOnRing ? 0x96 : 0x16, 0x03]
    }

    /// What a unit comes with: the presets that public captures show, and white for those they do not.
    static let factory = [
        RestFavourite(0xFE, 0xFE, 0xFE, brightness: 0x53, sound: 14, volume: 0x49),
        RestFavourite(0xFD, 0xD1, 0x2D, brightness: 0x7F, sound: 5, volume: 0x54),
        RestFavourite(0xEE, 0x76, 0x74, brightness: 0x0C, sound: 4, volume: 0x5D),
        RestFavourite(0xFF, 0xFF, 0xFF, brightness: 0xFF, sound: 3, volume: 0x51),
        RestFavourite(0x00, 0x00, 0x00, brightness: 0x00, sound: 0, volume: 0x00, isOnRing: false),
        RestFavourite(0x80, 0x80, 0x80, brightness: 0x40, sound: 7, volume: 0x40, isOnRing: false),
    ]

    init(scene: RestScene, isOnRing: Bool) {
        self.scene = scene
        self.isOnRing = isOnRing
    }

    private init(
        _ red: UInt8, _ green: UInt8, _ blue: UInt8, brightness: UInt8, sound: UInt8, volume: UInt8,
        isOnRing: Bool = true
    ) {
        scene = RestScene(
            color: RGBColor(red: red, green: green, blue: blue), brightness: brightness, sound: sound, volume: volume)
        self.isOnRing = isOnRing
    }
}

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
