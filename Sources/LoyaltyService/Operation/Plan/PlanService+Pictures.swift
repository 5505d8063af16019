import Basics
import Crypto
import HTTPKit
import Photos
import ServiceKit
import Storage

// Pictures under plans: apart from the documents, by their digest.
extension PlanService {
    /// How many pictures a venue may get in a day.
    private static let picturesPerDay = 20

    /// What a plan says of a picture.
    static func address(of digest: [UInt8], at venue: UUID128) -> String {
        "/api/venues/\(venue.description)/pictures/\(digest.hexadecimal)"
    }

    /// Makes a picture anew and keeps it.
    ///
    /// - Parameter receive: Takes in what was sent; called when there is room for it.
    /// - Throws: A `ServiceError`; what `receive` throws.
    func addPicture(
        of venue: UUID128, by account: [UInt8], _ receive: () async throws -> [UInt8]
    ) async throws -> (address: String, picture: PlanPicture) {
        let day = clock.now().day
        try await requirePictureRoom(venue, for: account, on: day)
        let bytes = try await receive()
        let result = try await workers.run { () -> Result<PlanPicture, PhotoError> in
            do throws(PhotoError) { return .success(try PlanPicture(bytes)) } catch { return .failure(error) }
        }
        let picture: PlanPicture
        switch result {
        case .success(let made): picture = made
        case .failure(let error): throw ServiceError.picture(error)
        }
        let digest = Array(SHA256.hash(data: picture.jpeg))
        try await database.writing { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            try PlanStore(connection, of: venue).add(picture: picture.jpeg, digest: digest, day: day)
        }
        return (Self.address(of: digest, at: venue), picture)
    }

    /// Refuses who may send no picture, before it is taken in.
    private func requirePictureRoom(_ venue: UUID128, for account: [UInt8], on day: Int64) async throws(ServiceError) {
        let count = try await database.reading { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            return try PlanStore(connection, of: venue).pictureCount(since: day)
        }
        guard count < Self.picturesPerDay else { throw .plan(.tooManyPictures) }
    }

    /// A picture as a JPEG, for anybody who knows its address: that of the plan in force is everybody's.
    func picture(_ digest: [UInt8], of venue: UUID128) async throws(ServiceError) -> [UInt8] {
        let picture = try await database.reading { try PlanStore($0, of: venue).picture(digest) }
        guard let picture else { throw .plan(.unknownPicture) }
        return picture
    }
}
