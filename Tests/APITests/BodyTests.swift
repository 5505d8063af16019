import Encodings
import Foundation
import Testing
import Time

@testable import API

/// Every body that travels.
let allBodies: [any APIBody.Type] = [
    CredentialsBody.self, SessionBody.self, AccountBody.self, VenuesBody.self, VenueSummaryBody.self, VenueBody.self,
    LocationBody.self, PlanBody.self, ShopBody.self, BeaconBody.self, PointBody.self, SegmentBody.self,
    BeaconPairBody.self, ShopReferenceBody.self, ShopChoiceBody.self, ChoicesBody.self, VisitBody.self,
    VisitsBody.self, CouponBody.self, CouponsBody.self, SightingBody.self, SightingReceiptBody.self,
    SightingAcceptedBody.self, SightingRejectedBody.self, PictureBody.self, PictureShopBody.self, DemoBody.self,
    DemoGuestBody.self, DestinationBody.self, DemoPositionBody.self, PlanPositionBody.self, DemoPlaceBody.self,
    RangedBeaconBody.self, DemoFrameBody.self, VisitorMarkBody.self, AttackerMarkBody.self, DemoSightingBody.self,
    DemoOfferBody.self, DemoTotalsBody.self, AttackTotalsBody.self, AttackTallyBody.self, PositionErrorBody.self,
    TracingBody.self, ContactDayBody.self, ExposureDayBody.self, TracingNoticeBody.self, ReportableDaysBody.self,
    TracingSwitchBody.self, ReportCodeBody.self, CaseCodeBody.self,
    RoleCredentialsBody.self, NewsBody.self, NewsItemBody.self, QuestionsBody.self, QuestionBody.self,
    PublicationBody.self, PublicationsBody.self, PublicationDraftBody.self, PublicationOrderBody.self,
    IssuedCodeBody.self, CodeOnsetBody.self, ExposureCodeBody.self, ExposureCodesBody.self, CaseTextBody.self,
    HealthCaseBody.self,
    RegisteredCaseBody.self, HealthCasesBody.self, BrakeBody.self, BrakeBatchBody.self, AuditBody.self,
    AuditEntryBody.self,
    ZonesBody.self, ZoneLevelBody.self, ZoneMeasureBody.self, TrafficLightRuleBody.self, ZoneAreasBody.self,
    ZoneAreaBody.self, DegreesBody.self, ZoneSeriesBody.self, ZoneSeriesAreaBody.self, ZoneImportBody.self,
    VenueDayIssuerBody.self, VenueDayClaimBody.self, VenueDayCredentialBody.self, VenueDayBody.self,
    VenueRiskBody.self, VenueRiskCellBody.self,
    ExposureParametersBody.self,
    VaultSlotRequestBody.self, VaultSlotBody.self, VaultReceiptKeyBody.self, VaultEvaluationRequestBody.self,
    VaultEvaluationBody.self, VaultReceiptBody.self, VaultRecordBody.self, VaultRecordsBody.self,
    VaultChangeBody.self, VaultChangesBody.self, VaultCursorBody.self, VaultJoinBody.self, VaultSummaryBody.self,
    VaultsBody.self,
    VaultPageTokenBody.self, VaultPageStateBody.self, VaultPageVaultBody.self, VaultPagePreferencesBody.self,
    VaultPageFixBody.self,
    VaultPagePlaceQueryBody.self, VaultPagePlaceBody.self, VaultPageUnlockBody.self, VaultPageNewVaultBody.self,
    VaultPageRecoveryBody.self,
    VaultPageConfirmBody.self, VaultPageCategoryBody.self, VaultPageCategoriesBody.self,
    VaultPageCategoryDraftBody.self,
    VaultPageQueryBody.self, VaultPageSummaryBody.self, VaultPageSummariesBody.self, VaultPageFieldKindBody.self,
    VaultPageFieldBody.self,
    VaultPagePastValueBody.self, VaultPageAttachmentBody.self, VaultPageItemBody.self, VaultPageFieldDraftBody.self,
    VaultPageItemDraftBody.self, VaultPageSwitchBody.self, VaultPageRevealBody.self, VaultPageValueBody.self,
    VaultPageCodeBody.self,
    VaultPageCodesBody.self, VaultPageFileBody.self, VaultPageRecipeBody.self, VaultPageEstimateBody.self,
    VaultPageStrengthBody.self,
    VaultPageFindingBody.self, VaultPageFindingsBody.self, VaultPageCipherBody.self, VaultPageCiphersBody.self,
    VaultPageSlotBody.self,
    VaultPageConfigurationBody.self, VaultPageCipherChoiceBody.self, VaultPageNewSlotBody.self,
    VaultPagePasswordBody.self,
    DemoExposureBody.self, DemoWarningsBody.self, DemoGuestWarningsBody.self, DemoEavesdropperBody.self,
    DemoServerKnowledgeBody.self, DemoAuthorityKnowledgeBody.self, DemoCodeBody.self,
    MarketAssetBody.self, MarketAssetsBody.self, MarketFeeTierBody.self, MarketBody.self, MarketsBody.self,
    MarketTickerBody.self, MarketTickersBody.self, MarketLevelBody.self, MarketBookBody.self,
    MarketTradeBody.self, MarketTradesBody.self, MarketCandleBody.self, MarketCandlesBody.self,
    MarketOrderRequestBody.self, MarketOrderBody.self, MarketOrdersBody.self, MarketFillBody.self,
    MarketOrderDetailsBody.self, MarketQuoteRequestBody.self, MarketQuoteBody.self,
    MarketInstantRequestBody.self, MarketBalanceBody.self, MarketBalancesBody.self, MarketTierBody.self,
    MarketTransactionBody.self, MarketTransactionsBody.self, MarketMoneyDraftBody.self,
    MarketMoneyRequestBody.self, MarketMoneyRequestsBody.self, MarketTransferBody.self, MarketAddressBody.self,
    MarketSocketTicketBody.self,
    DeviceApprovalBody.self, SecurityBody.self, PasswordBody.self, OwnerBody.self, FactorCodeBody.self,
    AuthenticatorBody.self, RecoveryCodesBody.self, DeviceRuleBody.self, DeviceTokenBody.self, DevicesBody.self,
    DeviceBody.self, SessionsBody.self, ListedSessionBody.self, APIKeyDraftBody.self, NewAPIKeyBody.self,
    APIKeysBody.self, APIKeyBody.self, InboxBody.self, NotificationBody.self, AlertsBody.self, AlertDraftBody.self,
    AlertBody.self,
    ProblemBody.self, Fault.self,
]

