// SPDX-License-Identifier: Apache-2.0

/// What a service knows of the command that a request is part of.
public enum GroupCall {
    /// Whether the request that is answered now is one of several, one for each device of a group.
    @TaskLocal public static var isUnderWay = false
}
