// SwiftUI modifiers for on-screen keyboards and field styles. They are accepted, so that views compile unchanged, and
// have no effect.

public enum UIKeyboardType: Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress
    case decimalPad, twitter, webSearch, asciiCapableNumberPad
}

public struct UITextContentType: Hashable, Sendable {
    let name: String
    public static let name = UITextContentType(name: "name"), username = UITextContentType(name: "username")
    public static let password = UITextContentType(name: "password"), newPassword = UITextContentType(name: "newPassword")
    public static let oneTimeCode = UITextContentType(name: "oneTimeCode")
    public static let emailAddress = UITextContentType(name: "emailAddress")
    public static let telephoneNumber = UITextContentType(name: "telephoneNumber"), URL = UITextContentType(name: "URL")
}

public struct TextInputAutocapitalization: Hashable, Sendable {
    let name: String
    public static let never = Self(name: "never"), words = Self(name: "words"), sentences = Self(name: "sentences")
    public static let characters = Self(name: "characters")
}

public struct SubmitLabel: Hashable, Sendable {
    let name: String
    public static let done = Self(name: "done"), go = Self(name: "go"), send = Self(name: "send"), join = Self(name: "join")
    public static let route = Self(name: "route"), search = Self(name: "search"), `return` = Self(name: "return")
    public static let next = Self(name: "next"), `continue` = Self(name: "continue")
}
