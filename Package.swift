// swift-tools-version:6.2
import PackageDescription

/// Every target of ours: Swift 6 mode comes with the tools version; a warning is an error.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Tests of an optimized build are not optimized themselves, which takes half of the time that compiling them takes.
let tests = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// On Linux Swift's libraries become part of the released command.
///
/// It starts in half the time and runs where Swift is not installed. Only linking differs, so that tests and command share
/// what was compiled; Foundation's parts have to be named for that. lld, because the usual linker warns of a function in
/// Foundation that nobody calls. Nothing looks symbols up in the command by name, so none is exported, and what the loader
/// has to relocate is packed: both shorten each start.
let staticRuntime: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib", "-use-ld=lld", "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections",
            "-lCoreFoundation", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
        ], .when(platforms: [.linux], configuration: .release))
]

/// On Linux `floor`, `log` and the like are in a library of their own, which a program without Foundation does not link.
let mathematics: [LinkerSetting] = [.linkedLibrary("m", .when(platforms: [.linux]))]

/// A library target and its tests.
///
/// `name` depends on `targets` of ours and on other people's `products`; the files of `embedding` become byte arrays in
/// `PackageResources`. What is not `tested` by itself is tested with what uses it. With `fixtures`, the folder `Fixtures` of
/// the tests is data. Sources are in `path`, or in the folder of that name in `Sources`.
func module(
    _ name: String, on targets: [String] = [], _ products: [Target.Dependency] = [], at path: String? = nil,
    embedding files: [String] = [], excluding others: [String] = [], tested: Bool = true, fixtures: Bool = false
) -> [Target] {
    let own: [Target] = [
        .target(
            name: name,
            dependencies: targets.map { .target(name: $0) } + products,
            path: path,
            exclude: others,
            resources: files.map { .embedInCode($0) },
            swiftSettings: strict,
            linkerSettings: mathematics
        )
    ]
    guard tested else { return own }
    return own + [
        .testTarget(
            name: "\(name)Tests",
            dependencies: Set([name, "Basics"] + targets).sorted().map { .target(name: $0) } + products,
            exclude: fixtures ? ["Fixtures"] : [],
            swiftSettings: tests
        )
    ]
}

/// A target of the command line and its tests, which read arguments as well as `targets` of ours and `products` do.
func group(_ name: String, on targets: [String] = [], _ products: [Target.Dependency] = []) -> [Target] {
    module(name, on: targets, products + [arguments])
}

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let httpClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTesting: Target.Dependency = .product(name: "HummingbirdTesting", package: "hummingbird")
let hummingbirdTLS: Target.Dependency = .product(name: "HummingbirdTLS", package: "hummingbird")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes: Target.Dependency = .product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let nioWebSocket: Target.Dependency = .product(name: "NIOWebSocket", package: "swift-nio")
let protobuf: Target.Dependency = .product(name: "SwiftProtobuf", package: "swift-protobuf")
let tracing: Target.Dependency = .product(name: "Tracing", package: "swift-distributed-tracing")
let unixSignals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

var targets: [Target] = [
    .systemLibrary(name: "CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
    .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CLibJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
    .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CLibPQ", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CLibQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CLibWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CMiniZip", pkgConfig: "minizip", providers: [.apt(["libminizip-dev"])]),
    .systemLibrary(name: "CTSS2", providers: [.apt(["libtss2-dev"])]),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    // libjpeg and libpng leave by longjmp, which has to stay within C.
    .target(name: "CPhotos", dependencies: ["CLibJPEG", "CLibPNG", "CLibWebP"]),
]

// The pure cores.
targets += module("Statistics", fixtures: true)
targets += module("Basics")
targets += module("Strings")
targets += module("TypedText", fixtures: true)
targets += module("Beacons", on: ["Basics"])
targets += module("Proximity", on: ["Basics", "Beacons"])
targets += module("Presence", on: ["Basics", "Beacons"], [crypto])
targets += module("Accounts", on: ["Basics", "CArgon2", "TypedText"], [crypto])
targets += module("Forwarding", on: ["Accounts"])
targets += module("Sealing", on: ["Basics", "CSodium"], [crypto])
targets += module("AnonymousCredentials", [crypto, cryptoExtras])
targets += module("OpenID", on: ["Accounts", "Basics"], [crypto, cryptoExtras])
targets += module("Passkeys", on: ["Basics"], [crypto, cryptoExtras], fixtures: true)
targets += module("Ledger")
targets += module("Banks", on: ["TypedText"])
targets += module("Market", on: ["Basics", "Ledger"])
targets += module("SocketIO", on: ["Basics"])
targets += module("RadioMaps", on: ["Basics", "Beacons", "Loyalty", "Proximity"], [crypto])
targets += module("Loyalty", on: ["Basics", "Beacons", "Statistics", "TypedText"], [crypto], fixtures: true)
// On Linux libcrypto derives identifiers several times as fast as swift-crypto; elsewhere swift-crypto does it alone.
targets += module(
    "Exposure",
    on: ["AnonymousCredentials", "Basics"],
    [crypto, cryptoExtras, .target(name: "CLibCrypto", condition: .when(platforms: [.linux]))],
    fixtures: true)
