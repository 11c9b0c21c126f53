// SPDX-License-Identifier: Apache-2.0

import Composition
import ControlAPI
import ControlServices
import DeviceModules
import LullCommands
import SleepModel

extension SoundsCommand: RunnableLocally {
    func runLocally() async throws {
        let product = try await product()
        let codecs = ProductCatalogue.all.codecs.filter { product == nil || $0.product.rawValue == product }
        let sounds = codecs.flatMap(SoundDocument.all)
        guard !json else { return try Output.write(json: sounds) }
        var table = TextTable(["sound", "number", "product", "also"])
        for sound in sounds {
            table.add([sound.name, sound.id.map { "\($0)" }, sound.product, sound.otherNames.joined(separator: ", ")])
        }
        try Output.write(lines: table.lines)
    }
}
