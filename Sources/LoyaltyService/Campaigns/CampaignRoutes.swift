import API
import Accounts
import Basics
import Beacons
import HTTPKit
import Loyalty
import ServiceKit

/// The shops that somebody lets know of habits.
package typealias HabitShops = @Sendable (_ session: Session) async throws(ServiceError) -> [ShopKey]

extension RouteHandlers {
    /// What merchants do with campaigns, and what phones are told of them; the table of routes asks for the role.
    ///
    /// - Parameter habitShops: The shops that an account lets know of habits: phones report of no other.
    package mutating func addCampaignRoutes(_ campaigns: CampaignService, habitShops: @escaping HabitShops) {
        on(Routes.shopCampaigns) { call in
            let (shown, today) = try await campaigns.campaigns(of: try call.ownShop, by: try call.session.accountID)
            return ShopCampaignsBody(campaigns: shown.map(ShopCampaignBody.init), today: Timestamp(day: today).dayText)
        }
        on(Routes.addShopCampaign) { call, body in
            ShopCampaignBody(try await campaigns.add(body, to: try call.ownShop, by: try call.session.accountID))
        }
        on(Routes.campaignSizes) { call, body in
            CampaignSizesBody(
                sizes: try await campaigns.sizes(body, of: try call.ownShop, by: try call.session.accountID))
        }
        on(Routes.changeShopCampaign) { call, body in
            ShopCampaignBody(
                try await campaigns.change(
                    try call.campaign, to: body, from: try call.matchedNumber, in: try call.ownShop,
                    by: try call.session.accountID))
        }
        on(Routes.deleteShopCampaign) { call in
            try await campaigns.delete(
                try call.campaign, from: try call.matchedNumber, in: try call.ownShop, by: try call.session.accountID)
        }
        addSchedulingRoutes(campaigns)
        on(Routes.ownCampaigns) { call in
            let session = try call.session
            let own = try await campaigns.own(session.accountID, in: try await habitShops(session))
            return OwnCampaignsBody(campaigns: own.map(OwnCampaignBody.init))
        }
    }

    private mutating func addSchedulingRoutes(_ campaigns: CampaignService) {
        on(Routes.planShopCampaign) { call, body in
            guard let day = Timestamp(dayText: body.firstDay)?.day else {
                throw ServiceError.campaign(
                    .invalidTerms([Fault(path: "firstDay", message: "is no day such as 2026-12-24")]))
            }
            return ShopCampaignBody(
                try await campaigns.plan(
                    try call.campaign, for: day, from: try call.matchedNumber, in: try call.ownShop,
                    by: try call.session.accountID))
        }
        on(Routes.beginShopCampaign) { call in
            ShopCampaignBody(
                try await campaigns.begin(
                    try call.campaign, from: try call.matchedNumber, in: try call.ownShop,
                    by: try call.session.accountID))
        }
        on(Routes.withdrawShopCampaign) { call in
            ShopCampaignBody(
                try await campaigns.withdraw(
                    try call.campaign, from: try call.matchedNumber, in: try call.ownShop,
                    by: try call.session.accountID))
        }
        on(Routes.stopShopCampaign) { call in
            ShopCampaignBody(
                try await campaigns.stop(
                    try call.campaign, from: try call.matchedNumber, in: try call.ownShop,
                    by: try call.session.accountID))
        }
    }
}

extension RouteCall {
    /// The campaign that the path names.
    fileprivate var campaign: [UInt8] {
        get throws(ServiceError) {
            guard let id = [UInt8](hexadecimal: try value(RouteParameters.id, or: ServiceError.campaign(.unknown))),
                id.count == 16
            else {
                throw ServiceError.campaign(.unknown)
            }
            return id
        }
    }
}

extension OwnCampaignBody {
    fileprivate init(_ own: CampaignService.Own) {
        self.init(
            venue: own.shop.venue.description, major: Int(own.shop.major), isHeldOut: own.isHeldOut,
            firstDay: Timestamp(day: own.days.lowerBound).dayText, lastDay: Timestamp(day: own.days.upperBound).dayText,
            measuredOn: Timestamp(day: own.days.upperBound + Campaign.outcomeDays).dayText)
    }
}
