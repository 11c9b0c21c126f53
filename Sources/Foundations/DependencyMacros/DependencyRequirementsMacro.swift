// SPDX-License-Identifier: Apache-2.0

import DependencyExpansion
import SwiftSyntaxMacros

/// The type that the declaration of `@DependencyRequirements` names.
struct DependencyRequirementsMacro: DependencyRequirementsExpansion {}
