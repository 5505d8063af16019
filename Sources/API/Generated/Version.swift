// Written by `make api` from the table in API/; edit that, not this.

/// What this program is, as the file VERSION says.
public enum CercaVersion {
    /// The version, such as `1.2.3`.
    public static let text = "0.2.0"
}