// Keys are derived by libsodium, whose Argon2id takes half of libargon2's time; libcrypto has the legacy ciphers and
// the point arithmetic of McCallum-Relyea.
targets += module("Vault", on: ["Basics", "CLibCrypto", "CSodium", "TypedText"], [crypto, cryptoExtras])

// What touches the world.
targets += module("Radio", on: ["Basics", "Beacons"], [logging, nioCore, nioPosix])
targets += module("Storage", on: ["Basics", "CLibPQ", "Sealing"], [grdb, grdbSQLite, logging])
targets += module("API", on: ["Basics", "TypedText"], [httpTypes])
targets += module("APIClient", on: ["API"], [httpClient, httpTypes, nioCore, nioHTTP1])
targets += module(
    "Network",
    on: ["Basics", "Forwarding", "OpenID"],
    [httpClient, nioCore, nioHTTP1, nioPosix, nioSSL, crypto, cryptoExtras])
targets += module(
    "ExposureWire",
    on: ["Basics", "Exposure", "TypedText"],
    [crypto, protobuf],
    excluding: ["Generated/exposed.proto"],
    fixtures: true)
targets += module(
    "VaultFormats",
    on: ["Basics", "CArgon2", "CLibCrypto", "CMiniZip", "CSodium", "TypedText", "Vault"],
    [crypto, cryptoExtras],
    fixtures: true)
targets += module("QRCode", on: ["CLibPNG", "CLibQREncode"])
targets += module("Photos", on: ["CPhotos"])
// The server: HTTP without any service; what services share; the services, from the bottom up; and the module that knows
// all of them.
targets += module(
    "HTTPKit",
    on: ["Accounts", "API", "Basics", "Forwarding"],
    [
        crypto, httpTypes, hummingbird, hummingbirdCore, hummingbirdTLS, lifecycle, logging, nioCore, nioHTTP1,
        nioHTTPTypes, nioSSL, nioWebSocket, tracing,
    ])
targets += module(
    "ServiceKit",
    on: ["Basics", "HTTPKit", "Storage"],
    [crypto, tracing])
targets += module(
    "TraceExport",
    on: ["Basics", "HTTPKit"],
    [httpClient, lifecycle, logging, nioCore, nioHTTP1, nioPosix, tracing])
targets += module(
    "LedgerService",
    on: ["Accounts", "API", "Banks", "Basics", "HTTPKit", "Ledger", "Market", "ServiceKit", "Storage", "TypedText"],
    tested: false)
targets += module(
    "AccountService",
    on: [
        "Accounts", "API", "Basics", "Forwarding", "HTTPKit", "Ledger", "LedgerService",
        "Network", "OpenID", "Passkeys", "Photos", "QRCode", "ServiceKit", "Storage", "Strings", "TypedText", "Vault",
    ],
    [crypto, lifecycle, logging, httpTypes, hummingbird, nioCore])
targets += module(
    "LoyaltyService",
    on: [
        "Accounts", "AccountService", "AnonymousCredentials", "API", "Basics", "Beacons", "HTTPKit", "Ledger",
        "LedgerService", "Loyalty", "Photos", "Presence", "RadioMaps", "ServiceKit", "Statistics", "Storage", "Strings",
        "TypedText",
    ],
    [httpTypes, hummingbird, crypto, nioCore])
targets += module(
    "InboxService",
    on: [
        "Accounts", "AccountService", "API", "Basics", "HTTPKit", "Ledger", "LedgerService", "Market",
        "MarketService", "ServiceKit", "Storage", "Strings",
    ],
    [lifecycle, logging])
targets += module(
    "VaultService",
    on: [
        "Accounts", "API", "Basics", "Beacons", "HTTPKit", "Loyalty", "LoyaltyService", "Presence",
        "ServiceKit", "Storage", "Vault",
    ],
    [crypto, cryptoExtras, httpTypes])
targets += module(
    "ExposureService",
    on: [
        "Accounts", "AccountService", "API", "Basics", "Beacons", "Exposure", "ExposureWire", "HTTPKit", "Loyalty",
        "LoyaltyService", "ServiceKit", "Storage", "TypedText",
    ],
    [crypto, httpTypes, hummingbird, nioCore])
