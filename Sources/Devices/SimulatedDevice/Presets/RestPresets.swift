// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// What a unit keeps through a loss of power: six favourites and ten programs.
public struct RestPresets: Hashable, Sendable {
    let favourites: [RestFavourite]
    let programs: [RestProgram]

    /// What a new unit comes with.
    public static let factory = RestPresets(favourites: RestFavourite.factory, programs: RestProgram.factory)
}

extension SimulatedRest {
    /// The favourites and programs it has now.
    var presets: RestPresets { RestPresets(favourites: favourites, programs: programs) }
}

/// Favourites and programs as a file holds them; bytes that only the unit knows the meaning of are hexadecimal.
struct RestPresetsDocument: Codable {
    struct Favourite: Codable {
        var light: String
        var sound: UInt8
        var volume: UInt8
        var isOnRing: Bool
    }

    struct Program: Codable {
        var start: UInt32
        var light: String
        var sound: UInt8
        var volume: UInt8
        var durationSeconds: UInt16
        var lock: String
        var days: UInt8
        var interval: UInt8
        var saved: UInt8
        var flags: UInt8
        var name: String
        var savedAt: UInt32
    }

    var favourites: [Favourite]
    var programs: [Program]

    init(_ presets: RestPresets) {
        favourites = presets.favourites.map { favourite in
            Favourite(
                light: Hexadecimal.text(favourite.scene.redFirst), sound: favourite.scene.sound,
                volume: favourite.scene.volume, isOnRing: favourite.isOnRing)
        }
        programs = presets.programs.map { program in
            Program(
                start: program.start, light: Hexadecimal.text(program.scene.redFirst), sound: program.scene.sound,
                volume: program.scene.volume, durationSeconds: program.durationSeconds,
                lock: Hexadecimal.text(program.lock), days: program.days, interval: program.interval,
                saved: program.saved, flags: program.flags, name: Hexadecimal.text(program.name),
                savedAt: program.savedAt)
        }
    }

    /// The presets; nil when there are not six favourites and ten programs, or one of them has the wrong form.
    var presets: RestPresets? {
        let favourites = favourites.compactMap { document in
            Self.scene(document.light, document.sound, document.volume).map {
                RestFavourite(scene: $0, isOnRing: document.isOnRing)
            }
        }
        let programs = programs.compactMap(Self.program)
        guard favourites.count == RestCommand.favourites.count, favourites.count == self.favourites.count,
            programs.count == RestCommand.programs.count, programs.count == self.programs.count
        else { return nil }
        return RestPresets(favourites: favourites, programs: programs)
    }

    private static func program(_ document: Program) -> RestProgram? {
        guard let scene = scene(document.light, document.sound, document.volume), let lock = bytes(document.lock, 4),
            let name = bytes(document.name, RestProgram.nameLength)
        else { return nil }
        var program = RestProgram()
        program.start = document.start
        program.scene = scene
        program.durationSeconds = document.durationSeconds
        program.lock = lock
        program.days = document.days
        program.interval = document.interval
        program.saved = document.saved
        program.flags = document.flags
        program.name = name
        program.savedAt = document.savedAt
        return program
    }

    private static func scene(_ light: String, _ sound: UInt8, _ volume: UInt8) -> RestScene? {
        guard let light = bytes(light, 4) else { return nil }
        return RestScene(
            color: RGBColor(red: light[0], green: light[1], blue: light[2]), brightness: light[3], sound: sound,
            volume: volume)
    }

    private static func bytes(_ text: String, _ count: Int) -> [UInt8]? {
        guard let bytes = try? Hexadecimal.bytes(text), bytes.count == count else { return nil }
        return bytes
    }
}
