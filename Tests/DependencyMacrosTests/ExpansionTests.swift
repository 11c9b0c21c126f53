// SPDX-License-Identifier: Apache-2.0

import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Complete expansions, as the compiler gets them.
@Suite struct ExpansionTests {
    @Test func expansion_isComplete_withEveryList() {
        expectExpansion(
            of: """
                @DependencyRequirements(
                    [
                        Requirement(ContentClient.self),
                        Requirement(HatchAnalyticsClient.self, key: AnalyticsKey.amplitude),
                        Requirement((any DeviceSettingsViewControllerProvider).self),
                        Requirement(IoTActionSenderClient.self, accessorName: "iotActionSender"),
                        Requirement(
                            IoTDeviceConnectionStateClient.Factory.self,
                            accessorName: "iotDeviceConnectionStateFactory"),
                        Requirement(Extra.self),
                        Requirement((any NightClock).self, key: ClockKey.radio),
                    ],
                    mainActor: [
                        Requirement(AdultRoutineCoordinator.self),
                        Requirement(Preview.self),
                    ],
                    inputs: [
                        InputRequirement(HardwareProduct.self),
                        InputRequirement(HA25ToolbarViewModel.self, accessorName: "toolbarViewModel"),
                        InputRequirement(MacAddress.self, key: K.x),
                        InputRequirement((@Sendable () -> Void).self, accessorName: "tap"),
                    ],
                    children: [AlarmDependencies.self, Bedtimes.BedtimeDependencies.self],
                    childInputs: [InputRequirement(Other.self)])
                public struct XDependencies: DependencyRequirements {
                    public static func registerDependencies(in builder: DependencyBuilder<XDependencies>) {}
                }
                """,
            is: """
                public struct XDependencies: DependencyRequirements {
                    public static func registerDependencies(in builder: DependencyBuilder<XDependencies>) {}

                    /// The container the module was built with.
                    public let container: DependencyContainer<XDependencies>

                    /// Gives typed access to a container of this module.
                    public init(_ container: DependencyContainer<XDependencies>) {
                        self.container = container
                    }

                    /// The dependencies that the module needs and may use anywhere.
                    public static let requirements: [Requirement] = [
                        Requirement(ContentClient.self, fileID: "TestModule/test.swift", line: 3),
                        Requirement(HatchAnalyticsClient.self, key: AnalyticsKey.amplitude, fileID: "TestModule/test.swift", line: 4),
                        Requirement((any DeviceSettingsViewControllerProvider).self, fileID: "TestModule/test.swift", line: 5),
                        Requirement(IoTActionSenderClient.self, accessorName: "iotActionSender", fileID: "TestModule/test.swift", line: 6),
                        Requirement(IoTDeviceConnectionStateClient.Factory.self, accessorName: "iotDeviceConnectionStateFactory", fileID: "TestModule/test.swift", line: 7),
                        Requirement(Extra.self, fileID: "TestModule/test.swift", line: 10),
                        Requirement((any NightClock).self, key: ClockKey.radio, fileID: "TestModule/test.swift", line: 11),
                    ]

                    /// The dependencies that the module needs and may use only on the main actor.
                    public static let mainActorRequirements: [Requirement] = [
                        Requirement(AdultRoutineCoordinator.self, fileID: "TestModule/test.swift", line: 14),
                        Requirement(Preview.self, fileID: "TestModule/test.swift", line: 15),
                    ]

                    /// The run-time values the module needs; it sees no others.
                    public static let inputRequirements: [InputRequirement] = [
                        InputRequirement(HardwareProduct.self, fileID: "TestModule/test.swift", line: 18),
                        InputRequirement(HA25ToolbarViewModel.self, accessorName: "toolbarViewModel", fileID: "TestModule/test.swift", line: 19),
                        InputRequirement(MacAddress.self, key: K.x, fileID: "TestModule/test.swift", line: 20),
                        InputRequirement((@Sendable () -> Void).self, accessorName: "tap", fileID: "TestModule/test.swift", line: 21),
                    ]

                    /// The run-time values the module gives to the children it builds.
                    public static let childInputs: [InputRequirement] = [
                        InputRequirement(Other.self, fileID: "TestModule/test.swift", line: 24),
                    ]

                    /// The modules this one builds.
                    public static var children: [any DependencyRequirements.Type] {
                        [AlarmDependencies.self, Bedtimes.BedtimeDependencies.self]
                    }

                    var contentClient: ContentClient {
                        container.dependency(0, ContentClient.self)
                    }

                    var amplitudeAnalyticsClient: HatchAnalyticsClient {
                        container.dependency(1, HatchAnalyticsClient.self)
                    }

                    var deviceSettingsViewControllerProvider: any DeviceSettingsViewControllerProvider {
                        container.dependency(2, (any DeviceSettingsViewControllerProvider).self)
                    }

                    var iotActionSender: IoTActionSenderClient {
                        container.dependency(3, IoTActionSenderClient.self)
                    }

                    var iotDeviceConnectionStateFactory: IoTDeviceConnectionStateClient.Factory {
                        container.dependency(4, IoTDeviceConnectionStateClient.Factory.self)
                    }

                    var extra: Extra {
                        container.dependency(5, Extra.self)
                    }

                    var radioNightClock: any NightClock {
                        container.dependency(6, (any NightClock).self)
                    }

                    @MainActor var adultRoutineCoordinator: AdultRoutineCoordinator {
                        container.mainActorDependency(0, AdultRoutineCoordinator.self)
                    }

                    @MainActor var preview: Preview {
                        container.mainActorDependency(1, Preview.self)
                    }

                    var hardwareProduct: HardwareProduct {
                        container.input(0, HardwareProduct.self)
                    }

                    var toolbarViewModel: HA25ToolbarViewModel {
                        container.input(1, HA25ToolbarViewModel.self)
                    }

                    var xMacAddress: MacAddress {
                        container.input(2, MacAddress.self)
                    }

                    var tap: @Sendable () -> Void {
                        container.input(3, (@Sendable () -> Void).self)
                    }

                    /// The run-time values that `XDependencies` is built with.
                    public struct Inputs: DependencyInputs {
                        /// The input hardwareProduct.
                        let hardwareProduct: HardwareProduct
                        /// The input toolbarViewModel.
                        let toolbarViewModel: HA25ToolbarViewModel
                        /// The input xMacAddress.
                        let xMacAddress: MacAddress
                        /// The input tap.
                        let tap: @Sendable () -> Void

                        /// All inputs of the module.
                        init(hardwareProduct: HardwareProduct, toolbarViewModel: HA25ToolbarViewModel, xMacAddress: MacAddress, tap: @escaping @Sendable () -> Void) {
                            self.hardwareProduct = hardwareProduct
                            self.toolbarViewModel = toolbarViewModel
                            self.xMacAddress = xMacAddress
                            self.tap = tap
                        }

                        /// Hands every input to the builder of the module or of one that contains it.
                        public func provide<Marker>(to builder: DependencyBuilder<Marker>) {
                            builder.provideInput(HardwareProduct.self, self.hardwareProduct)
                            builder.provideInput(HA25ToolbarViewModel.self, self.toolbarViewModel)
                            builder.provideInput(MacAddress.self, key: K.x, self.xMacAddress)
                            builder.provideInput((@Sendable () -> Void).self, self.tap)
                        }
                    }
                }
                """)
    }

