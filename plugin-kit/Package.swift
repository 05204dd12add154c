// swift-tools-version: 6.2
import PackageDescription

// What a plugin in Swift depends on: FasciaPluginKit without the rest of Fascia and its dependencies. `make install` installs it
// with its sources.
let package = Package(
    name: "plugin-kit",
    products: [.library(name: "FasciaPluginKit", targets: ["FasciaPluginKit"])],
    targets: [
        .target(name: "CFasciaPlugin"),
        .target(name: "FasciaPluginKit", dependencies: ["CFasciaPlugin"]),
    ])
