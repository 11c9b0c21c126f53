// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A package that uses the container, its macro and its test support from outside. `.ci/example` builds and tests it.
let package = Package(
    name: "container-example",
    dependencies: [.package(name: "lull", path: "../../..")],
    targets: [
        .target(name: "Lamps", dependencies: [.product(name: "ModularDependencyContainer", package: "lull")]),
        .testTarget(
            name: "LampsTests",
            dependencies: [
                "Lamps",
                .product(name: "ModularDependencyContainer", package: "lull"),
                .product(name: "ContainerTestSupport", package: "lull"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
