import API
import AnonymousCredentials
import Basics
import Beacons
import Loyalty

extension PhoneStays {
    /// Shows the stays whose instant has come, in nobody's name; throws when the file cannot be written.
    ///
    /// A request for the credential that a stay brings cannot be stored. While the process lives, a lost answer is asked for
    /// again with the same one. The next process shows the same stay with another, which is refused if the first one had
    /// arrived: then that day is lost.
    func showStays(_ key: [UInt8], at now: Timestamp) async throws {
        for stay in records.finished where stay.at <= now {
            guard let day = stay.stayDay, let place = places[day.venue],
                StayTimes.isShown(day.day, on: place.days.day(now)),
                let request = requests[day] ?? CredentialRequest(context: day.context, publicKey: key),
                let body = try? ShownStayBody(stay, request: request.bytes).json()
            else {
                try records.conclude(stay)
                continue
            }
            if now.milliseconds(since: stay.at) > Self.missedMilliseconds {
                try records.postpone(stay, until: later(than: now, by: Self.missedPause))
                continue
            }
            requests[day] = request
            let answer: [UInt8]
            do throws(PhoneServerError) {
                answer = try await anonymous.show(body)
            } catch .unreachable {
                try records.postpone(stay, until: later(than: now, by: Self.pause))
                continue
            } catch {
                // It would be refused again.
                requests[day] = nil
                try records.conclude(stay)
                continue
            }
            requests[day] = nil
            guard var credential = request.credential(from: answer),
                let presentation = credential.present(StayDay.presentation)
            else {
                try records.conclude(stay)
                continue
            }
            let grant = StayRecords.Grant(
                venue: stay.venue, day: stay.day, presentation: presentation.hexadecimal,
                notBefore: payInstant(after: now, place.days).milliseconds)
            try records.conclude(stay, with: grant)
        }
    }

    /// An instant of the next hours of asking that begin after `now`: no stay's own instant decides it.
    private func payInstant(after now: Timestamp, _ days: VenueDays) -> Timestamp {
        let today = days.day(now)
        let isBefore = now < days.hour(today, StayTimes.asking.lowerBound)
        return instant(in: StayTimes.asking, of: isBefore ? today : today + 1, days)
    }

    /// Asks to be paid for what is due, in the owner's name; throws as `showStays`.
    func askToBePaid(at now: Timestamp) async throws {
        for grant in records.grants where grant.at <= now {
            guard let day = grant.stayDay, let place = places[day.venue],
                StayTimes.isPaid(day.day, on: place.days.day(now)),
                let presentation = [UInt8](hexadecimal: grant.presentation)
            else {
                try records.remove(grant)
                continue
            }
            if now.milliseconds(since: grant.at) > Self.missedMilliseconds {
                try records.postpone(grant, until: later(than: now, by: Self.missedPause))
                continue
            }
            do throws(PhoneServerError) {
                _ = try await account.pay(presentation, of: day)
            } catch .unreachable {
                try records.postpone(grant, until: later(than: now, by: Self.pause))
                continue
            } catch {
                // It would be refused again.
            }
            try records.remove(grant)
        }
    }
}

extension ShownStayBody {
    /// A stay as it is sent, each as long as any other.
    init(_ stay: StayRecords.Finished, request: [UInt8]) {
        self.init(
            venue: stay.venue, major: Int(stay.major), first: StaySlot(number: stay.first).beginning,
            last: StaySlot(number: stay.last).beginning, firstPresentation: stay.firstPresentation,
            lastPresentation: stay.lastPresentation, request: request.hexadecimal,
            padding: String(repeating: " ", count: 5 - String(stay.major).utf8.count))
    }
}
