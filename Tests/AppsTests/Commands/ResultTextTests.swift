// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import DeviceDocuments
import DeviceModules
import SleepModel
import Testing

@testable import LullCommands

/// What a command to a device answers.
@Suite struct ResultTextTests {
    private func result(on isOn: Bool) throws -> ControlResult {
        let amber = Light(
            .color(RGBColor(red: 255, green: 137, blue: 14)), brightness: try #require(Level(percent: 40)))
        let state = DeviceStateDocument(
            DeviceState(
                isOn: isOn, light: amber, sound: SoundID(rawValue: 7), volume: try #require(Level(percent: 20))),
            product: .hatchRest, soundName: "rain")
        return ControlResult(
            address: try #require(MacAddress(rawValue: "DC:06:41:00:00:01")), name: "nursery", outcome: .confirmed,
            state: state)
    }

    @Test(
        arguments: [
            (true, false, "nursery: amber 40%, rain at 20%."), (true, true, "nursery: amber 40%, rain at 20%."),
            (false, false, "nursery: off."), (false, true, "nursery: off (volume 20%)."),
        ])
    func answer_namesTheVolumeOfADeviceThatIsOff_onlyWhereItWasAskedFor(
        isOn: Bool, saysVolume: Bool, text: String
    ) throws {
        #expect(Describe.results(try result(on: isOn), saysVolume: saysVolume).map(\.text) == [text])
    }
}
