// SPDX-License-Identifier: Apache-2.0

/// Names the container that holds a module's mocks, in the paths of errors.
public enum Mocks<Module> {}
