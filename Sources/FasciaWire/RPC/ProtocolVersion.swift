/// The version of the protocol that this module speaks.
public enum ProtocolVersion {
    public static let current = 1
}
