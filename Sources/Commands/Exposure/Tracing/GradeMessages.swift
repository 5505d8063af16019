import Basics
import Exposure
import Phone
import Strings

extension ExposureDay {
    /// The day with its grade, its minutes and its probability.
    func phrase(in calendar: PersonCalendar) -> Phrase {
        ExposureStrings.dayExposure(
            day: calendar.phrase(day), grade: grade.phrase, minutes: "\(minutes)", percent: "\(probability)")
    }
}

extension RiskGrade {
    fileprivate var phrase: Phrase {
        switch self {
        case .low: ExposureStrings.gradeLow
        case .medium: ExposureStrings.gradeMedium
        case .high: ExposureStrings.gradeHigh
        }
    }
}

extension TracingStoreError {
    /// Why the store of tracing cannot be used.
    package var phrase: any Speakable {
        switch self {
        case .absent: ExposureStrings.storeAbsent
        case .notAStore: ExposureStrings.storeForeign
        case .damaged(let reason): ExposureStrings.storeDamaged(reason: reason)
        case .keyMissing: ExposureStrings.storeKeyMissing
        case .wrongKey: ExposureStrings.storeWrongKey
        case .newer(let version): ExposureStrings.storeNewer(format: version)
        case .changedMeanwhile: ExposureStrings.storeChangedMeanwhile
        // What the system or a keyring says stays as it is said.
        case .keyStore, .inaccessible: description
        }
    }
}

extension BatchGap.Reason {
    /// What was wrong, in a few words.
    var phrase: Phrase {
        switch self {
        case .unreachable: ExposureStrings.gapUnreachable
        case .refused: ExposureStrings.gapRefused
        case .malformed: ExposureStrings.gapMalformed
        case .clock: ExposureStrings.gapClock
        case .signature: ExposureStrings.gapSignature
        case .batch: ExposureStrings.gapBatch
        case .wrongBatch: ExposureStrings.gapWrongBatch
        case .withheld: ExposureStrings.gapWithheld
        }
    }
}

extension SyncFailure {
    /// Why a synchronisation ended early.
    package var phrase: any Speakable {
        switch self {
        case .nothingToCompare: ExposureStrings.failureNothing
        case .server(.later(let seconds)): ExposureStrings.failureLater(seconds: seconds)
        case .server(.unreachable(let reason)), .server(.malformed(let reason)): reason
        case .server(.refused(let status)): ExposureStrings.failureRefused(status: status)
        case .clock(let difference) where difference > 0: ExposureStrings.failureClockAhead(seconds: difference)
        case .clock(let difference): ExposureStrings.failureClockBehind(seconds: -difference)
        case .signature: ExposureStrings.failureSignature
        case .batch: ExposureStrings.failureBatch
        case .wrongBatch: ExposureStrings.failureWrongBatch
        case .withheld(let release): ExposureStrings.failureWithheld(release: release.rfc3339)
        case .changedKey: ExposureStrings.failureChangedKey
        case .unusableKey: ExposureStrings.failureUnusableKey
        case .store(let error): ExposureStrings.failureStore(reason: error.phrase)
        }
    }
}