    @Test func expansion_usesOtherNames_whereTypesAndKeywordsNeedThem() {
        expectExpansion(
            of: """
                @DependencyRequirements(inputs: [InputRequirement(Repeat.self), InputRequirement(Marker.self)])
                struct A: DependencyRequirements {}
                """,
            is: """
                struct A: DependencyRequirements {

                    /// The container the module was built with.
                    let container: DependencyContainer<A>

                    /// Gives typed access to a container of this module.
                    init(_ container: DependencyContainer<A>) {
                        self.container = container
                    }

                    /// The run-time values the module needs; it sees no others.
                    static let inputRequirements: [InputRequirement] = [
                        InputRequirement(Repeat.self, fileID: "TestModule/test.swift", line: 1),
                        InputRequirement(Marker.self, fileID: "TestModule/test.swift", line: 1),
                    ]

                    var `repeat`: Repeat {
                        container.input(0, Repeat.self)
                    }

                    var marker: Marker {
                        container.input(1, Marker.self)
                    }

                    /// The run-time values that `A` is built with.
                    struct Inputs: DependencyInputs {
                        /// The input `repeat`.
                        let `repeat`: Repeat
                        /// The input marker.
                        let marker: Marker

                        /// All inputs of the module.
                        init(`repeat`: Repeat, marker: Marker) {
                            self.`repeat` = `repeat`
                            self.marker = marker
                        }

                        /// Hands every input to the builder of the module or of one that contains it.
                        func provide<Marker2>(to builder: DependencyBuilder<Marker2>) {
                            builder.provideInput(Repeat.self, self.`repeat`)
                            builder.provideInput(Marker.self, self.marker)
                        }
                    }
                }
                """)
    }

