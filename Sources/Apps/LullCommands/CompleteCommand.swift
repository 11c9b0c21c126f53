// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A command that needs some of its optional arguments.
///
/// `validate` would speak of what is missing before the parser names an option that it does not know, which is often
/// the one that is missing.
protocol CompleteCommand: AsyncParsableCommand {
    /// Throws a `ValidationError` if something is missing that was not asked for by the parser.
    func requireComplete() throws
}
