import Basics
import HTTPKit
import Ledger
import MarketService

// What clients say.
extension MarketFeeds {
    /// Ids that do not fit which a socket may show before it is ended.
    private static let mostFailedSignIns = 5
    /// What the 2018 generation subscribes to for everything that is of no market.
    private static let global = "GLOBAL"

    func take(_ notice: FeedInbox.Notice) {
        switch notice {
        case .opened(let session):
            guard !session.isOver else { return }
            readers[ObjectIdentifier(session)] = FeedReader(session: session)
        case .closed(let session):
            guard let reader = readers.removeValue(forKey: ObjectIdentifier(session)) else { return }
            for key in reader.feeds.keys { leave(key, reader) }
            waiting.remove(ObjectIdentifier(session))
        case .drained(let session):
            if let reader = readers[ObjectIdentifier(session)] { drained(reader) }
        case .event(let name, let arguments, let acknowledgement, let session):
            if let command = SocketTrading.Command(rawValue: name) {
                return carryOut(command, arguments.first, acknowledgement, session)
            }
            session.eventDone()
            guard let reader = readers[ObjectIdentifier(session)] else { return }
            let isTaken = take(name, arguments.first, reader)
            guard FeedInbox.ofMarket.contains(name) else { return }
            if !isTaken, acknowledgement != nil || name == "subscribe" {
                // Of the other events clients of the contract take only what they are of.
                session.answer(name, acknowledgement: acknowledgement, SocketTrading.unknownMarket)
            } else if let acknowledgement {
                session.acknowledge(acknowledgement)
            }
        }
    }

    /// Carries out a command, after those that came before it on the same socket.
    private func carryOut(
        _ command: SocketTrading.Command, _ argument: JSONValue?, _ acknowledgement: Int?, _ session: SocketSession
    ) {
        guard let reader = readers[ObjectIdentifier(session)], let trading, let trader = reader.trader,
            let holder = reader.holder
        else {
            session.answer(command.rawValue, acknowledgement: acknowledgement, SocketTrading.unknownClient)
            return session.eventDone()
        }
        let former = reader.commands
        reader.commands = Task {
            await former?.value
            let answer = await trading.answer(command, argument, of: trader, by: holder)
            session.answer(command.rawValue, acknowledgement: acknowledgement, answer)
            session.eventDone()
        }
    }

    /// Takes an event; false when it names a market that there is not.
    private func take(_ event: String, _ argument: JSONValue?, _ reader: FeedReader) -> Bool {
        switch event {
        case "user-auth": signIn(argument, reader, isOf2018: false)
        case "user-info": signIn(argument, reader, isOf2018: true)
        case "subscribe": return subscribe(argument, reader)
        case "unsubscribe": return unsubscribe(argument, reader)
        case "currencies", "board", "tickers":
            reader.session.spoke()
            repeatState(event == "board" ? .board : event == "tickers" ? .tickers : .currencies, reader)
        case "open-book": return repeatMarket(argument, reader) { .openBook($0) }
        case "historical-book": return repeatMarket(argument, reader) { .historicalBook($0) }
        case "candles": return repeatMarket(argument, reader) { .candles($0) }
        case "depth": return repeatMarket(argument, reader) { .depth($0) }
        case "running-candles": return repeatMarket(argument, reader) { .runningCandles($0) }
        case "auction": return repeatMarket(argument, reader) { .auction($0) }
        // The original's document has a picture of this event and no name of it; these two are as it could be.
        case "panic", "orders-panic": panic(argument, reader)
        case "balance", "open-orders", "historical-orders", "operated":
            guard let account = reader.trader?.number else { break }
            for key in FeedKey.private2020(account) where key.event == event { repeatState(key, reader) }
        default: break
        }
        return true
    }

    /// The number of the market that an argument names, in small letters as well: a text, or an object with `stockId`,
    /// `stock_id` or `pair`.
    private func market(_ argument: JSONValue?) -> Int? {
        guard let argument else { return nil }
        for candidate in [argument, argument["stockId"], argument["stock_id"], argument["pair"]] {
            if case .string(let name)? = candidate { return catalogue.numbers[name.uppercased()] }
        }
        return nil
    }

