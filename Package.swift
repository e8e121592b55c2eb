// swift-tools-version: 6.2
// The plan: rooms, and which may look into which. See "The house" in README.md.
import PackageDescription

/// Only for Tests/fuzz/run: one more target, and every room watched by libFuzzer and AddressSanitizer.
let isFuzzed = Context.environment["MOCKAPPLE_FUZZ"] == "1"
let watched: [SwiftSetting] = isFuzzed ? [.unsafeFlags(["-sanitize=fuzzer,address"])] : []

/// What the build calls itself; the Makefile takes it from the git tag.
let version = Context.environment["MOCKAPPLE_VERSION"].flatMap { $0.isEmpty ? nil : $0 }

let strict: [SwiftSetting] =
  watched + [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]

/// A room: it sees what is named here and nothing else.
func room(_ name: String, sees dependencies: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: strict)
}

/// The suite of a room; TestSupport gives it a fixed clock, ready keys and a seeded store.
func suite(_ room: String, sees dependencies: [String]) -> Target {
  .testTarget(
    name: room + "Tests", dependencies: ([room] + dependencies).map { .byName(name: $0) },
    swiftSettings: strict)
}

/// A C library of the system.
func library(_ name: String, pkgConfig: String, apt package: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
  name: "mockapple",
  products: [.executable(name: "mockapple", targets: ["mockapple"])],
  targets: [
    library("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
    library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    library("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    .target(name: "CSample"),
    .target(
      name: "CVersion",
      cSettings: version.map { [.define("MOCKAPPLE_VERSION", to: "\"\($0)\"")] } ?? []),

    room("Primitives"),
    room("HTTP", sees: ["CMicroHTTPD", "CCurl", "Primitives"]),
    room("Crypto", sees: ["COpenSSL"]),
    room("JSON", sees: ["Primitives"]),
    room("JOSE", sees: ["Crypto", "JSON"]),
    room("SQL", sees: ["CSQLite", "Primitives"]),
    room("Sample", sees: ["CSample"]),
    room("AppleID", sees: ["JOSE", "Crypto", "JSON", "Primitives"]),
    room("Store", sees: ["AppleID", "SQL", "JOSE", "Crypto", "JSON", "Primitives"]),
    room("Provider", sees: ["Store", "AppleID", "JOSE", "Crypto", "JSON", "Primitives"]),
    room(
      "Web", sees: ["Provider", "Store", "AppleID", "HTTP", "JOSE", "Crypto", "JSON", "Primitives"]),
    .executableTarget(
      name: "mockapple",
      dependencies: [
        "Web", "Provider", "Store", "AppleID", "HTTP", "JOSE", "Crypto", "JSON", "Primitives", "Sample",
        "CVersion",
      ], swiftSettings: strict),

    .target(
      name: "TestSupport",
      dependencies: [
        "Web", "Provider", "Store", "AppleID", "HTTP", "JOSE", "Crypto", "JSON", "Primitives", "Sample",
      ], path: "Tests/TestSupport", swiftSettings: strict),
    suite("Primitives", sees: []),
    suite("HTTP", sees: ["TestSupport", "Crypto"]),
    suite("Crypto", sees: ["TestSupport"]),
    suite("JSON", sees: []),
    suite("JOSE", sees: ["Crypto", "JSON"]),
    suite("SQL", sees: []),
    suite("AppleID", sees: ["TestSupport", "JOSE", "Crypto", "JSON"]),
    suite("Store", sees: ["TestSupport", "AppleID", "SQL", "Crypto", "JSON"]),
    suite("Provider", sees: ["TestSupport", "Store", "AppleID", "JOSE", "Crypto", "JSON"]),
    suite(
      "Web",
      sees: [
        "TestSupport", "Provider", "Store", "AppleID", "SQL", "HTTP", "JOSE", "Crypto", "JSON", "Sample",
      ]),
    suite(
      "mockapple",
      sees: ["TestSupport", "Web", "Provider", "AppleID", "SQL", "HTTP", "JSON", "JOSE", "Crypto", "Sample"]),
  ]
)

if isFuzzed {
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: ["Web", "Provider", "Store", "AppleID", "HTTP", "JOSE", "Crypto", "JSON", "Sample"],
      path: "Tests/fuzz", exclude: ["corpus", "run"],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]))
}
