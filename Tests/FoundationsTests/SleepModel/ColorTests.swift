// SPDX-License-Identifier: Apache-2.0

import SleepModel
import Testing

@Suite
struct ColorTests {
    private static func color(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> RGBColor {
        RGBColor(red: red, green: green, blue: blue)
    }

    @Test(arguments: [
        ("amber", color(255, 137, 14)), ("Amber", color(255, 137, 14)), ("warm-white", color(255, 167, 87)),
        ("#FF890E", color(255, 137, 14)), ("#ff890e", color(255, 137, 14)), ("#000000", color(0, 0, 0)),
        ("2000K", color(255, 137, 14)), ("2700k", color(255, 167, 87)), ("1000K", color(255, 68, 0)),
        ("6500K", color(255, 254, 250)), ("warm white", color(255, 167, 87)), ("Warm_White", color(255, 167, 87)),
        ("warmwhite", color(255, 167, 87)), ("warm", color(255, 167, 87)), ("violet", color(150, 80, 220)),
        ("light blue", color(41, 193, 215)),
    ])
    func color_isParsed(text: String, expected: RGBColor) {
        #expect(RGBColor(parsing: text) == expected)
    }

    @Test(arguments: [
        "", "#", "#FFF", "#FF890", "#FF890E0", "#FF 890", "#GG890E", "FF890E", "amber ", " amber", "off", "gradient",
        "K", "k", "999K", "6501K", "-2000K", "+2000K", "2000", "2000.5K", "2000 K", "99999999999999999999K", "#éééé",
    ])
    func color_isNil_forAnythingElse(text: String) {
        #expect(RGBColor(parsing: text) == nil)
    }

    @Test(arguments: Palette.colors.keys.sorted())
    func paletteName_isParsed_andItsTextToo(name: String) throws {
        let color = try #require(Palette.colors[name])
        #expect(RGBColor(parsing: name) == color)
        #expect(RGBColor(parsing: color.hexadecimal) == color)
    }

    @Test
    func otherNames_meanTheColour_andAreNoNamesThemselves() {
        for (name, others) in Palette.otherNames {
            for other in others {
                #expect(Palette.color(named: other) == Palette.colors[name])
                #expect(Palette.colors[other] == nil)
            }
        }
    }

    @Test(arguments: Palette.colors.keys.sorted())
    func name_isThatOfExactlyTheColour(name: String) throws {
        let color = try #require(Palette.colors[name])
        #expect(Palette.name(of: color) == name)
        #expect(Palette.name(of: RGBColor(red: color.red ^ 1, green: color.green, blue: color.blue)) == nil)
    }

    /// A device keeps the colour and not how it was asked for.
    @Test(arguments: [(2000, "amber"), (2700, "warm-white"), (1900, nil), (2100, nil)] as [(Int, String?)])
    func name_ofATemperature_isThatOfTheSameColour(kelvin: Int, name: String?) {
        #expect(Palette.name(of: Palette.blackbody(kelvin: kelvin)) == name)
    }

    @Test
    func palette_namesEachColourOnce() {
        #expect(Set(Palette.colors.values).count == Palette.colors.count)
    }

    @Test(arguments: [
        (6500, color(255, 254, 250)), (4000, color(255, 206, 166)), (2700, color(255, 167, 87)),
        (2000, color(255, 137, 14)), (1500, color(255, 108, 0)), (1000, color(255, 68, 0)), (0, color(255, 68, 0)),
        (Int.min, color(255, 68, 0)), (Int.max, color(255, 254, 250)),
    ])
    func blackbody_isItsAnchor(kelvin: Int, expected: RGBColor) {
        #expect(Palette.blackbody(kelvin: kelvin) == expected)
    }

    @Test
    func blackbody_growsWithTheTemperature() {
        let colors = (1000...6500).map(Palette.blackbody)
        #expect(colors.allSatisfy { $0.red == 255 })
        #expect(colors.map(\.green) == colors.map(\.green).sorted())
        #expect(colors.map(\.blue) == colors.map(\.blue).sorted())
    }
}