    private func subscribe(_ argument: JSONValue?, _ reader: FeedReader) -> Bool {
        if case .string(Self.global)? = argument {
            reader.session.spoke()
            reader.isOf2018 = true
            for key in [FeedKey.boardAlert, .pairs] where reader.feeds[key] == nil { follow(key, reader) }
            return true
        }
        guard let number = market(argument) else { return false }
        reader.session.spoke()
        for key in reader.isOf2018 ? [.orders(number)] : FeedKey.market2020(number) where reader.feeds[key] == nil {
            follow(key, reader)
        }
        return true
    }

    private func unsubscribe(_ argument: JSONValue?, _ reader: FeedReader) -> Bool {
        if case .string(Self.global)? = argument {
            for key in [FeedKey.boardAlert, .pairs] { leave(key, reader) }
        } else if case .string(FeedKey.tickers.event)? = argument {
            leave(.tickers, reader)
        } else if let number = market(argument) {
            for key in FeedKey.market2020(number) + [.orders(number)] + FeedKey.ownOfMarket(number) {
                leave(key, reader)
            }
        } else {
            return false
        }
        return true
    }

    private func repeatMarket(_ argument: JSONValue?, _ reader: FeedReader, _ key: (Int) -> FeedKey) -> Bool {
        guard let number = market(argument) else { return false }
        reader.session.spoke()
        repeatState(key(number), reader)
        return true
    }

    /// The whole book for the 2018 generation: of the market that is named, or of all that are followed.
    private func panic(_ argument: JSONValue?, _ reader: FeedReader) {
        if let number = market(argument) { return repeatState(.orders(number), reader) }
        for case .orders(let number) in reader.feeds.keys { repeatState(.orders(number), reader) }
    }

    // MARK: - Who somebody is

    private func signIn(_ argument: JSONValue?, _ reader: FeedReader, isOf2018: Bool) {
        guard !reader.isSigningIn else { return }
        guard case .string(let uid)? = argument?["uid"], case .string(let socid)? = argument?["socid"] else {
            return refuseSignIn(reader, isOf2018)
        }
        var verify: String?
        if case .string(let text)? = argument?["verify"] { verify = text }
        reader.isSigningIn = true
        let signIn = SignIn(session: reader.session, uid: uid, socid: socid, verify: verify, isOf2018: isOf2018)
        guard case .enqueued = signInQueue.yield(signIn) else {
            reader.isSigningIn = false
            return refuseSignIn(reader, isOf2018)
        }
    }

    func lookUp(_ signIn: SignIn) async {
        let bearer = try? await tickets.check(
            uid: signIn.uid, socid: signIn.socid, verify: signIn.verify, now: clock.now())
        guard let reader = readers[ObjectIdentifier(signIn.session)] else { return }
        reader.isSigningIn = false
        guard let bearer else { return refuseSignIn(reader, signIn.isOf2018) }
        let trader = bearer.trader
        reader.session.spoke()
        reader.isOf2018 = signIn.isOf2018
        if let former = reader.trader, former != trader {
            for key in reader.feeds.keys where key.account != nil { leave(key, reader) }
        }
        reader.trader = trader
        reader.holder = bearer.holder
        let account = trader.number
        let keys: [FeedKey] =
            signIn.isOf2018 ? [.balances(account)] : [.currencies] + FeedKey.private2020(account) + [.board]
        // Also for one that signs in again: it says by this that it has forgotten everything.
        for key in keys { follow(key, reader, delay: Times.afterSignIn) }
    }

    /// Ends the sockets of those whose key was revoked, whose session was ended, and whose either has expired.
    ///
    /// While the database cannot say so, nobody is ended.
    func closeThoseWithoutHolder() async {
        let holders = Set(readers.values.compactMap(\.holder))
        guard !holders.isEmpty else { return }
        do {
            let ended = try await tickets.ended(among: holders, now: clock.now())
            for reader in readers.values {
                if let holder = reader.holder, ended.contains(holder) { reader.session.close() }
            }
        } catch {
            unread(error)
        }
    }

    /// Says that the ids do not fit, in the words of the event that brought them.
    ///
    /// What everybody may see goes on: a client with old ids still shows its markets.
    private func refuseSignIn(_ reader: FeedReader, _ isOf2018: Bool) {
        reader.failedSignIns += 1
        guard reader.failedSignIns < Self.mostFailedSignIns else { return reader.session.close() }
        let answer = JSONValue.object([.init("status", "error"), .init("message", "invalid_socket_id")])
        reader.session.send(SocketMessage(event: isOf2018 ? "user-info" : "user-auth", answer), epoch: reader.epoch)
    }
}
