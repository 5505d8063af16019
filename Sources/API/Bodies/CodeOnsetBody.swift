/// The day on which symptoms began, to be kept beside a code that waits.
public struct CodeOnsetBody: APIBody {
    /// The UTC day; nil forgets one that was entered.
    public var onset: String?

    /// The day on which symptoms began, or none.
    public init(onset: String?) {
        self.onset = onset
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "CodeOnset", "The day on which symptoms began, to be kept beside a code that waits.",
        [
            .optional(
                "onset", .day,
                "The UTC day, of the last 21, such as `2026-11-18`; missing to forget one that was entered.")
        ])
    /// An example with every optional property present.
    public static let example = CodeOnsetBody(onset: "2026-11-18")
}
