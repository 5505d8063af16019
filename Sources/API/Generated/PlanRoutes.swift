// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Gives a venue's plan as it is in force, and the draft that its operators work on.
    package static let operatorPlan = Endpoint<NoBody, OperatorPlanBody>(
        "operatorPlan", .get, "/api/operator/{venue}/plan",
        "Gives a venue's plan as it is in force, and the draft that its operators work on.", needsRole: .operator)
    /// Keeps a draft in place of the one before, faults and all, and says what is wrong with it.
    package static let savePlanDraft = Endpoint<PlanDocumentBody, PlanDraftBody>(
        "savePlanDraft", .put, "/api/operator/{venue}/plan/draft",
        "Keeps a draft in place of the one before, faults and all, and says what is wrong with it.", query: ["onto"],
        needsRole: .operator, bodyBytes: 4_194_304)
    /// Throws the draft away.
    package static let discardPlanDraft = Endpoint<NoBody, PlanDraftBody>(
        "discardPlanDraft", .delete, "/api/operator/{venue}/plan/draft", "Throws the draft away.", needsRole: .operator)
    /// Tells what publishing the draft would change, and what would end with it.
    package static let planDifferences = Endpoint<NoBody, PlanDifferencesBody>(
        "planDifferences", .get, "/api/operator/{venue}/plan/differences",
        "Tells what publishing the draft would change, and what would end with it.", needsRole: .operator)
    /// Puts the draft in force; beacons that stay keep their keys, and those of new ones are told to nobody.
    package static let publishPlan = Endpoint<PlanNoteBody, OperatorPlanBody>(
        "publishPlan", .post, "/api/operator/{venue}/plan/publish",
        "Puts the draft in force; beacons that stay keep their keys, and those of new ones are told to nobody.",
        needsRole: .operator)
    /// Lists the versions of a venue's plan, the newest first.
    package static let planVersions = Endpoint<NoBody, PlanVersionsBody>(
        "planVersions", .get, "/api/operator/{venue}/plan/versions",
        "Lists the versions of a venue's plan, the newest first.", needsRole: .operator)
    /// Gives a version of a venue's plan.
    package static let planVersion = Endpoint<NoBody, PlanVersionDocumentBody>(
        "planVersion", .get, "/api/operator/{venue}/plan/versions/{planVersion}", "Gives a version of a venue's plan.",
        needsRole: .operator)
    /// Puts an older version in force again, as a new one.
    package static let restorePlanVersion = Endpoint<NoBody, OperatorPlanBody>(
        "restorePlanVersion", .post, "/api/operator/{venue}/plan/versions/{planVersion}/restore",
        "Puts an older version in force again, as a new one.", needsRole: .operator)
    /// Gives a version as a venue file, with the offers of today of the shops that it has.
    package static let planVersionFile = Route(
        "planVersionFile", .get, "/api/operator/{venue}/plan/versions/{planVersion}/file",
        "Gives a version as a venue file, with the offers of today of the shops that it has.", needsRole: .operator,
        answer: .text(mediaType: "application/json"))
    /// Keeps a picture to lie under the plan; a JPEG, a PNG or a WebP of 40 megapixels at most, of which only the
    /// picture is kept.
    package static let addPlanPicture = Route(
        "addPlanPicture", .put, "/api/operator/{venue}/plan/picture",
        "Keeps a picture to lie under the plan; a JPEG, a PNG or a WebP of 40 megapixels at most, of which only the picture is kept.",
        needsRole: .operator, upload: "application/octet-stream", bodyBytes: 8_388_608,
        answer: .json(PlanPictureBody.schema))
    /// Gives a picture that lies under a venue's plan; what is at one address never changes.
    package static let venuePicture = Route(
        "venuePicture", .get, "/api/venues/{uuid}/pictures/{photo}",
        "Gives a picture that lies under a venue's plan; what is at one address never changes.",
        answer: .text(mediaType: "image/jpeg"))

    /// These, in the order in which documents list them.
    static let planRoutes: [Route] = [
        operatorPlan.route, savePlanDraft.route, discardPlanDraft.route, planDifferences.route, publishPlan.route,
        planVersions.route, planVersion.route, restorePlanVersion.route, planVersionFile, addPlanPicture, venuePicture,
    ]
}
