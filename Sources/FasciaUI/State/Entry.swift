/// Adds a value to the environment: in an extension of `EnvironmentValues`,
///
///     @Entry var caption = "none"
///
/// stands for an `EnvironmentKey` with that default value and a property that reads and writes it. The default value is
/// made each time that it is asked for, but where no type is written and the value is no literal.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro Entry() = #externalMacro(module: "FasciaMacros", type: "EntryMacro")
