/// Colours of a drawing on a terminal, or none.
public enum Ink: Sendable {
    /// What rose, or is bought.
    case gain
    /// What fell, or is sold.
    case loss
    /// What only frames the rest.
    case faint

    /// `text` in this colour (ECMA-48, SGR), or as it is.
    public func draw(_ text: String, isColoured: Bool) -> String {
        guard isColoured, !text.isEmpty else { return text }
        let code =
            switch self {
            case .gain: "32"
            case .loss: "31"
            case .faint: "2"
            }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}