@Suite("Bodies")
struct BodyTests {
    @Test("the example is read as it was written and follows the schema", arguments: allBodies.indices)
    func example(index: Int) throws {
        try check(allBodies[index])
    }

    private func check<Body: APIBody>(_ type: Body.Type) throws {
        let bytes = try Body.example.json()
        let value = try JSONValue(parsing: bytes)
        #expect(Body.schema.faults(in: value).isEmpty)
        #expect(try Body(json: bytes) == Body.example)
        // Nothing is written that the schema does not know, and the example shows all that it knows.
        if case .object(let object) = Body.schema, case .object(let members) = value {
            #expect(Set(members.map(\.name)) == Set(object.properties.map(\.name)))
        }
    }

    @Test("Codable needs exactly the properties that the schema requires", arguments: allBodies.indices)
    func required(index: Int) throws {
        try checkRequired(allBodies[index])
    }

    private func checkRequired<Body: APIBody>(_ type: Body.Type) throws {
        guard case .object(let object) = Body.schema,
            case .object(let members) = try JSONValue(parsing: try Body.example.json())
        else { return }
        for property in object.properties {
            let rest = JSONValue.object(members.filter { $0.name != property.name })
            let isNullable = if case .nullable = property.schema { true } else { false }
            let decoded = try? JSONDecoder().decode(Body.self, from: Data(rest.compactText.utf8))
            // A property that is always there but may be null is a Swift optional: only the schema insists on it.
            #expect((decoded != nil) == (property.isOptional || isNullable), "\(object.name).\(property.name)")
            #expect(Body.schema.faults(in: rest).isEmpty == property.isOptional, "\(object.name).\(property.name)")
        }
    }

