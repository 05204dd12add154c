/// Adds a value to the environment. In an extension of `EnvironmentValues`,
///
///     @Entry var caption = "none"
///
/// declares an `EnvironmentKey` with that default value, and a property that reads and writes it. The default value is
/// evaluated at each access, unless the type is omitted and the value is not a literal. Then it is evaluated once.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro Entry() = #externalMacro(module: "FasciaMacros", type: "EntryMacro")
