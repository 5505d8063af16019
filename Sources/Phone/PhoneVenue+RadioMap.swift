import Proximity
import RadioMaps

extension PhoneVenue {
    /// What of the plan a radio map depends on.
    package var surveyedPlan: SurveyedPlan {
        SurveyedPlan(
            venue: uuid, width: width, height: height, beacons: beacons.mapValues(\.position), walls: walls)
    }

    /// Takes a radio map into use if it was made on the plan that the venue has now; else what was in use ends, and the
    /// answer says why not.
    @discardableResult
    package mutating func use(_ map: RadioMapFile) -> RadioMapFile.Fit {
        let fit = map.fit(surveyedPlan)
        radioMap =
            fit == .fits
            ? RadioMap(map.survey, walls: walls)?.corrected(by: map.corrections.mapValues { Double($0) }) : nil
        radioMapNumber = fit == .fits ? map.number : 0
        return fit
    }

    /// Takes the radio map of a document into use if it is one, of this venue and its plan.
    mutating func use(_ document: String) {
        guard let map = try? RadioMapFile(Array(document.utf8)) else { return }
        use(map)
    }
}
