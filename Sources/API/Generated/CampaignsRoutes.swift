// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Lists the campaigns of a shop, the newest first, each with its result when there is one.
    package static let shopCampaigns = Endpoint<NoBody, ShopCampaignsBody>(
        "shopCampaigns", .get, "/api/merchant/{venue}/{major}/campaigns",
        "Lists the campaigns of a shop, the newest first, each with its result when there is one.", needsRole: .merchant
    )
    /// Keeps the draft of a campaign.
    package static let addShopCampaign = Endpoint<CampaignTermsBody, ShopCampaignBody>(
        "addShopCampaign", .post, "/api/merchant/{venue}/{major}/campaigns", "Keeps the draft of a campaign.",
        needsRole: .merchant, status: 201)
    /// Tells for some hold-outs how many people and weeks a campaign needs to show an effect.
    package static let campaignSizes = Endpoint<CampaignQuestionBody, CampaignSizesBody>(
        "campaignSizes", .post, "/api/merchant/{venue}/{major}/campaign-sizes",
        "Tells for some hold-outs how many people and weeks a campaign needs to show an effect.", needsRole: .merchant)
    /// Changes a campaign that has not begun.
    package static let changeShopCampaign = Endpoint<CampaignTermsBody, ShopCampaignBody>(
        "changeShopCampaign", .put, "/api/merchant/{venue}/{major}/campaigns/{id}",
        "Changes a campaign that has not begun.", needsRole: .merchant)
    /// Deletes a campaign that was never planned.
    package static let deleteShopCampaign = Endpoint<NoBody, NoBody>(
        "deleteShopCampaign", .delete, "/api/merchant/{venue}/{major}/campaigns/{id}",
        "Deletes a campaign that was never planned.", needsRole: .merchant)
    /// Plans a campaign for a later day.
    package static let planShopCampaign = Endpoint<CampaignStartBody, ShopCampaignBody>(
        "planShopCampaign", .post, "/api/merchant/{venue}/{major}/campaigns/{id}/plan",
        "Plans a campaign for a later day.", needsRole: .merchant)
    /// Begins a campaign at once; from now on nothing of it can be changed, and its end is fixed.
    package static let beginShopCampaign = Endpoint<NoBody, ShopCampaignBody>(
        "beginShopCampaign", .post, "/api/merchant/{venue}/{major}/campaigns/{id}/begin",
        "Begins a campaign at once; from now on nothing of it can be changed, and its end is fixed.",
        needsRole: .merchant)
    /// Makes a planned campaign a draft again.
    package static let withdrawShopCampaign = Endpoint<NoBody, ShopCampaignBody>(
        "withdrawShopCampaign", .post, "/api/merchant/{venue}/{major}/campaigns/{id}/withdraw",
        "Makes a planned campaign a draft again.", needsRole: .merchant)
    /// Stops a running campaign for good; it never has a result.
    package static let stopShopCampaign = Endpoint<NoBody, ShopCampaignBody>(
        "stopShopCampaign", .post, "/api/merchant/{venue}/{major}/campaigns/{id}/stop",
        "Stops a running campaign for good; it never has a result.", needsRole: .merchant)
    /// Tells a phone in which campaigns it takes part, in shops that may know of habits; worked out anew each time, and
    /// kept nowhere.
    package static let ownCampaigns = Endpoint<NoBody, OwnCampaignsBody>(
        "ownCampaigns", .get, "/api/campaigns",
        "Tells a phone in which campaigns it takes part, in shops that may know of habits; worked out anew each time, and kept nowhere.",
        needsSession: true)

    /// These, in the order in which documents list them.
    static let campaignsRoutes: [Route] = [
        shopCampaigns.route, addShopCampaign.route, campaignSizes.route, changeShopCampaign.route,
        deleteShopCampaign.route, planShopCampaign.route, beginShopCampaign.route, withdrawShopCampaign.route,
        stopShopCampaign.route, ownCampaigns.route,
    ]
}
