// Written by `make api` from the table in API/; edit that, not this.

/// Every route of the server: the one table that all else is made from.
package enum Routes {
    /// Every route, in the order in which the documents list them.
    package static let all: [Route] = areas.flatMap { $0 }

    private static let areas: [[Route]] = [
        accountsRoutes, accountsSecurityRoutes, passkeysRoutes, identitiesRoutes, accountsLifeRoutes,
        accountsTrailRoutes, photosRoutes, venuesRoutes, loyaltyRoutes, inboxRoutes, pushRoutes, exposureRoutes,
        publicationsRoutes, healthRoutes, zonesRoutes, venueStaffRoutes, campaignsRoutes, countingRoutes, staysRoutes,
        shopRoutes, venueDaysRoutes, vaultRoutes, vaultPageRoutes, vaultPageItemsRoutes, vaultPageSecretsRoutes,
        vaultPageSettingsRoutes, marketDataRoutes, marketOrdersRoutes, marketProtocolRoutes, marketTradingRoutes,
        marketWalletRoutes, marketWithdrawalsRoutes, marketAddressBookRoutes, marketPaymentsRoutes, marketReadsRoutes,
        marketConsoleRoutes, planRoutes, radioMapRoutes, simulationRoutes, simulationExposureRoutes, operationRoutes,
        fleetRoutes,
    ]
}
