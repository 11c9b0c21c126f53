// SPDX-License-Identifier: Apache-2.0

/// Whom the services serve.
public enum SessionKind: Hashable, Sendable {
    /// Everybody, while schedules run.
    case daemon
    /// One command only; no schedule runs, and nothing happens by itself.
    case direct
}
