// SPDX-License-Identifier: Apache-2.0

import DependencyExpansion
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct DependencyMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [DependencyRequirementsMacro.self]
}

/// The type that the declaration of `@DependencyRequirements` names.
struct DependencyRequirementsMacro: DependencyRequirementsExpansion {}
