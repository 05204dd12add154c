// SwiftUI modifiers for on-screen keyboards and field styles. They are accepted, so that views compile unchanged, and
// have no effect.

public enum UIKeyboardType: Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress
    case decimalPad, twitter, webSearch, asciiCapableNumberPad
}

public enum UITextContentType: Hashable, Sendable {
    case name, namePrefix, givenName, middleName, familyName, nickname, jobTitle, organizationName, location, fullStreetAddress
    case streetAddressLine1, streetAddressLine2, addressCity, addressState, postalCode, countryName, telephoneNumber
    case emailAddress, URL, creditCardNumber, username, password, newPassword, oneTimeCode, birthdate, dateTime
}

public enum TextInputAutocapitalization: Hashable, Sendable { case never, words, sentences, characters }

public enum SubmitLabel: Hashable, Sendable { case done, go, send, join, route, search, `return`, next, `continue` }
