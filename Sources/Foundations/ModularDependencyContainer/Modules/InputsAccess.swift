// SPDX-License-Identifier: Apache-2.0

/// Who may make the generated `Inputs` of a module, and so build the module with them; the access of the module limits it.
public enum InputsAccess: Sendable {
    /// The target of the module.
    case `internal`
    /// The package of the module.
    case package
    /// Everybody.
    case `public`
}
