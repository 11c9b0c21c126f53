// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Foundation
import Testing

@testable import Composition

/// The graph of the composition, and what its check finds.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct CompositionGraphTests {
    private func lines(_ format: CompositionGraph.Format) async throws -> [String] {
        try await CompositionGraph.open().text(as: format).split(separator: "\n").map(String.init)
    }

    @Test
    func tree_showsOneDevice_withItsFeaturesBuilt() async throws {
        let tree = try await lines(.tree)
        let modules = tree.map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasSuffix("Dependencies") && !$0.contains(" ") && !$0.contains(":") }
        #expect(tree.first == "AppRoot")
        #expect(
            modules == [
                "HouseholdDependencies", "DeviceModuleDependencies", "DeviceDependencies", "AlarmDependencies",
                "RoutineDependencies",
                "BedtimeDependencies", "ControlDependencies", "CaptureDependencies",
            ])
        // But for the modules of products, of which a product needs none.
        #expect(tree.filter { $0.contains("nobody") }.allSatisfy { $0.contains("-> all ProductExtension ") })
    }

    @Test
    func tree_showsWhatFactoriesUse() async throws {
        let tree = try await lines(.tree)
        let sender = try #require(tree.firstIndex { $0.hasPrefix("      IoTActionSender ") })
        let edges = tree[(sender + 1)...].prefix { $0.hasPrefix("        ") }
        #expect(edges.contains { $0.contains("> DeviceConnection") })
        #expect(edges.contains { $0.contains("> input MacAddress") })
    }

    @Test
    func graph_isTheSame_whenItIsMadeAgain() async throws {
        #expect(try await lines(.json) == lines(.json))
    }

    @Test(arguments: [
        (CompositionGraph.Format.tree, "AppRoot"), (.mermaid, "flowchart LR"), (.dot, "digraph dependencies {"),
        (.json, "{"),
    ])
    func graph_isWrittenInEveryFormat(_ format: CompositionGraph.Format, _ head: String) async throws {
        #expect(try await lines(format).first == head)
    }

    @Test
    func check_findsNothing() {
        let check = CompositionCheck.run()
        #expect(check.errors == [])
        #expect(check.warnings == [])
        #expect(check.modules == 9)
        #expect(check.registrations > 30)
    }

    @Test
    func check_reportsEverythingAtOnce_whereTheRootProvidesNothing() {
        let check = CompositionCheck.run { _ in }
        #expect(Set(check.errors.map(\.code)) == ["missing"])
        #expect(check.errors.contains { $0.message.contains("Nobody provides DeviceConnectionStateFactory") })
        let path = "HouseholdDependencies -> DeviceModuleDependencies -> DeviceDependencies -> AlarmDependencies"
        #expect(check.errors.contains { $0.message.contains(path) })
    }

    @Test
    func check_reportsWhatTheRegistrationThrows() {
        let error = ControlError(.badConfiguration, "It is broken.", advice: "Mend it.")
        let check = CompositionCheck.run { _ in throw error }
        #expect(
            check.errors.first == CompositionCheck.Diagnostic(code: "bad_configuration", message: error.description))
    }
}
