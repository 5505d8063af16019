import API
import AccountService
import HTTPKit
import Ledger
import LedgerService
import Market

// What the console reads and writes.

extension AssetDraft {
    init(_ body: ConsoleAssetDraftBody) throws {
        let kind: AssetKind =
            switch body.kind {
            case .points: .points
            case .crypto: .crypto
            case .currency: .currency
            }
        self.init(
            name: try AssetName(checking: body.name), kind: kind, exponent: body.exponent, decimals: body.decimals,
            title: body.title, prefix: body.prefix ?? "", postfix: body.postfix ?? "")
    }
}

extension MarketDraft {
    init(_ body: ConsoleMarketDraftBody, assets: [Asset]) async throws {
        let quote = try AssetName(checking: body.quote)
        guard let asset = assets.first(where: { $0.name == quote }) else { throw ServiceError.market(.unknownAsset) }
        self.init(
            name: try MarketName(checking: body.name), base: try AssetName(checking: body.base), quote: quote,
            tick: body.tick, lot: body.lot, minimum: body.minimum, fees: try FeeSchedule(body.fees, quote: asset))
    }
}

extension FeeSchedule {
    /// The tiers of a body, thresholds in the quote asset.
    init(_ tiers: [MarketFeeTierBody], quote: Asset) throws {
        let known = tiers.compactMap { tier -> FeeTier? in
            guard let threshold = try? DecimalText.units(tier.threshold, exponent: quote.exponent),
                let maker = UInt32(exactly: tier.maker).flatMap(FeeRate.init(rawValue:)),
                let taker = UInt32(exactly: tier.taker).flatMap(FeeRate.init(rawValue:))
            else { return nil }
            return FeeTier(threshold: threshold, maker: maker, taker: taker)
        }
        guard known.count == tiers.count, let schedule = FeeSchedule(known) else {
            throw ServiceError.market(.invalidRules)
        }
        self = schedule
    }
}

extension ConsoleAssetBody {
    init(_ terms: ConsoleAssetTerms) {
        let asset = terms.asset
        self.init(
            asset: MarketAssetBody(asset), fee: asset.text(terms.rules.fee), minimum: asset.text(terms.rules.minimum),
            dailyLimit: terms.rules.dailyLimit.map(asset.text), approvalAbove: terms.approvalLimit.map(asset.text))
    }
}

extension ConsoleRequestBody {
    /// A request as somebody of the staff sees it.
    init(_ reviewed: ReviewedRequest, for staff: [UInt8]) {
        let request = reviewed.request
        let pays = request.kind == .withdrawal ? request.asset.text(request.amount - request.fee) : nil
        self.init(
            id: String(request.id), kind: request.kind.apiValue, email: request.email, asset: request.asset.name.text,
            amount: request.asset.text(request.amount),
            fee: request.fee == 0 ? nil : request.asset.text(request.fee), pays: pays,
            bankAccount: request.bankAccount, date: request.date, trackingCode: request.trackingCode,
            voucher: request.voucher, createdAt: request.createdAt, needsTwo: reviewed.needsTwo,
            approval: reviewed.approval.map { approval in
                ConsoleApprovalBody(email: approval.email, at: approval.at, isOwn: approval.staff == staff)
            },
            isOwn: reviewed.owner == staff)
    }
}

extension ConsoleDecisionBody {
    init(_ reviewed: ReviewedRequest) {
        self.init(
            id: String(reviewed.request.id), status: reviewed.request.status.apiValue,
            isApproved: reviewed.approval != nil)
    }
}

extension ConsoleLimitBody {
    init(_ limit: AccountLimit) {
        self.init(
            asset: limit.asset.name.text, usual: limit.usual.map(limit.asset.text),
            own: limit.own.map(limit.asset.text))
    }
}

extension ConsoleMarketHealthBody {
    init(_ figures: MarketFigures) {
        self.init(
            market: figures.rules.name.text, isActive: figures.rules.isActive, isWriting: figures.writer.isOpen,
            waiting: figures.writer.waiting, busyMilliseconds: Int(figures.writer.busyMilliseconds),
            lastTradeAt: figures.lastTradeAt)
    }
}

extension ConsoleAuditBody {
    init(_ state: LedgerAuditState) {
        let report = state.report
        let progress: ConsoleAuditState =
            switch state.progress {
            case .never: .never
            case .running: .running
            case .ended: .ended
            case .failed: .failed
            }
        self.init(
            state: progress, begunAt: state.begunAt, endedAt: state.endedAt, piecesInAll: state.inAll,
            pieces: state.pieces.map(ConsoleAuditPieceBody.init), isClean: report?.isClean,
            balances: report?.balances ?? 0, orders: report?.orders ?? 0, fills: report?.fills ?? 0,
            assets: (report?.assets ?? []).map { asset in
                let exponent = state.exponents[asset.name] ?? 0
                return ConsoleAuditAssetBody(
                    asset: asset.name.text, owned: DecimalText.text(asset.owned, exponent: exponent),
                    sum: DecimalText.text(asset.sum, exponent: exponent))
            },
            faults: report?.faults ?? [])
    }
}

extension ConsoleAuditPieceBody {
    init(_ piece: LedgerAuditState.Piece) {
        let (kind, market): (ConsolePieceKind, String?) =
            switch piece.piece {
            case .market(let name): (.market, name.text)
            case .postings: (.postings, nil)
            case .balances: (.balances, nil)
            }
        self.init(kind: kind, market: market, milliseconds: Int(piece.milliseconds), faults: piece.faults)
    }
}

extension ConsoleJournalBody {
    init(_ page: JournalPage) {
        self.init(
            isIntact: page.isIntact, total: Int(page.total),
            entries: page.entries.map { entry in
                let actor = entry.actor ?? .server
                let kind: AuditActorKind =
                    switch actor {
                    case .account: .account
                    case .operatorOfTheMachine: .operator
                    case .server: .server
                    }
                return ConsoleEntryBody(
                    number: Int(entry.number), at: entry.at, actor: kind, email: page.emails[actor],
                    action: entry.action.rawValue, subject: entry.subject)
            },
            next: page.hasMore ? page.entries.last.map { String($0.number) } : nil)
    }
}
