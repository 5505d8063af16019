// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Gives a venue's radio map, as its file; what was given before is told by an entity tag.
    package static let venueRadioMap = Route(
        "venueRadioMap", .get, "/api/venues/{uuid}/radio-map",
        "Gives a venue's radio map, as its file; what was given before is told by an entity tag.",
        answer: .text(mediaType: "application/json"))
    /// Lists the versions of a venue's radio map, the newest first.
    package static let radioMapVersions = Endpoint<NoBody, RadioMapVersionsBody>(
        "radioMapVersions", .get, "/api/operator/{venue}/radio-map",
        "Lists the versions of a venue's radio map, the newest first.", needsRole: .operator)
    /// Puts the radio map of a file in force, of at most 4 MiB, in place of the one before.
    package static let putRadioMap = Route(
        "putRadioMap", .put, "/api/operator/{venue}/radio-map",
        "Puts the radio map of a file in force, of at most 4 MiB, in place of the one before.", needsRole: .operator,
        upload: "application/json", bodyBytes: 4_194_304, answer: .json(RadioMapVersionsBody.schema))
    /// Takes a venue's radio map out of force; its versions stay.
    package static let removeRadioMap = Endpoint<NoBody, RadioMapVersionsBody>(
        "removeRadioMap", .delete, "/api/operator/{venue}/radio-map",
        "Takes a venue's radio map out of force; its versions stay.", needsRole: .operator)
    /// Adds the survey of a file up with the radio map in force; where there is none, it becomes the map.
    package static let addRadioSurvey = Route(
        "addRadioSurvey", .post, "/api/operator/{venue}/radio-map/surveys",
        "Adds the survey of a file up with the radio map in force; where there is none, it becomes the map.",
        needsRole: .operator, upload: "application/json", bodyBytes: 4_194_304,
        answer: .json(RadioMapVersionsBody.schema))
    /// Puts an older version of the radio map in force again, as a new one.
    package static let restoreRadioMap = Endpoint<NoBody, RadioMapVersionsBody>(
        "restoreRadioMap", .post, "/api/operator/{venue}/radio-map/versions/{planVersion}/restore",
        "Puts an older version of the radio map in force again, as a new one.", needsRole: .operator)
    /// Tells by how much visitors' phones hear beacons otherwise than the radio map says, where enough of them agree.
    package static let radioRefinement = Endpoint<NoBody, RadioRefinementBody>(
        "radioRefinement", .get, "/api/operator/{venue}/radio-map/refinement",
        "Tells by how much visitors' phones hear beacons otherwise than the radio map says, where enough of them agree.",
        needsRole: .operator)
    /// Corrects the radio map in force by that, or does so no more; it ends with the map.
    package static let setRadioRefinement = Endpoint<RadioRefinementChoiceBody, RadioRefinementBody>(
        "setRadioRefinement", .put, "/api/operator/{venue}/radio-map/refinement",
        "Corrects the radio map in force by that, or does so no more; it ends with the map.", needsRole: .operator)
    /// Takes, without a session, by how much a phone heard one beacon otherwise than the radio map says; one a day.
    package static let reportRadioResidual = Endpoint<RadioResidualBody, NoBody>(
        "reportRadioResidual", .post, "/api/radio-map/residuals",
        "Takes, without a session, by how much a phone heard one beacon otherwise than the radio map says; one a day.")

    /// These, in the order in which documents list them.
    static let radioMapRoutes: [Route] = [
        venueRadioMap, radioMapVersions.route, putRadioMap, removeRadioMap.route, addRadioSurvey, restoreRadioMap.route,
        radioRefinement.route, setRadioRefinement.route, reportRadioResidual.route,
    ]
}