targets += module(
    "MarketCompatibility",
    on: [
        "Accounts", "AccountService", "API", "Basics", "Forwarding", "HTTPKit", "InboxService", "Ledger",
        "LedgerService", "Market", "MarketService", "Network", "QRCode", "ServiceKit", "SocketIO", "Storage", "Strings",
    ],
    [httpTypes, hummingbird, lifecycle, logging, nioCore, nioHTTP1, nioWebSocket])
targets += module(
    "MarketService",
    on: [
        "Accounts", "AccountService", "API", "Banks", "Basics", "HTTPKit", "Ledger", "LedgerService",
        "Market", "ServiceKit", "Storage", "TypedText",
    ],
    [crypto, httpTypes, lifecycle, logging, tracing])
// The tables of every product, and how they came to be.
targets += module(
    "Schema",
    on: ["Storage"],
    at: "Schema",
    embedding: [
        "platform/0054_platform.sql",
        "accounts/0055_accounts.sql",
        "loyalty/0056_venues.sql",
        "loyalty/0057_loyalty.sql",
        "exposure/0058_exposure.sql",
        "vault/0059_vault.sql",
        "exchange/0060_exchange.sql",
    ])
targets += module(
    "ServerApp",
    on: [
        "Accounts", "AccountService", "API", "ExposureService", "HTTPKit", "InboxService", "LedgerService", "Loyalty",
        "LoyaltyService", "MarketCompatibility", "MarketService", "Network", "Schema", "ServiceKit", "Storage",
        "VaultService",
    ],
    [httpTypes, hummingbird, lifecycle, logging])
targets += module(
    "Phone",
    on: [
        "AnonymousCredentials", "API", "APIClient", "Basics", "Beacons", "Exposure", "ExposureWire", "Loyalty",
        "Presence", "Proximity", "Radio", "RadioMaps",
    ],
    [crypto, grdb, httpClient, logging, nioCore, nioHTTP1])
targets += module(
    "VaultDevice",
    on: ["API", "APIClient", "Basics", "Beacons", "Phone", "Presence", "Radio", "Vault"],
    [
        crypto, grdb, httpClient, logging, nioCore, nioHTTP1, nioPosix,
        .target(name: "CTSS2", condition: .when(platforms: [.linux])),
    ])
targets += module(
    "VaultApp",
    on: ["API", "Basics", "HTTPKit", "Vault", "VaultDevice"],
    [crypto, httpTypes, lifecycle])
targets += module(
    "MarketClient",
    on: ["Accounts", "Basics", "Market", "SocketIO"],
    [httpClient, nioCore, nioHTTP1, nioPosix, nioSSL, nioWebSocket])
targets += module(
    "Simulation",
    on: [
        "Accounts", "AccountService", "API", "Basics", "Beacons", "Exposure", "ExposureService", "ExposureWire",
        "HTTPKit", "Ledger", "LedgerService", "Loyalty", "LoyaltyService", "Market", "MarketService", "Phone",
        "Presence", "Proximity", "QRCode", "Radio", "RadioMaps", "ServiceKit", "Storage",
    ],
    [lifecycle, logging],
    embedding: [
        "Resources/centre.json"
    ])

// The command, with one folder for each of its groups, and the benchmarks, which use its parts.
targets += group(
    "Commands",
    on: [
        "Accounts", "AccountService", "API", "Basics", "Beacons", "Exposure", "ExposureService", "ExposureWire",
        "Forwarding", "HTTPKit", "InboxService", "Ledger", "LedgerService", "Loyalty", "LoyaltyService", "Market",
        "MarketClient", "MarketCompatibility", "MarketService", "Network", "OpenID", "Phone", "Presence", "Proximity",
        "QRCode", "Radio", "RadioMaps", "Sealing", "ServerApp", "ServiceKit", "Simulation", "Storage", "Strings",
        "TraceExport", "Vault", "VaultApp", "VaultDevice", "VaultFormats",
    ],
    [logging, unixSignals, grdb, crypto, cryptoExtras, lifecycle, nioCore, httpClient, nioHTTP1, nioPosix, tracing])
targets += group(
    "Benchmarks",
    on: [
        "Accounts", "AccountService", "API", "Basics", "Beacons", "Commands", "Exposure", "ExposureService",
        "ExposureWire", "HTTPKit", "Ledger", "LedgerService", "Loyalty", "LoyaltyService", "Market", "MarketService",
        "Network", "Passkeys", "Phone", "Presence", "Proximity", "Radio", "ServerApp", "ServiceKit", "Simulation",
        "Storage", "Vault", "VaultDevice",
    ],
    [crypto, httpClient, hummingbird, logging, nioCore, nioHTTP1, nioPosix])

