// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v15)],
    // The name is given because a path dependency is otherwise called like the folder of the checkout.
    dependencies: [
        .package(name: "cerca", path: ".."),
        // Cerca's own manifest chooses the version.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
    ],
    targets: [
        .target(
            name: "FuzzDriver",
            swiftSettings: [.enableExperimentalFeature("Extern"), .treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "FuzzBeacons",
            dependencies: [
                "FuzzDriver",
                .product(name: "Basics", package: "cerca"),
                .product(name: "Beacons", package: "cerca"),
                .product(name: "Radio", package: "cerca"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "FuzzCaptures",
            dependencies: [
                "FuzzDriver",
                .product(name: "Beacons", package: "cerca"),
                .product(name: "Radio", package: "cerca"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "FuzzExposure",
            dependencies: [
                "FuzzDriver",
                .product(name: "Basics", package: "cerca"),
                .product(name: "Exposure", package: "cerca"),
                .product(name: "ExposureWire", package: "cerca"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "FuzzForwarding",
            dependencies: [
                "FuzzDriver",
                .product(name: "Accounts", package: "cerca"),
                .product(name: "Forwarding", package: "cerca"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "FuzzMarket",
            dependencies: [
                "FuzzDriver",
                .product(name: "Accounts", package: "cerca"),
                .product(name: "Basics", package: "cerca"),
                .product(name: "Ledger", package: "cerca"),
                .product(name: "Market", package: "cerca"),
                .product(name: "SocketIO", package: "cerca"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "FuzzPhotos",
            dependencies: [
                "FuzzDriver",
                .product(name: "Photos", package: "cerca"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "FuzzPasskeys",
            dependencies: [
                "FuzzDriver",
                .product(name: "Passkeys", package: "cerca"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "FuzzVault",
            dependencies: [
                "FuzzDriver",
                .product(name: "Basics", package: "cerca"),
                .product(name: "Vault", package: "cerca"),
                .product(name: "VaultFormats", package: "cerca"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
