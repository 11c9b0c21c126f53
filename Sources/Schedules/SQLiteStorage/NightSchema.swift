// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables of the state file, as a list of steps that lead to them; a released step never changes.
///
/// Instants are two integers, whole seconds since 1970 and nanoseconds after them, since nanoseconds in one integer end
/// in 2262 and the domain's instants do not. Durations are integer nanoseconds. Dates and times of day are text. Rules,
/// plans and runs are JSON text with a version. Devices and schedules are listed by `position`, which is given once;
/// ledger and log name devices and schedules without referring to them, so that history outlives both.
enum NightSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1-first-night") { database in
            try database.execute(sql: firstNight)
        }
        migrator.registerMigration("2-whole-story") { database in
            try database.execute(sql: wholeStory)
        }
        migrator.registerMigration("3-log-reasons") { database in
            try database.execute(sql: logReasons)
        }
        return migrator
    }
}