    @Test("every body that a route mentions is among those")
    func complete() {
        let tested = Set(allBodies.flatMap { $0.schema.objects.map(\.name) })
        #expect(Set(Schema.named(in: Routes.all).map(\.name)).isSubset(of: tested))
    }

    @Test("an absent count is told as null, not left out")
    func nullCount() throws {
        let text = String(decoding: try PictureShopBody(major: 7, visits: nil).json(), as: UTF8.self)
        #expect(text == #"{"major":7,"visits":null}"#)
    }

    @Test(
        "a problem is written as Codable writes it",
        arguments: [
            ProblemCode.serverInternal.problem(), .example,
            ProblemBody(title: "\"é", status: 499, code: "a.b", detail: "\\", faults: [.example, .example]),
        ])
    func problem(body: ProblemBody) throws {
        #expect(
            String(decoding: try body.json(), as: UTF8.self) == String(decoding: try body.encodedJSON(), as: UTF8.self))
    }

    @Test("places of the simulation are sent to the centimetre")
    func rounding() throws {
        let text = String(decoding: try VisitorMarkBody(id: 1, x: 1.23456, y: 2).json(), as: UTF8.self)
        #expect(text == "[1,1.23,2]")
    }

    @Test("all faults of a body are named at once")
    func faults() {
        let text = #"{"shops":[{"venue":"x","major":70000},{"major":1.5},7]}"#
        let faults = [
            Fault(path: "$.shops[0].venue", message: "must be a UUID"),
            Fault(path: "$.shops[0].major", message: "must be between 0 and 65535"),
            Fault(path: "$.shops[1].venue", message: "is missing"),
            Fault(path: "$.shops[1].major", message: "must be a whole number"),
            Fault(path: "$.shops[2]", message: "must be an object"),
        ]
        #expect(throws: BodyError.invalid(faults)) { try ChoicesBody(json: Array(text.utf8)) }
    }

    @Test("a body that is no JSON is told from one of the wrong shape")
    func malformed() {
        #expect(throws: BodyError.malformed(.ended)) { try ChoicesBody(json: []) }
        #expect(throws: BodyError.invalid([Fault(path: "$", message: "must be an object")])) {
            try ChoicesBody(json: Array("[]".utf8))
        }
    }

    @Test("a thousand wrong elements do not make a thousand faults")
    func manyFaults() {
        let text = "{\"shops\":[" + Array(repeating: "0", count: 900).joined(separator: ",") + "]}"
        let error = #expect(throws: BodyError.self) { try ChoicesBody(json: Array(text.utf8)) }
        guard case .invalid(let faults) = error else {
            Issue.record("not refused for its shape")
            return
        }
        #expect(faults.count == Schema.mostFaults)
    }

    @Test("members that are not known are passed over in an answer, and named in a request")
    func unknownMember() throws {
        let text = #"{"x":1,"y":2,"z":{"deep":[null]}}"#
        #expect(try DestinationBody(json: Array(text.utf8)) == DestinationBody(x: 1, y: 2))
        let fault = Fault(path: "$.z", message: "is not known here")
        #expect(throws: BodyError.invalid([fault])) { try DestinationBody(request: Array(text.utf8)) }
        #expect(try DestinationBody(request: Array(#"{"x":1,"y":2}"#.utf8)) == DestinationBody(x: 1, y: 2))
    }

    @Test("a member that is not known is named wherever it stands, also in what has a faster way")
    func unknownDeepMember() throws {
        let shops = #"{"shops":[{"venue":"5a4bcfce-174e-4bac-a814-092e77f6b7e5","major":100,"mayor":1}]}"#
        #expect(throws: BodyError.invalid([Fault(path: "$.shops[0].mayor", message: "is not known here")])) {
            try ChoicesBody(request: Array(shops.utf8))
        }
        let sighting = try JSONValue(parsing: try SightingBody.example.json())
        guard case .object(let members) = sighting else { return }
        let more = JSONValue.object(members + [JSONValue.Member("codes", "00")])
        #expect(throws: BodyError.invalid([Fault(path: "$.codes", message: "is not known here")])) {
            try SightingBody(request: Array(more.compactText.utf8))
        }
        #expect(try SightingBody(json: Array(more.compactText.utf8)) == .example)
    }
}