for (executable, libraries) in [("cerca", ["Commands"]), ("cerca-bench", ["Benchmarks", "Commands"])] {
    targets.append(
        .executableTarget(
            name: executable, dependencies: libraries.map { .target(name: $0) }, swiftSettings: strict,
            linkerSettings: staticRuntime))
}

// The tests of the client answer it themselves.
for target in targets where target.name == "APIClientTests" { target.dependencies.append(nioPosix) }
// Tests on PostgreSQL start a server of their own.
targets.append(.target(name: "TestPostgres", path: "Tests/TestPostgres", swiftSettings: strict))
// The tests of each service make a server with people in it, and see all that it is made of.
targets.append(
    .target(
        name: "TestServer",
        dependencies: [
            "Accounts", "AccountService", "API", "Basics", "Beacons", "Exposure", "ExposureService", "ExposureWire",
            "Forwarding", "HTTPKit", "Ledger", "LedgerService", "Loyalty", "LoyaltyService", "Market",
            "MarketCompatibility", "MarketService", "Network", "Passkeys", "Presence", "Sealing", "ServerApp",
            "ServiceKit",
            "Storage", "TestPostgres", crypto, httpTypes, hummingbird, hummingbirdTesting, logging, nioCore, nioPosix,
        ],
        path: "Tests/TestServer", swiftSettings: strict))

/// What tests use beyond what their module stands on.
let usedByTests: [String: [Target.Dependency]] = [
    "AccountServiceTests": ["Sealing", "TestServer"],
    "ExposureServiceTests": ["TestServer"],
    "InboxServiceTests": ["TestServer"],
    "LoyaltyServiceTests": ["Proximity", "TestServer"],
    "MarketClientTests": ["Ledger", crypto],
    "MarketCompatibilityTests": ["TestServer"],
    "MarketServiceTests": ["TestServer"],
    "PhoneTests": [nioPosix],
    "PhotosTests": ["CLibJPEG", "CLibWebP"],
    "ServerAppTests": [
        "Beacons", "Exposure", "Forwarding", "Presence", "RadioMaps", "TestServer", hummingbirdCore, nioCore,
        nioHTTP1, nioPosix, nioSSL,
    ],
    "SchemaTests": ["ServerApp", "TestServer"],
    "SimulationTests": ["ServerApp"],
    "StorageTests": ["TestPostgres"],
    "VaultAppTests": ["Phone"],
    "VaultServiceTests": ["Exposure", "TestServer"],
]
for target in targets { target.dependencies += usedByTests[target.name] ?? [] }

// Each library product in an example of Docs/libraries.md, and what the examples' server is made of.
targets.append(
    .testTarget(
        name: "LibraryExamplesTests",
        dependencies: [
            "Accounts", "Beacons", "Basics", "Exposure", "ExposureWire", "Forwarding", "Ledger", "Market",
            "MarketClient", "Passkeys", "Phone", "Photos", "Presence", "Proximity", "Radio", "SocketIO",
            "Vault",
            "VaultFormats", nioCore, nioPosix,
        ],
        swiftSettings: tests))

// The tests of some modules alone, as `make test MODULE=Vault,VaultDevice` asks for: others are not even compiled.
if let modules = Context.environment["MODULE"], !modules.isEmpty {
    let kept = Set(modules.split(separator: ",").map { "\($0)Tests" })
    targets.removeAll { $0.type == .test && !kept.contains($0.name) }
}

let package = Package(
    name: "cerca",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "cerca", targets: ["cerca"]),
        .executable(name: "cerca-bench", targets: ["cerca-bench"]),
        .library(name: "Beacons", targets: ["Beacons"]),
        .library(name: "Proximity", targets: ["Proximity"]),
        .library(name: "Presence", targets: ["Presence"]),
        .library(name: "Accounts", targets: ["Accounts"]),
        .library(name: "Basics", targets: ["Basics"]),
        .library(name: "Exposure", targets: ["Exposure"]),
        .library(name: "ExposureWire", targets: ["ExposureWire"]),
        .library(name: "Forwarding", targets: ["Forwarding"]),
        .library(name: "Ledger", targets: ["Ledger"]),
        .library(name: "Market", targets: ["Market"]),
        .library(name: "MarketClient", targets: ["MarketClient"]),
        .library(name: "SocketIO", targets: ["SocketIO"]),
        .library(name: "Radio", targets: ["Radio"]),
        .library(name: "Passkeys", targets: ["Passkeys"]),
        .library(name: "Phone", targets: ["Phone"]),
        .library(name: "Photos", targets: ["Photos"]),
        .library(name: "Vault", targets: ["Vault"]),
        .library(name: "VaultFormats", targets: ["VaultFormats"]),
    ],
    // One version each, so that whoever builds a release builds what was tried; Scripts/packages.txt has those of the packages
    // that these stand on, and `make lint` compares both with what was resolved.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", exact: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: targets
)