    @Test func expansion_keepsPlaceAndUnknownArguments_asWritten() {
        expectExpansion(
            of: """
                @DependencyRequirements([
                    Requirement(A.B.self, key: nil, fileID: "Other/File.swift", line: 7),
                    Requirement(C.self, weight: 2, line: 8),  // a comment
                ])
                struct D: DependencyRequirements {}
                """,
            is: """
                struct D: DependencyRequirements {

                    /// The container the module was built with.
                    let container: DependencyContainer<D>

                    /// Gives typed access to a container of this module.
                    init(_ container: DependencyContainer<D>) {
                        self.container = container
                    }

                    /// The dependencies that the module needs and may use anywhere.
                    static let requirements: [Requirement] = [
                        Requirement(A.B.self, key: nil, fileID: "Other/File.swift", line: 7),
                        Requirement(C.self, weight: 2, fileID: "TestModule/test.swift", line: 8),
                    ]

                    var aB: A.B {
                        container.dependency(0, A.B.self)
                    }

                    var c: C {
                        container.dependency(1, C.self)
                    }
                }
                """)
    }

    /// The text of an expansion without mistakes.
    private func expectExpansion(
        of source: String, is expected: String, location: SourceLocation = #_sourceLocation
    ) {
        assertMacroExpansion(
            source, expandedSource: expected, macroSpecs: Expansion.macros,
            failureHandler: { Issue.record("\($0.message)", sourceLocation: location) })
    }

    @Test func provisions_continueTheIndicesOfTheRequirements_withTheAccessOfTheStruct() {
        expectExpansion(
            of: """
                @DependencyRequirements(
                    [Requirement(A.self), Requirement(B.self)], mainActor: [Requirement(C.self)],
                    provides: [Requirement(D.self, key: K.x), Requirement(E.self)],
                    mainActorProvides: [Requirement((any P).self)])
                public struct XDependencies: DependencyRequirements {}
                """,
            is: """
                public struct XDependencies: DependencyRequirements {

                    /// The container the module was built with.
                    public let container: DependencyContainer<XDependencies>

                    /// Gives typed access to a container of this module.
                    public init(_ container: DependencyContainer<XDependencies>) {
                        self.container = container
                    }

                    /// The dependencies that the module needs and may use anywhere.
                    public static let requirements: [Requirement] = [
                        Requirement(A.self, fileID: "TestModule/test.swift", line: 2),
                        Requirement(B.self, fileID: "TestModule/test.swift", line: 2),
                    ]

                    /// The dependencies that the module needs and may use only on the main actor.
                    public static let mainActorRequirements: [Requirement] = [
                        Requirement(C.self, fileID: "TestModule/test.swift", line: 2),
                    ]

                    /// The dependencies that the module registers for those who build it, to use anywhere.
                    public static let provisions: [Requirement] = [
                        Requirement(D.self, key: K.x, fileID: "TestModule/test.swift", line: 3),
                        Requirement(E.self, fileID: "TestModule/test.swift", line: 3),
                    ]

                    /// The dependencies that the module registers for those who build it, to use only on the main actor.
                    public static let mainActorProvisions: [Requirement] = [
                        Requirement((any P).self, fileID: "TestModule/test.swift", line: 4),
                    ]

                    var a: A {
                        container.dependency(0, A.self)
                    }

                    var b: B {
                        container.dependency(1, B.self)
                    }

                    @MainActor var c: C {
                        container.mainActorDependency(0, C.self)
                    }

                    /// The D that the module provides.
                    public var xD: D {
                        container.dependency(2, D.self)
                    }

                    /// The E that the module provides.
                    public var e: E {
                        container.dependency(3, E.self)
                    }

                    /// The any P that the module provides.
                    @MainActor public var p: any P {
                        container.mainActorDependency(1, (any P).self)
                    }
                }
                """)
    }
}
