/// What is shown in place of a secret.
public enum SecretText {
    /// Bullets, whose number does not tell how long the secret is; nothing if that is empty.
    public static func shown(_ text: String) -> String { text.isEmpty ? "" : "••••••••" }
}
