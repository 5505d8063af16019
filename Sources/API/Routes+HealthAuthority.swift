import HTTPTypes

extension Routes {
    /// The console of the health authority.
    static let healthAuthority: [Route] = [
        signInToHealth.route, exposureCodes.route, issueCode.route, withdrawCode.route, restoreCode.route,
        setCodeOnset.route,
        healthCases.route, registerCase.route, approveCase.route, rejectCase.route, brake.route, releaseHeld.route,
        discardHeld.route, audit.route, healthPublications.route, publish.route, republish.route, unpublish.route,
        restorePublication.route, orderPublications.route,
    ]

    /// Signs in to the health authority's console.
    public static let signInToHealth = Endpoint<RoleCredentialsBody, SessionBody>(
        "signInToHealth", .post, "/api/session/health",
        "Signs in to the health authority's console for 12 hours; what of the three is wrong is not told.", status: 201,
        problems: [.accountsWrongCredentials, .requestTooManyAttempts])

    /// Lists what became of the codes.
    public static let exposureCodes = Endpoint<NoBody, ExposureCodesBody>(
        "exposureCodes", .get, "/api/health/codes", "Lists what became of the codes.", needsRole: .health)
    /// Issues a code.
    public static let issueCode = Endpoint<NoBody, IssuedCodeBody>(
        "issueCode", .post, "/api/health/codes", "Issues a code, which is told this once.", needsRole: .health,
        status: 201)
    /// Withdraws a code.
    public static let withdrawCode = Endpoint<NoBody, NoBody>(
        "withdrawCode", .delete, "/api/health/codes/{id}", "Withdraws a code that waits; `restoreCode` undoes it.",
        needsRole: .health, problems: [.exposureUnknownCode])
    /// Makes a withdrawn code wait again.
    public static let restoreCode = Endpoint<NoBody, NoBody>(
        "restoreCode", .post, "/api/health/codes/{id}/restore",
        "Makes a withdrawn code wait again, for as long as it would have.", needsRole: .health,
        problems: [.exposureUnknownCode])

    /// Lists the cases.
    public static let healthCases = Endpoint<NoBody, HealthCasesBody>(
        "healthCases", .get, "/api/health/cases", "Lists the cases of the last weeks.", needsRole: .health)
    /// Registers a case from a phone's QR code.
    public static let registerCase = Endpoint<CaseTextBody, RegisteredCaseBody>(
        "registerCase", .post, "/api/health/cases", "Registers a case from a phone's QR code, to be decided.",
        needsRole: .health, status: 201, problems: [.exposureInvalidCase, .exposureAlreadyReported])
    /// Approves a case.
    public static let approveCase = Endpoint<NoBody, HealthCaseBody>(
        "approveCase", .post, "/api/health/cases/{id}/approve",
        "Approves a case: its key is published with the next batch and deleted here.", needsRole: .health,
        problems: [.exposureUnknownCase])
    /// Rejects a case.
    public static let rejectCase = Endpoint<NoBody, HealthCaseBody>(
        "rejectCase", .post, "/api/health/cases/{id}/reject", "Rejects a case: its key is deleted.",
        needsRole: .health, problems: [.exposureUnknownCase])

    /// Tells how the anomaly brake stands.
    public static let brake = Endpoint<NoBody, BrakeBody>(
        "brake", .get, "/api/health/brake", "Tells how the anomaly brake stands.", needsRole: .health)
    /// Releases the uploads that the brake holds.
    public static let releaseHeld = Endpoint<NoBody, BrakeBody>(
        "releaseHeld", .post, "/api/health/brake/release", "Lets the uploads that are held be published.",
        needsRole: .health)
    /// Discards the uploads that the brake holds.
    public static let discardHeld = Endpoint<NoBody, BrakeBody>(
        "discardHeld", .post, "/api/health/brake/discard", "Deletes the uploads that are held.", needsRole: .health)
    /// Lists who did what.
    public static let audit = Endpoint<NoBody, AuditBody>(
        "audit", .get, "/api/health/audit", "Lists who of the staff did what and when.", needsRole: .health)

    /// Lists news or questions for the console.
    public static let healthPublications = Endpoint<NoBody, PublicationsBody>(
        "healthPublications", .get, "/api/health/publications/{kind}", "Lists `news` or `questions` for the console.",
        needsRole: .health, problems: [.publicationUnknown])
    /// Publishes a piece of news or a question.
    public static let publish = Endpoint<PublicationDraftBody, PublicationBody>(
        "publish", .post, "/api/health/publications/{kind}", "Publishes a piece of news or a question.",
        needsRole: .health, status: 201, problems: [.publicationUnknown])
    /// Changes a piece of news or a question.
    public static let republish = Endpoint<PublicationDraftBody, PublicationBody>(
        "republish", .put, "/api/health/publications/{kind}/{id}", "Changes a piece of news or a question.",
        needsRole: .health, problems: [.publicationUnknown])
    /// Deletes a piece of news or a question.
    public static let unpublish = Endpoint<NoBody, NoBody>(
        "unpublish", .delete, "/api/health/publications/{kind}/{id}",
        "Deletes a piece of news or a question; `restorePublication` undoes it.", needsRole: .health,
        problems: [.publicationUnknown])
    /// Restores a piece of news or a question that was deleted.
    public static let restorePublication = Endpoint<NoBody, PublicationBody>(
        "restorePublication", .post, "/api/health/publications/{kind}/{id}/restore",
        "Restores a piece of news or a question that was deleted.", needsRole: .health, problems: [.publicationUnknown])
    /// Orders news or questions.
    public static let orderPublications = Endpoint<PublicationOrderBody, PublicationsBody>(
        "orderPublications", .put, "/api/health/publication-order/{kind}", "Orders `news` or `questions`.",
        needsRole: .health, problems: [.publicationUnknown])
}
