// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Signs in to the health authority's console for 12 hours; what of the three is wrong is not told.
    package static let signInToHealth = Endpoint<RoleCredentialsBody, SessionBody>(
        "signInToHealth", .post, "/api/session/health",
        "Signs in to the health authority's console for 12 hours; what of the three is wrong is not told.", status: 201)
    /// Lists what became of the codes.
    package static let exposureCodes = Endpoint<NoBody, ExposureCodesBody>(
        "exposureCodes", .get, "/api/health/codes", "Lists what became of the codes.", needsRole: .health)
    /// Issues a code, which is told this once.
    package static let issueCode = Endpoint<NoBody, IssuedCodeBody>(
        "issueCode", .post, "/api/health/codes", "Issues a code, which is told this once.", needsRole: .health,
        status: 201)
    /// Withdraws a code that waits; `restoreCode` undoes it.
    package static let withdrawCode = Endpoint<NoBody, NoBody>(
        "withdrawCode", .delete, "/api/health/codes/{id}", "Withdraws a code that waits; `restoreCode` undoes it.",
        needsRole: .health)
    /// Makes a withdrawn code wait again, for as long as it would have.
    package static let restoreCode = Endpoint<NoBody, NoBody>(
        "restoreCode", .post, "/api/health/codes/{id}/restore",
        "Makes a withdrawn code wait again, for as long as it would have.", needsRole: .health)
    /// Keeps the day of the onset beside a code that waits: the report then reaches back to two days before it.
    package static let setCodeOnset = Endpoint<CodeOnsetBody, NoBody>(
        "setCodeOnset", .put, "/api/health/codes/{id}/onset",
        "Keeps the day of the onset beside a code that waits: the report then reaches back to two days before it.",
        needsRole: .health)
    /// Lists the cases of the last weeks.
    package static let healthCases = Endpoint<NoBody, HealthCasesBody>(
        "healthCases", .get, "/api/health/cases", "Lists the cases of the last weeks.", needsRole: .health)
    /// Registers a case from a phone's QR code, to be decided.
    package static let registerCase = Endpoint<CaseTextBody, RegisteredCaseBody>(
        "registerCase", .post, "/api/health/cases", "Registers a case from a phone's QR code, to be decided.",
        needsRole: .health, status: 201)
    /// Approves a case: its key is published with the next batch and deleted here.
    package static let approveCase = Endpoint<NoBody, HealthCaseBody>(
        "approveCase", .post, "/api/health/cases/{id}/approve",
        "Approves a case: its key is published with the next batch and deleted here.", needsRole: .health)
    /// Rejects a case: its key is deleted.
    package static let rejectCase = Endpoint<NoBody, HealthCaseBody>(
        "rejectCase", .post, "/api/health/cases/{id}/reject", "Rejects a case: its key is deleted.", needsRole: .health)
    /// Tells how the anomaly brake stands.
    package static let brake = Endpoint<NoBody, BrakeBody>(
        "brake", .get, "/api/health/brake", "Tells how the anomaly brake stands.", needsRole: .health)
    /// Lets the uploads that are held be published.
    package static let releaseHeld = Endpoint<NoBody, BrakeBody>(
        "releaseHeld", .post, "/api/health/brake/release", "Lets the uploads that are held be published.",
        needsRole: .health)
    /// Deletes the uploads that are held.
    package static let discardHeld = Endpoint<NoBody, BrakeBody>(
        "discardHeld", .post, "/api/health/brake/discard", "Deletes the uploads that are held.", needsRole: .health)
    /// Lists who of the staff did what and when.
    package static let audit = Endpoint<NoBody, AuditBody>(
        "audit", .get, "/api/health/audit", "Lists who of the staff did what and when.", needsRole: .health)

    /// These, in the order in which documents list them.
    static let healthRoutes: [Route] = [
        signInToHealth.route, exposureCodes.route, issueCode.route, withdrawCode.route, restoreCode.route,
        setCodeOnset.route, healthCases.route, registerCase.route, approveCase.route, rejectCase.route, brake.route,
        releaseHeld.route, discardHeld.route, audit.route,
    ]
}
