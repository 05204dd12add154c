// SwiftUI modifiers for on-screen keyboards and field styles. They are accepted, so that views compile unchanged, and
// have no effect.

public enum UIKeyboardType: Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress
    case decimalPad, twitter, webSearch, asciiCapableNumberPad
}

public struct UITextContentType: Hashable, Sendable {
    let name: String
    public static let name = UITextContentType(name: "name")
    public static let username = UITextContentType(name: "username")
    public static let password = UITextContentType(name: "password")
    public static let newPassword = UITextContentType(name: "newPassword")
    public static let oneTimeCode = UITextContentType(name: "oneTimeCode")
    public static let emailAddress = UITextContentType(name: "emailAddress")
    public static let telephoneNumber = UITextContentType(name: "telephoneNumber")
    public static let URL = UITextContentType(name: "URL")
}

public struct TextInputAutocapitalization: Hashable, Sendable {
    let name: String
    public static var never: Self { Self(name: "never") }
    public static var words: Self { Self(name: "words") }
    public static var sentences: Self { Self(name: "sentences") }
    public static var characters: Self { Self(name: "characters") }
}

public struct SubmitLabel: Hashable, Sendable {
    let name: String
    public static var done: Self { Self(name: "done") }
    public static var go: Self { Self(name: "go") }
    public static var send: Self { Self(name: "send") }
    public static var join: Self { Self(name: "join") }
    public static var route: Self { Self(name: "route") }
    public static var search: Self { Self(name: "search") }
    public static var `return`: Self { Self(name: "return") }
    public static var next: Self { Self(name: "next") }
    public static var `continue`: Self { Self(name: "continue") }
}

/// Gauge styles. They all look the same.
public protocol GaugeStyle {}
public struct DefaultGaugeStyle: GaugeStyle { public init() {} }
public struct LinearCapacityGaugeStyle: GaugeStyle { public init() {} }
public struct AccessoryLinearGaugeStyle: GaugeStyle { public init() {} }
public struct AccessoryCircularGaugeStyle: GaugeStyle { public init() {} }

extension GaugeStyle where Self == DefaultGaugeStyle { public static var automatic: Self { Self() } }
extension GaugeStyle where Self == LinearCapacityGaugeStyle { public static var linearCapacity: Self { Self() } }
extension GaugeStyle where Self == AccessoryLinearGaugeStyle { public static var accessoryLinear: Self { Self() } }
extension GaugeStyle where Self == AccessoryCircularGaugeStyle { public static var accessoryCircular: Self { Self() } }

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: there is no on-screen keyboard")
    public func keyboardType(_ type: UIKeyboardType) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is no on-screen keyboard")
    public func textContentType(_ type: UITextContentType?) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is no on-screen keyboard")
    public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is no on-screen keyboard")
    public func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is no on-screen keyboard")
    public func disableAutocorrection(_ disable: Bool?) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is no on-screen keyboard")
    public func submitLabel(_ label: SubmitLabel) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: forms, lists, tabs, fields and gauges have one look")
    public func gaugeStyle<S: GaugeStyle>(_ style: S) -> some View { self }
}
