// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// Each dependency has a comment about its purpose. Libraries stand below the ones that they depend on; the tests and their
// support come last.

// Installed programs and plugins find Swift's libraries relative to themselves, so that no toolchain is needed.
let besidePrograms: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "-rpath=$ORIGIN/../lib/fascia"])]
// Scripts call fascia in loops, and with Swift's libraries in it a call takes a third less processor time, and 13 MB more of the
// disk. Their own list of what they need is not read for objects that were not compiled for it.
let withSwift: [LinkerSetting] = [
    .unsafeFlags(["-static-stdlib", "-Xlinker", "--no-export-dynamic"], .when(configuration: .release)),
    .linkedLibrary("_FoundationCShims", .when(configuration: .release)),
    .linkedLibrary("_FoundationCollections", .when(configuration: .release)),
]
let besidePlugins: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "-rpath=$ORIGIN/.."])]

let strict: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error)]

// Through its environment, tests kill the daemon at a certain place, make its disk fail and lower its limits. They can do so
// with every debug build, and with a release build that was made with FASCIA_TESTING=1.
let isTestable = Context.environment["FASCIA_TESTING"] == "1"
let testable: [SwiftSetting] =
    strict + [isTestable ? .define("FASCIA_TESTING") : .define("FASCIA_TESTING", .when(configuration: .debug))]

