/// Declares the same for any string in place of the `LocalizedStringKey`. A literal is a key.
@attached(peer, names: overloaded)
macro AnyTitle() = #externalMacro(module: "FasciaMacros", type: "AnyTitleMacro")
