import HTTPTypes

extension Routes {
    /// Keeps an onset beside a code.
    public static let setCodeOnset = Endpoint<CodeOnsetBody, NoBody>(
        "setCodeOnset", .put, "/api/health/codes/{id}/onset",
        "Keeps the day of the onset beside a code that waits: the report then reaches back to two days before it.",
        needsRole: .health, problems: [.exposureUnknownCode])
}
