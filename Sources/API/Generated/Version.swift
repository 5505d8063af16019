// Written by `make api` from the table in API/; edit that, not this.

/// What this program is, as the file VERSION says.
package enum CercaVersion {
    /// The version, such as `1.2.3`.
    package static let text = "0.2.0"
}
