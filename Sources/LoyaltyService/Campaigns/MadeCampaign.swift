import API
import HTTPKit
import Loyalty
import ServiceKit

/// A campaign in the hands of another module, which goes on with what it made.
package struct MadeCampaign: Sendable {
    let id: [UInt8]
    let version: Int64

    fileprivate init(_ shown: ShownCampaign) {
        id = shown.campaign.id
        version = shown.campaign.version
    }
}

// What a merchant does in the console, for a module that acts as one.
extension CampaignService {
    /// Makes a draft.
    package func make(
        _ terms: CampaignTermsBody, of shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> MadeCampaign {
        MadeCampaign(try await add(terms, to: shop, by: account))
    }

    /// Plans it for a day of the venue, counted from 1970-01-01.
    package func plan(
        _ campaign: MadeCampaign, for firstDay: Int64, of shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> MadeCampaign {
        MadeCampaign(
            try await plan(campaign.id, for: firstDay, from: campaign.version, in: shop, by: account))
    }
}
