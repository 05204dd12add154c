import Synchronization

/// The colours of UIKit and AppKit by their names. A terminal has one background, so those of backgrounds are clear.
public struct UIColor: Hashable, Sendable {
    let color: Color
    public init(_ color: Color) { self.color = color }
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        color = Color(red: red, green: green, blue: blue, opacity: alpha)
    }
    public init(white: CGFloat, alpha: CGFloat) { color = Color(white: white, opacity: alpha) }
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor { UIColor(color.opacity(alpha)) }

    public static let label = UIColor(.primary), labelColor = label, textColor = label, controlTextColor = label
    public static let secondaryLabel = UIColor(.secondary), secondaryLabelColor = secondaryLabel
    public static let tertiaryLabel = UIColor(.secondary.opacity(0.6)), tertiaryLabelColor = tertiaryLabel
    public static let quaternaryLabel = UIColor(.secondary.opacity(0.4)), quaternaryLabelColor = quaternaryLabel
    public static let placeholderText = UIColor(.secondary), placeholderTextColor = placeholderText
    public static let link = UIColor(.blue), linkColor = link, tintColor = UIColor(.accentColor), controlAccentColor = tintColor
    public static let separator = UIColor(.secondary), separatorColor = separator, opaqueSeparator = separator
    public static let systemBackground = UIColor(.clear), secondarySystemBackground = systemBackground
    public static let tertiarySystemBackground = systemBackground, systemGroupedBackground = systemBackground
    public static let secondarySystemGroupedBackground = systemBackground, tertiarySystemGroupedBackground = systemBackground
    public static let windowBackgroundColor = systemBackground, controlBackgroundColor = systemBackground
    public static let textBackgroundColor = systemBackground, underPageBackgroundColor = systemBackground
    public static let systemFill = UIColor(.gray.opacity(0.3)), secondarySystemFill = UIColor(.gray.opacity(0.25))
    public static let tertiarySystemFill = UIColor(.gray.opacity(0.2)), quaternarySystemFill = UIColor(.gray.opacity(0.15))
    public static let red = UIColor(.red), systemRed = red, orange = UIColor(.orange), systemOrange = orange
    public static let yellow = UIColor(.yellow), systemYellow = yellow, green = UIColor(.green), systemGreen = green
    public static let mint = UIColor(.mint), systemMint = mint, teal = UIColor(.teal), systemTeal = teal
    public static let cyan = UIColor(.cyan), systemCyan = cyan, blue = UIColor(.blue), systemBlue = blue
    public static let indigo = UIColor(.indigo), systemIndigo = indigo, purple = UIColor(.purple), systemPurple = purple
    public static let pink = UIColor(.pink), systemPink = pink, brown = UIColor(.brown), systemBrown = brown
    public static let gray = UIColor(.gray), systemGray = gray, systemGray2 = UIColor(.gray.opacity(0.8))
    public static let systemGray3 = UIColor(.gray.opacity(0.6)), systemGray4 = UIColor(.gray.opacity(0.45))
    public static let systemGray5 = UIColor(.gray.opacity(0.3)), systemGray6 = UIColor(.gray.opacity(0.2))
    public static let white = UIColor(.white), black = UIColor(.black), clear = UIColor(.clear)
    public static let lightGray = UIColor(Color(white: 2 / 3)), darkGray = UIColor(Color(white: 1 / 3))
}

public typealias NSColor = UIColor
/// What `#colorLiteral(…)` makes.
public typealias _ColorLiteralType = UIColor

extension UIColor: _ExpressibleByColorLiteral {
    public init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
        self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
    }
}

extension Color {
    public init(_ color: UIColor) { self = color.color }
    public init(uiColor: UIColor) { self = uiColor.color }
    public init(nsColor: UIColor) { self = nsColor.color }

    /// The colours that `Color("Name")` finds: what Xcode keeps in a catalogue of assets. To be set before views are made.
    public static var assets: [String: Color] {
        get { assetTable.withLock { $0 } }
        set { assetTable.withLock { $0 = newValue } }
    }

    private static let assetTable = Mutex<[String: Color]>([:])

    /// A colour of `Color.assets`. One that is not there is no colour in an area and the usual one in a text, and is
    /// reported.
    public init(_ name: String, bundle: Bundle? = nil) { self = Self.assets[name] ?? Color(missing: name) }
}