let package = Package(
    name: "fascia",
    products: [
        .executable(name: "fasciad", targets: ["fasciad"]),
        .executable(name: "fascia", targets: ["fascia"]),
        .executable(name: "fascia-plugin-host", targets: ["fascia-plugin-host"]),
        .executable(name: "fascia-bench", targets: ["fascia-bench"]),
        .library(name: "FasciaClient", targets: ["FasciaClient"]),
        .library(name: "FasciaUI", targets: ["FasciaUI"]),
        .library(name: "FasciaTesting", targets: ["FasciaTesting"]),
        .library(name: "FasciaCombine", targets: ["FasciaCombine"]),
        .library(name: "FasciaCharts", targets: ["FasciaCharts"]),
        .library(name: "FasciaPluginKit", targets: ["FasciaPluginKit"]),
        .library(name: "neon", type: .dynamic, targets: ["neon"]),
        .library(name: "ascii", type: .dynamic, targets: ["ascii"]),
        .library(name: "primary", type: .dynamic, targets: ["primary"]),
        .library(name: "html", type: .dynamic, targets: ["html"]),
        .library(name: "linear", type: .dynamic, targets: ["linear"]),
        .library(name: "svg", type: .dynamic, targets: ["svg"]),
    ],
    dependencies: [
        // Command lines, their help and their completions.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // The logging interface. The systemd journal is one of its backends.
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        // Deques for queues, a heap for timers, and ordered dictionaries for contents that keep the order of their declaration.
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        // `unimplemented`, for the closures with which a view notifies its parent: an unset one fails tests and logs in apps.
        .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    ],
    targets: [
        // View nodes as plain values, each kind with its schema, and JSON.
        .target(
            name: "FasciaDocument", swiftSettings: strict,
            // Rounding of doubles needs the math library, which only Foundation would link.
            linkerSettings: [.linkedLibrary("m")]),
        // The state and every rule about it. No I/O, no clock.
        .target(
            name: "FasciaModel",
            dependencies: [
                "FasciaDocument",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ], swiftSettings: strict),
        // The resolver: document and state -> elements.
        .target(name: "FasciaScene", dependencies: ["FasciaDocument", "FasciaModel"], swiftSettings: strict),
        // Elements -> layout -> cells -> bytes.
        .target(
            name: "FasciaRender", dependencies: ["FasciaDocument", "FasciaModel", "FasciaScene"], swiftSettings: strict),
        // Keys and the mouse -> focus, drafts, menus, scrolling, and what they operate.
        .target(
            name: "FasciaInteraction", dependencies: ["FasciaDocument", "FasciaModel", "FasciaScene", "FasciaRender"],
            swiftSettings: strict),
        // JSON lines, JSON-RPC, the method catalogue.
        .target(name: "FasciaWire", dependencies: ["FasciaDocument", "FasciaModel", "FasciaScene"], swiftSettings: strict),
        // The plugin ABI: one public C header.
        .target(name: "CFasciaPlugin"),
        // A thin Swift layer over that header, for plugins written in Swift.
        .target(name: "FasciaPluginKit", dependencies: ["CFasciaPlugin"], swiftSettings: strict),
        // Reads the JSON that renderers get; the renderers in `plugins` use it.
        .target(name: "FasciaScreens", dependencies: ["FasciaDocument", "FasciaPluginKit"], swiftSettings: strict),
        // How the daemon and the process of a plugin talk.
        .target(name: "CPluginHost", dependencies: ["CFasciaPlugin"]),
        // The process of a plugin, in C, so that it does not depend on the version of Swift.
        .executableTarget(
            name: "fascia-plugin-host", dependencies: ["CFasciaPlugin", "CPluginHost"],
            // A plugin's function must not be taken for one of the host with the same name.
            cSettings: [.unsafeFlags(["-fvisibility=hidden"])],
            // Swift's driver adds its library to each program. Nothing of the static one is needed, so nothing is linked.
            linkerSettings: [.unsafeFlags(["-nostartfiles", "-static-stdlib"])]),
        // The daemon's side of the ABI.
        .target(
            name: "FasciaPlugins",
            dependencies: ["FasciaDocument", "FasciaScene", "FasciaRender", "CFasciaPlugin", "CPluginHost", "CProcess"],
            swiftSettings: strict),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        // Parts of the kernel's interface that Swift's Glibc module lacks: epoll, signalfd, eventfd, accept4.
        .systemLibrary(name: "CLinux"),
        // The daemon's event loop: descriptors, timers, signals. Threads.
        .target(
            name: "FasciaLoop", dependencies: ["CLinux", .product(name: "HeapModule", package: "swift-collections")],
            swiftSettings: strict),
        // SQLite's own interface.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // The journal: stores the panel's changes, so that they can be replayed. Commands and events are stored in the format
        // of FasciaWire.
        .target(
            name: "FasciaStore",
            dependencies: [
                "FasciaDocument", "FasciaModel", "FasciaWire", "FasciaLoop", "CLinux", "CSQLite",
                .product(name: "DequeModule", package: "swift-collections"),
            ], swiftSettings: testable),
        // Readiness, socket activation, watchdog, descriptor store, logging to the systemd journal.
        .target(
            name: "FasciaSystemd",
            dependencies: ["FasciaDocument", "CSystemd", .product(name: "Logging", package: "swift-log")],
            swiftSettings: strict),
        // Decodes the input from a terminal: keys, mouse, pasted text.
        .target(name: "FasciaTerminal", dependencies: ["FasciaDocument", "FasciaWire"], swiftSettings: strict),
        // The asynchronous connection of client programs to the daemon.
        .target(
            name: "FasciaClient", dependencies: ["FasciaDocument", "FasciaWire", "FasciaLoop", "CLinux"], swiftSettings: strict),
        // Starts a process as Swift's Glibc module cannot: in a session of its own, with only its own descriptors.
        .target(name: "CProcess"),
        // Runs commands: without a shell, with a time limit, and ends all of their processes.
        .target(name: "FasciaProcess", dependencies: ["FasciaDocument", "FasciaClient", "CProcess"], swiftSettings: strict),
        // What agents have in common: a connection that comes back, sheets that show commands, rules.
        .target(
            name: "FasciaAgent",
            dependencies: [
                "FasciaDocument", "FasciaModel", "FasciaWire", "FasciaClient", "FasciaProcess",
                .product(name: "DequeModule", package: "swift-collections"),
            ], swiftSettings: strict),
        // The units of systemd over D-Bus: their states as they change, and jobs that start and stop them.
        .target(
            name: "FasciaUnits", dependencies: ["FasciaClient", "FasciaDocument", "FasciaLoop", "CSystemd", "CLinux"],
            swiftSettings: strict),
        // Regular expressions whose matching no text can stretch, for panel files and questions.
        .target(name: "FasciaMatching", swiftSettings: strict),
        // Questions to a person: what is asked, the screen that asks it, the keys that answer it, and the arguments of whiptail
        // and dialog. No terminal.
        .target(
            name: "FasciaAsk",
            dependencies: [
                "FasciaDocument", "FasciaModel", "FasciaScene", "FasciaRender", "FasciaInteraction", "FasciaMatching",
            ], swiftSettings: strict),
        .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        // Reads YAML with the line and column of each part, for panel files and the access file.
        .target(name: "FasciaYAML", dependencies: ["FasciaDocument", "CYaml"], swiftSettings: strict),
        // Who may do what: the access file, and what it says to each identity.
        .target(
            name: "FasciaAccess", dependencies: ["FasciaModel", "FasciaWire", "FasciaYAML"], swiftSettings: strict),
        // Panel files: parses and publishes them, and carries out what their switches say.
        .target(
            name: "FasciaPanel",
            dependencies: [
                "FasciaDocument", "FasciaModel", "FasciaWire", "FasciaClient", "FasciaMatching", "FasciaPlugins", "FasciaProcess",
                "FasciaAgent", "FasciaUnits", "FasciaLoop", "CLinux", "FasciaYAML",
            ], swiftSettings: strict),
        // Publishers of values, as in Combine, and what Linux lacks of Apple's Foundation. They know nothing of views.
        .target(name: "FasciaPublishers", swiftSettings: strict),
        // The macros of the view language.
        .macro(name: "FasciaMacros", swiftSettings: strict),
        // The view language: View, @State, Form. Views are evaluated, lowered to nodes, and published to a panel.
        .target(
            name: "FasciaUI",
            dependencies: [
                "FasciaDocument", "FasciaModel", "FasciaScene", "FasciaRender", "FasciaInteraction", "FasciaWire", "FasciaClient",
                "FasciaMacros", "FasciaPublishers",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
            ], exclude: ["Documentation"], swiftSettings: strict),
        // What `import Combine` and `import Charts` mean in a program that was written for SwiftUI. There is no module of these
        // names: other packages would take it for Apple's.
        .target(name: "FasciaCombine", dependencies: ["FasciaUI"], swiftSettings: strict),
        .target(name: "FasciaCharts", dependencies: ["FasciaUI"], swiftSettings: strict),
        // Everything that the daemon does, except being a process: connections, the panel and its journal, watches,
        // terminals, actions and plugins.
        .target(
            name: "FasciaServer",
            dependencies: [
                "FasciaDocument", "FasciaModel", "FasciaScene", "FasciaRender", "FasciaInteraction", "FasciaWire",
                "FasciaPlugins", "FasciaAsk", "FasciaAccess", "FasciaYAML",
                "FasciaSystemd", "FasciaLoop", "FasciaStore", "CLinux",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "DequeModule", package: "swift-collections"),
            ], swiftSettings: strict),
        // For tests: operates views in process, or a panel at a daemon, as a user at a terminal would.
        .target(
            name: "FasciaTesting",
            dependencies: [
                "FasciaUI", "FasciaServer", "FasciaLoop", "FasciaClient", "FasciaDocument", "FasciaModel", "FasciaScene",
                "FasciaRender", "FasciaInteraction", "FasciaWire",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
            ], swiftSettings: strict),
        // The daemon as a process: options, signals, the socket, the state directory.
        .executableTarget(
            name: "fasciad",
            dependencies: [
                "FasciaServer", "FasciaDocument", "FasciaModel", "FasciaWire", "FasciaPlugins", "FasciaSystemd", "FasciaLoop",
                "FasciaStore", "CLinux",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: testable,
            linkerSettings: besidePrograms),
        // The commands of `fascia`, and the terminal.
        .target(
            name: "FasciaCommandLine",
            dependencies: [
                "FasciaAccess", "FasciaAgent", "FasciaAsk", "FasciaClient", "FasciaDocument", "FasciaInteraction",
                "FasciaYAML", "FasciaLoop", "FasciaModel", "FasciaPanel", "FasciaProcess", "FasciaRender", "FasciaSystemd",
                "FasciaTerminal", "FasciaWire", "CProcess", "CTerminal",
                "CLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: strict),
        .executableTarget(
            name: "fascia", dependencies: ["FasciaCommandLine"], swiftSettings: strict, linkerSettings: besidePrograms + withSwift
        ),
        // Writes the manual pages when Fascia is installed, from the help of the programs and the documentation.
        .executableTarget(name: "fascia-manual", swiftSettings: strict),
        // Apps written in FasciaUI.
        .executableTarget(
            name: "Counter", dependencies: ["FasciaUI"], path: "Sources/Examples/Counter", swiftSettings: strict),
        .executableTarget(
            name: "Height", dependencies: ["FasciaUI"], path: "Sources/Examples/Height", swiftSettings: strict),
        .executableTarget(
            name: "Gallery", dependencies: ["FasciaUI"], path: "Sources/Examples/Gallery", swiftSettings: strict),
        .executableTarget(
            name: "Pizza", dependencies: ["FasciaUI"], path: "Sources/Examples/Pizza", swiftSettings: strict),
        .executableTarget(
            name: "Rainbow", dependencies: ["FasciaUI"], path: "Sources/Examples/Rainbow", swiftSettings: strict),
        .executableTarget(
            name: "Standups", dependencies: ["FasciaUI"], path: "Sources/Examples/Standups", swiftSettings: strict),
        .executableTarget(
            name: "Tree", dependencies: ["FasciaUI"], path: "Sources/Examples/Tree", swiftSettings: strict),
        // Restores a terminal from inside a signal handler, where Swift must not run.
        .target(name: "CTerminal"),
        // For the benchmark: an epoll echo server and a service with sd-bus to compare with, and a load generator.
        .target(name: "CBench", dependencies: ["CSystemd"]),
        .executableTarget(
            name: "fascia-bench",
            dependencies: [
                "FasciaDocument", "FasciaWire", "CBench",
                // SQLite's commits, as a baseline.
                "FasciaStore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: strict),

        .target(
            name: "neon", dependencies: ["FasciaPluginKit"], path: "plugins/neon", exclude: ["neon.json"],
            swiftSettings: strict,
            linkerSettings: besidePlugins),

        .target(
            name: "ascii", dependencies: ["CFasciaPlugin"], path: "plugins/ascii", exclude: ["ascii.json"],
            publicHeadersPath: ".", cSettings: [.unsafeFlags(["-fvisibility=hidden"])],
            // In C, so that it needs no library of Swift, as the process that it runs in.
            linkerSettings: [.unsafeFlags(["-nostartfiles", "-static-stdlib"])]),

        .target(
            name: "primary", dependencies: ["FasciaPluginKit"], path: "plugins/primary", exclude: ["primary.json"],
            swiftSettings: strict,
            linkerSettings: besidePlugins),

        .target(
            name: "html", dependencies: ["FasciaPluginKit", "FasciaDocument", "FasciaScreens"], path: "plugins/html",
            exclude: ["html.json"], swiftSettings: strict,
            linkerSettings: besidePlugins),

        .target(
            name: "linear", dependencies: ["FasciaPluginKit", "FasciaDocument", "FasciaScreens"], path: "plugins/linear",
            exclude: ["linear.json"], swiftSettings: strict,
            linkerSettings: besidePlugins),

        .target(
            name: "svg", dependencies: ["FasciaPluginKit", "FasciaScreens"], path: "plugins/svg",
            exclude: ["svg.json"], swiftSettings: strict,
            linkerSettings: besidePlugins),

        .testTarget(name: "FasciaDocumentTests", dependencies: ["FasciaDocument"], swiftSettings: strict),
        .testTarget(
            name: "FasciaModelTests", dependencies: ["FasciaDocument", "FasciaModel", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FasciaSceneTests", dependencies: ["FasciaDocument", "FasciaModel", "FasciaScene", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "FasciaWireTests", dependencies: ["FasciaDocument", "FasciaModel", "FasciaScene", "FasciaWire", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "FasciaRenderTests",
            dependencies: [
                "FasciaDocument", "FasciaModel", "FasciaScene", "FasciaRender", "FasciaInteraction", "SceneTestSupport",
                "TestSupport",
            ],
            exclude: ["Fixtures"], swiftSettings: strict),
        .testTarget(
            name: "FasciaInteractionTests",
            dependencies: [
                "FasciaDocument", "FasciaModel", "FasciaScene", "FasciaRender", "FasciaInteraction", "SceneTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "FasciaUITests",
            dependencies: [
                "FasciaDocument", "FasciaModel", "FasciaScene", "FasciaRender", "FasciaInteraction", "FasciaWire", "FasciaUI",
                "FasciaTesting", "TestSupport", "TutorialPrograms",
                // Lets IssueReporting fail a test.
                .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
            ], swiftSettings: strict),
        // Programs as tutorials have them, written for SwiftUI.
        .target(
            name: "TutorialPrograms", dependencies: ["FasciaUI", "FasciaCombine", "FasciaCharts"],
            path: "Tests/TutorialPrograms",
            swiftSettings: [
                .swiftLanguageMode(.v5),
                .unsafeFlags([
                    "-module-alias", "SwiftUI=FasciaUI", "-module-alias", "Combine=FasciaCombine",
                    "-module-alias", "Charts=FasciaCharts", "-suppress-warnings",
                ]),
            ]),
        .testTarget(
            name: "FasciaTestingTests",
            dependencies: [
                "FasciaTesting", "FasciaUI", "FasciaClient", "FasciaDocument", "TestSupport",
                .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
            ], swiftSettings: strict),
        .testTarget(
            name: "FasciaPluginsTests",
            dependencies: [
                "FasciaDocument", "FasciaScene", "FasciaRender", "FasciaPlugins", "FasciaPluginKit", "CFasciaPlugin",
                "CPluginHost",
            ], exclude: ["Misbehaving", "Remembering", "Renderer"], swiftSettings: strict),
        .testTarget(
            name: "FasciaSystemdTests", dependencies: ["FasciaSystemd", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "FasciaLoopTests", dependencies: ["FasciaLoop", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FasciaStoreTests",
            dependencies: [
                "FasciaStore", "FasciaDocument", "FasciaModel", "FasciaWire", "TestSupport", "CSQLite",
            ], swiftSettings: strict),
        .testTarget(name: "FasciaTerminalTests", dependencies: ["FasciaTerminal", "FasciaDocument"], swiftSettings: strict),
        .testTarget(name: "FasciaProcessTests", dependencies: ["FasciaProcess"], swiftSettings: strict),
        .testTarget(name: "FasciaUnitsTests", dependencies: ["FasciaUnits", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FasciaPanelTests",
            dependencies: [
                "FasciaPanel", "FasciaAgent", "FasciaClient", "FasciaMatching", "FasciaUnits", "FasciaDocument", "FasciaWire",
                "FasciaYAML", "FasciaProcess", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "FasciaAccessTests",
            dependencies: ["FasciaAccess", "FasciaModel", "FasciaWire", "FasciaYAML", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FasciaAskTests",
            dependencies: [
                "FasciaAsk", "FasciaDocument", "FasciaModel", "FasciaInteraction", "FasciaRender",
                "TestSupport",
            ], exclude: ["Recorded"],
            swiftSettings: strict),
        .testTarget(
            name: "FasciaClientTests",
            dependencies: ["FasciaClient", "FasciaDocument", "FasciaModel", "FasciaWire", "TestSupport"],
            swiftSettings: strict),
        // The daemon's components in the test's own process, without a socket.
        .testTarget(
            name: "FasciaServerTests",
            dependencies: [
                "FasciaServer", "FasciaAccess", "FasciaDocument", "FasciaModel", "FasciaScene", "FasciaInteraction",
                "FasciaPlugins", "FasciaRender", "FasciaWire", "FasciaLoop", "FasciaStore", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: strict),
        // The daemon and the command line as real processes over a real socket.
        .testTarget(
            name: "DaemonTests",
            dependencies: ["TestSupport", "FasciaWire", "FasciaDocument", "FasciaModel", "FasciaStore"],
            exclude: ["Emulator/emulator.py", "Emulator/cells.py", "Emulator/terminals.py"], swiftSettings: strict),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "FasciaCommandLine", "FasciaAgent", "FasciaClient", "FasciaDocument", "FasciaModel", "FasciaTerminal",
                "TestSupport",
                "FasciaWire",
            ],
            swiftSettings: strict),
        // Apps in the test's own process, connected to a real daemon.
        .testTarget(
            name: "AppTests",
            dependencies: [
                "FasciaUI", "FasciaClient", "FasciaTesting", "FasciaDocument", "FasciaModel", "FasciaWire", "TestSupport",
                .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
            ], swiftSettings: strict),
        // The examples as real processes at a real daemon, and their views in the test's own process.
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "Counter", "Gallery", "Height", "Pizza", "Rainbow", "Standups", "Tree", "FasciaUI", "FasciaTesting",
                "FasciaDocument", "FasciaPanel", "TestSupport",
                .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
            ], exclude: ["Captures", "Browser/browser.py"], swiftSettings: strict),
        // Starts daemons and other processes, and waits for their output.
        .target(
            name: "TestSupport",
            dependencies: ["FasciaDocument", "FasciaModel", "FasciaWire", "CProcess", "CTestSupport"],
            path: "Tests/TestSupport", swiftSettings: strict),
        // Builds elements and scenes for tests of layout, painting and interaction.
        .target(
            name: "SceneTestSupport", dependencies: ["FasciaDocument", "FasciaModel", "FasciaScene", "FasciaRender"],
            path: "Tests/SceneTestSupport", swiftSettings: strict),
        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
