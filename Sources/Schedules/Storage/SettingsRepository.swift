// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// What holds for everything.
public protocol SettingsRepository: Sendable {
    /// The settings; the ones of a new installation when none were kept.
    func settings() async throws(StorageError) -> NightSettings
}
