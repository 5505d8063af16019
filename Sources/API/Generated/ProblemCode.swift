// Written by `make api` from the table in API/; edit that, not this.

/// Every code that a problem of ours can carry, with the status and the title that belong to it.
///
/// Codes are stable: clients decide by them, and the words of titles and details may change.
package enum ProblemCode: String, CaseIterable, Sendable {
    /// The body is not JSON.
    case requestMalformed = "request.malformed"
    /// The body is JSON of the wrong shape; `faults` says where.
    case requestInvalid = "request.invalid"
    /// There is nothing at this path.
    case requestNotFound = "request.not_found"
    /// The path exists, the method does not; the header `Allow` says which do.
    case requestMethodNotAllowed = "request.method_not_allowed"
    /// The client took too long to send the request.
    case requestTimeout = "request.timeout"
    /// The body is larger than the server takes.
    case requestTooLarge = "request.too_large"
    /// The body is not `application/json`.
    case requestUnsupportedMediaType = "request.unsupported_media_type"
    /// The request line or the headers are larger than the server takes.
    case requestHeadersTooLarge = "request.headers_too_large"
    /// Another site may have made the browser send this.
    case requestCrossSite = "request.cross_site"
    /// An `Idempotency-Key` has 16 to 64 printable characters of ASCII and no blanks.
    case requestInvalidKey = "request.invalid_key"
    /// Another request had this `Idempotency-Key` in the last 24 hours; nothing was done.
    case requestKeyReused = "request.key_reused"
    /// A request with this `Idempotency-Key` has not been answered yet; the header `Retry-After` says when to ask
    /// again.
    case requestKeyInUse = "request.key_in_use"
    /// The header `If-Match` is missing, or is not one number as an entity tag, as `"7"`; it names what the change was
    /// made from.
    case requestMatchNeeded = "request.match_needed"
    /// Too many requests from one address or account; the header `Retry-After` says when to come back.
    case requestTooMany = "request.too_many"
    /// Too many attempts to sign in; the header `Retry-After` says when to come back.
    case requestTooManyAttempts = "request.too_many_attempts"
    /// The server has more to do than it can.
    case requestOverloaded = "request.overloaded"
    /// The server could not find out in time what became of the request: it may have been done, or may still be.
    ///
    /// Look before asking again.
    case requestOutcomeUnknown = "request.outcome_unknown"
    /// The server failed; the reason is in its log.
    case serverInternal = "server.internal"
    /// The database did not do what it was asked.
    case storageUnavailable = "storage.unavailable"
    /// The text is not an e-mail address.
    case accountsInvalidEmail = "accounts.invalid_email"
    /// The password has fewer than 8 bytes.
    case accountsPasswordTooShort = "accounts.password_too_short"
    /// The password has more than 256 bytes.
    case accountsPasswordTooLong = "accounts.password_too_long"
    /// The password is among the first that anybody would guess, such as a common one, a repetition, or the address
    /// itself.
    case accountsPasswordGuessable = "accounts.password_guessable"
    /// There is an account with this e-mail address.
    case accountsEmailTaken = "accounts.email_taken"
    /// The e-mail address or the password is wrong; which one is not told.
    case accountsWrongCredentials = "accounts.wrong_credentials"
    /// There is no session, or it has ended.
    case accountsNotSignedIn = "accounts.not_signed_in"
    /// This needs a password, a passkey or another identity that was shown in this session within the last 5 minutes,
    /// or, to move money, since the session last lay unused for half an hour; see `/api/account/confirmation`.
    case accountsConfirmationNeeded = "accounts.confirmation_needed"
    /// Somebody who may has ended the role that this session was begun for, and with it the session.
    case accountsRoleEnded = "accounts.role_ended"
    /// Nobody has shown yet that the e-mail address of this account is theirs, and this is for accounts that have.
    case accountsUnproved = "accounts.unproved"
    /// For three days after its password was reset by mail alone, or an identity was linked with a mailed code alone,
    /// an account without a second factor moves no money and makes no keys that do.
    case accountsRecentlyRecovered = "accounts.recently_recovered"
    /// The account has not the role that this needs.
    case accountsWrongRole = "accounts.wrong_role"
    /// The password is right; send a code of the second factor, or a recovery code, as well.
    case accountsCodeNeeded = "accounts.code_needed"
    /// The code is wrong, or has been used.
    case accountsWrongCode = "accounts.wrong_code"
    /// The account has passkeys and no second factor: money leaves it once one of them was shown within the last 5
    /// minutes; see `/api/account/confirmation/passkey`.
    case accountsPasskeyNeeded = "accounts.passkey_needed"
    /// The account asks for a second factor already.
    case accountsFactorOn = "accounts.factor_on"
    /// The account asks for no second factor, or none was begun.
    case accountsFactorOff = "accounts.factor_off"
    /// The password is right; a code that approves this device is on its way by mail, to be sent with `challenge`.
    case accountsDeviceUnapproved = "accounts.device_unapproved"
    /// The challenge is unknown, too old, or has been tried too often: sign in again.
    case accountsChallengeEnded = "accounts.challenge_ended"
    /// The server makes an account once its address is proved: send the code from the mail with `challenge` to
    /// `/api/accounts/confirmation`.
    ///
    /// The answer is the same for an address that has an account, which is told by mail.
    case accountsMailboxUnproved = "accounts.mailbox_unproved"
    /// The link is unknown, too old, or has been used, or there is a newer one.
    case accountsLinkEnded = "accounts.link_ended"
    /// The operator of the server has stopped the account.
    case accountsDisabled = "accounts.disabled"
    /// The name is blank, has more than 60 characters, or has some that are not shown.
    case accountsInvalidName = "accounts.invalid_name"
    /// The server sends no mail, without which no device could be approved.
    case accountsNoMail = "accounts.no_mail"
    /// The account has no such device.
    case accountsUnknownDevice = "accounts.unknown_device"
    /// The account has no such session.
    case accountsUnknownSession = "accounts.unknown_session"
    /// The account has no such API key.
    case accountsUnknownKey = "accounts.unknown_key"
    /// The account has as many API keys as it may.
    case accountsTooManyKeys = "accounts.too_many_keys"
    /// An API key cannot have such a label, such scopes, such addresses or such an end.
    case accountsInvalidKey = "accounts.invalid_key"
    /// What was sent is neither a JPEG nor a PNG nor a WebP; its first bytes decide, not its name.
    case photosUnknownFormat = "photos.unknown_format"
    /// The photo ends too early, is damaged, or is of a kind that is not read, as an animated WebP.
    case photosBroken = "photos.broken"
    /// The photo has more than 40 megapixels, an edge of more than 16,384, or more layers than can be read in bounded
    /// memory.
    case photosTooLarge = "photos.too_large"
    /// The account has no such photo.
    case photosUnknown = "photos.unknown"
    /// The account has balances, which would be lost with it; pay them out, or say that they may be lost with
    /// `forfeits`.
    case accountsMoneyLeft = "accounts.money_left"
    /// A withdrawal waits for its decision, or an order is still open.
    case accountsMoneyHeld = "accounts.money_held"
    /// No such provider of identities is configured.
    case identitiesUnknownProvider = "identities.unknown_provider"
    /// Nobody was sent to the provider with this state, or they have come back already, or too late.
    case identitiesUnknownState = "identities.unknown_state"
    /// The answer came back in another browser than the one that was sent.
    case identitiesOtherBrowser = "identities.other_browser"
    /// The person said no at the provider.
    case identitiesDenied = "identities.denied"
    /// The provider refused the code, or gave no identity for it.
    case identitiesRefused = "identities.refused"
    /// The provider did not answer in time, answered endlessly, pointed elsewhere, or failed.
    case identitiesUnreachable = "identities.unreachable"
    /// What the provider says of itself is not as OpenID Connect has it, or is of another issuer.
    case identitiesWrongDocument = "identities.wrong_document"
    /// The answer or the token is from another issuer than the one that was asked.
    case identitiesWrongIssuer = "identities.wrong_issuer"
    /// What should be a signed token is none.
    case identitiesMalformedToken = "identities.malformed_token"
    /// The token says that it is signed in a way in which this provider does not sign.
    case identitiesWrongAlgorithm = "identities.wrong_algorithm"
    /// The provider has no key that can have signed the token.
    case identitiesUnknownKey = "identities.unknown_key"
    /// The signature is wrong.
    case identitiesWrongSignature = "identities.wrong_signature"
    /// The token is for somebody else.
    case identitiesWrongAudience = "identities.wrong_audience"
    /// The token was given to another party.
    case identitiesWrongParty = "identities.wrong_party"
    /// The token has expired.
    case identitiesExpired = "identities.expired"
    /// The token is from the future.
    case identitiesEarly = "identities.early"
    /// The token does not repeat what the question carried.
    case identitiesWrongNonce = "identities.wrong_nonce"
    /// The access token is not the one that the token names.
    case identitiesWrongAccessToken = "identities.wrong_access_token"
    /// What the provider tells of the person is of another person.
    case identitiesWrongSubject = "identities.wrong_subject"
    /// The token is no notice of a sign-out, or tells of nobody.
    case identitiesWrongEvent = "identities.wrong_event"
    /// This notice of a sign-out was taken before.
    case identitiesRepeatedNotice = "identities.repeated_notice"
    /// The provider tells no e-mail address, which a new account needs.
    case identitiesNoEmail = "identities.no_email"
    /// Nobody has come back from a provider in this browser, or it is too long ago, or was tried too often.
    case identitiesArrivalEnded = "identities.arrival_ended"
    /// There is an account with this address; send its password, or a code from `/api/arrival/mail`.
    case identitiesProofNeeded = "identities.proof_needed"
    /// There is an account with this address that nobody has proved; send a code from `/api/arrival/mail`.
    ///
    /// Every way into the account of before ends with it.
    case identitiesCodeNeeded = "identities.code_needed"
    /// There is an account with this address, and the server sends no mail by which it could be shown whose it is.
    case identitiesNoMail = "identities.no_mail"
    /// The identity is linked with another account, or this one has as many as it may.
    case identitiesTaken = "identities.taken"
    /// The account could not be opened in any other way; set a password, or link another identity, first.
    case identitiesLastWay = "identities.last_way"
    /// The provider does not ask people once more who they are when it is asked to, or does not say so.
    case identitiesCannotConfirm = "identities.cannot_confirm"
    /// The provider did not ask within the last 5 minutes who is there, or does not say when it did.
    case identitiesNotRecent = "identities.not_recent"
    /// Whoever signed in at the provider is not whose account it is.
    case identitiesOtherIdentity = "identities.other_identity"
    /// The account has no such identity.
    case identitiesUnknownIdentity = "identities.unknown_identity"
    /// The server has no host name that passkeys could be bound to: it is known by an address in numbers, or speaks no
    /// TLS.
    case passkeysUnavailable = "passkeys.unavailable"
    /// The challenge is unknown, was answered, or is older than 5 minutes.
    case passkeysChallengeEnded = "passkeys.challenge_ended"
    /// The bytes cannot be read, or something is left over.
    case passkeysMalformed = "passkeys.malformed"
    /// A page of another origin asked, or a page within one, or something else was asked for.
    case passkeysWrongOrigin = "passkeys.wrong_origin"
    /// The authenticator answered for another server.
    case passkeysWrongParty = "passkeys.wrong_party"
    /// Nobody was there, or neither finger nor face nor PIN was checked.
    case passkeysNotVerified = "passkeys.not_verified"
    /// The key is of a kind that is not taken, or came with a statement that nobody asked for.
    case passkeysUnsupported = "passkeys.unsupported"
    /// There is no such passkey, or it did not make the signature; which one is not told.
    case passkeysRefused = "passkeys.refused"
    /// The signature is right, but the authenticator counts fewer than before; the owner is told.
    case passkeysCounterBack = "passkeys.counter_back"
    /// The passkey was added before.
    case passkeysRegistered = "passkeys.registered"
    /// The account has as many passkeys as it may.
    case passkeysTooMany = "passkeys.too_many"
    /// The name is blank, too long, or has something in it that is not shown.
    case passkeysInvalidLabel = "passkeys.invalid_label"
    /// The account has no such passkey.
    case passkeysUnknown = "passkeys.unknown"
    /// It is the one way in which anybody can sign in to the account.
    case passkeysLastWay = "passkeys.last_way"
    /// The account has no such notification.
    case inboxUnknown = "inbox.unknown"
    /// The account has no such alert.
    case inboxUnknownAlert = "inbox.unknown_alert"
    /// The account has as many alerts as it may.
    case inboxTooManyAlerts = "inbox.too_many_alerts"
    /// There is no such market, or its price cannot be this one.
    case inboxInvalidAlert = "inbox.invalid_alert"
    /// The server was not told how messages reach devices of this kind.
    case pushUnavailable = "push.unavailable"
    /// The endpoint is none of a push service, the token is none of an app, or the keys are none.
    case pushInvalidDevice = "push.invalid_device"
    /// The account has as many devices that are told things as it may.
    case pushTooManyDevices = "push.too_many_devices"
    /// The account has no such device that is told things.
    case pushUnknownDevice = "push.unknown_device"
    /// There are no such hours, there is no such time zone, or these are no shops.
    case pushInvalidRules = "push.invalid_rules"
    /// No venue of this server has such a beacon.
    case presenceUnknownBeacon = "presence.unknown_beacon"
    /// The beacon could not have sent this code.
    case presenceCodeMismatch = "presence.code_mismatch"
    /// The code was sent too long ago.
    case presenceStale = "presence.stale"
    /// This account has proved its presence with this code before.
    case presenceReplayed = "presence.replayed"
    /// Nobody walks from the last place to this one in that time.
    case presenceImplausible = "presence.implausible"
    /// Too many accounts have sent the same code.
    case presenceShared = "presence.shared"
    /// The sighting claims to be from the future.
    case presenceFuture = "presence.future"
    /// The account has no role at this shop or venue, or there is none; which of the two is not told.
    case staffNotYours = "staff.not_yours"
    /// The venue has no such beacon.
    case fleetUnknownBeacon = "fleet.unknown_beacon"
    /// There is no such claim, or the secret is not its own; which of the two is not told.
    case fleetUnknownClaim = "fleet.unknown_claim"
    /// The secret is right and has been used: somebody has what it gives.
    ///
    /// Ask the operator for another claim, which makes it worthless.
    case fleetClaimUsed = "fleet.claim_used"
    /// The secret is right, but a week is over, or the operator has ended the claim.
    case fleetClaimExpired = "fleet.claim_expired"
    /// The beacon has no claim that waits.
    case fleetNoClaim = "fleet.no_claim"
    /// The beacon has no new key, or a code of it has been taken already.
    case fleetNoRotation = "fleet.no_rotation"
    /// The numbers of a walk follow each other, and one before these has never come: send from the first on that was
    /// not acknowledged.
    case fleetActionMissing = "fleet.action_missing"
    /// Somebody who may has ended the role that this session was begun for, and with it the session.
    case staffRoleEnded = "staff.role_ended"
    /// No account with this address has this role at the venue.
    case staffUnknownRole = "staff.unknown_role"
    /// This is the last operator of the venue who can sign in; give the role to somebody else first.
    case staffLastOperator = "staff.last_operator"
    /// A merchant is invited to shops that the venue has, at least one; an operator to none.
    case staffUnknownShop = "staff.unknown_shop"
    /// A venue sends at most 50 invitations in 7 days.
    case staffTooManyInvitations = "staff.too_many_invitations"
    /// Without mail nobody can be invited; whoever runs the server gives roles on the machine.
    case staffNoMail = "staff.no_mail"
    /// No invitation belongs to this link, or it ended long ago.
    case staffInvitationUnknown = "staff.invitation_unknown"
    /// An invitation works once.
    case staffInvitationUsed = "staff.invitation_used"
    /// An invitation works for 7 days.
    case staffInvitationExpired = "staff.invitation_expired"
    /// Somebody who runs the venue has withdrawn it.
    case staffInvitationWithdrawn = "staff.invitation_withdrawn"
    /// Only the account with the address that was invited can accept; whoever invited can send another one.
    case staffOtherAddress = "staff.other_address"
    /// Whoever looks after a shop or a venue signs in with a second factor or a passkey; the account has neither yet.
    case staffFactorNeeded = "staff.factor_needed"
    /// The account did not choose this shop; nothing was kept.
    case loyaltyNotChosen = "loyalty.not_chosen"
    /// There is no such venue.
    case loyaltyUnknownVenue = "loyalty.unknown_venue"
    /// The venue has no such shop.
    case loyaltyUnknownShop = "loyalty.unknown_shop"
    /// More shops than one person may choose.
    case loyaltyTooManyChoices = "loyalty.too_many_choices"
    /// The account has no such coupon.
    case loyaltyUnknownCoupon = "loyalty.unknown_coupon"
    /// The account has the credential of this month already.
    case countingCredentialHad = "counting.credential_had"
    /// It is too early or too late for a credential of this month.
    case countingPeriodClosed = "counting.period_closed"
    /// The blinded request cannot be read.
    case countingInvalidRequest = "counting.invalid_request"
    /// The first day is after the last one, the days are more than 400, or one of them is none or has not come yet.
    case countingInvalidDays = "counting.invalid_days"
    /// There is no such shop, or its venue gives no points for time.
    case staysNotOffered = "stays.not_offered"
    /// The account has proved no visit inside of the shop in these ten minutes with a code that nobody disputes, or
    /// they have been over for five minutes.
    case staysNoProof = "stays.no_proof"
    /// The account has the credential of these ten minutes in this shop already.
    case staysHad = "stays.had"
    /// The blinded request cannot be read.
    case staysInvalidRequest = "stays.invalid_request"
    /// Of a stay that is shown without a session, nothing more is told.
    case staysRefused = "stays.refused"
    /// Points for the time of a day are paid from the next day of the venue on, for eight days.
    case staysClosedDay = "stays.closed_day"
    /// What was shown was not made with a credential for time in this venue on this day.
    case staysForged = "stays.forged"
    /// Somebody was paid for it already.
    case staysUsed = "stays.used"
    /// The account was paid for time in this venue on this day already.
    case staysPaid = "stays.paid"
    /// The shop has no such offer.
    case shopUnknownOffer = "shop.unknown_offer"
    /// The offer has changed since; `faults` tells the number of `version` as it is now, 0 when there is no such offer.
    case shopChanged = "shop.changed"
    /// The offer cannot be kept or published as it is; `faults` says why and where.
    case shopInvalidOffer = "shop.invalid_offer"
    /// The shop has as many offers as it may; delete drafts that are of no use.
    case shopTooManyOffers = "shop.too_many_offers"
    /// The offer has as many versions as it may; make a new one of it.
    case shopTooManyVersions = "shop.too_many_versions"
    /// The offer was deleted; restore it first.
    case shopDeleted = "shop.deleted"
    /// An offer that was published once stays in its history; it can be ended.
    case shopPublished = "shop.published"
    /// The publication has begun or there is none; the offer can be ended.
    case shopBegun = "shop.begun"
    /// The offer is neither given now nor will it be.
    case shopNotRunning = "shop.not_running"
    /// The till has used this key for another coupon; nothing was done.
    case shopKeyReused = "shop.key_reused"
    /// The shop has no such campaign.
    case campaignsUnknown = "campaigns.unknown"
    /// The campaign has changed since; `faults` tells the number of `version` as it is now.
    case campaignsChanged = "campaigns.changed"
    /// What has begun stays as it is, or its result would be worth nothing; it can be stopped.
    case campaignsBegun = "campaigns.begun"
    /// Only a campaign that runs can be stopped.
    case campaignsNotRunning = "campaigns.not_running"
    /// A shop has one campaign at a time; `faults` tells the days of the other.
    case campaignsOverlap = "campaigns.overlap"
    /// The campaign could not be measured as it is; `faults` says why and where.
    case campaignsInvalidTerms = "campaigns.invalid_terms"
    /// The shop has as many campaigns as it may; delete drafts that are of no use.
    case campaignsTooMany = "campaigns.too_many"
    /// The code is unknown, used or expired; which one is not told.
    case exposureCodeRefused = "exposure.code_refused"
    /// The phone has reported already; tracing has ended on it.
    case exposureAlreadyReported = "exposure.already_reported"
    /// This server traces no phone of this account.
    case exposureNoPhone = "exposure.no_phone"
    /// The text is not a case that a phone shows, or its key or date cannot be published.
    case exposureInvalidCase = "exposure.invalid_case"
    /// There is no such case, or it has been decided already.
    case exposureUnknownCase = "exposure.unknown_case"
    /// There is no such code, or it is no longer waiting.
    case exposureUnknownCode = "exposure.unknown_code"
    /// There is no such news or question.
    case publicationUnknown = "publication.unknown"
    /// There is no such area, venue or measure.
    case zonesUnknown = "zones.unknown"
    /// The file is neither GeoJSON of areas nor a table of cases; `detail` says where.
    case zonesInvalidFile = "zones.invalid_file"
    /// There is no such vault, slot or device of this account.
    case vaultUnknown = "vault.unknown"
    /// Too many failures: the vault waits, and `Retry-After` says for how long.
    case vaultLockedOut = "vault.locked_out"
    /// A hundred failures in a row: only the recovery code opens the vault now.
    case vaultStopped = "vault.stopped"
    /// Another device changed the same records first; fetch them and send again.
    case vaultConflict = "vault.conflict"
    /// The item or category was changed since it was fetched; nothing was written.
    ///
    /// Fetch it and change it again.
    case vaultChangedMeanwhile = "vault.changed_meanwhile"
    /// The account keeps as many sealed records as it may.
    case vaultFull = "vault.full"
    /// The element is not a point of the curve, or the receipt does not belong to this evaluation.
    case vaultInvalidElement = "vault.invalid_element"
    /// Nothing is open: unlock first.
    case vaultLocked = "vault.locked"
    /// The place, the password or the code does not open the vault.
    case vaultWrongSecret = "vault.wrong_secret"
    /// Nobody tells where this machine is.
    case vaultNoPosition = "vault.no_position"
    /// The position is less accurate than the cell of the vault.
    case vaultCoarsePosition = "vault.coarse_position"
    /// The name is empty, blank, too long or has control characters.
    case vaultInvalidName = "vault.invalid_name"
    /// The name is taken, perhaps in other letters or accents written otherwise.
    case vaultNameTaken = "vault.name_taken"
    /// There is no such item, category, slot or attachment.
    case vaultUnknownRecord = "vault.unknown_record"
    /// An item needs a value in at least one field.
    case vaultEmptyItem = "vault.empty_item"
    /// The category came with the vault and stays.
    case vaultProtectedCategory = "vault.protected_category"
    /// The cipher is weak, and nobody said that it is wanted all the same.
    case vaultWeakCipher = "vault.weak_cipher"
    /// The vault would have no way in.
    case vaultLastSlot = "vault.last_slot"
    /// The file is damaged, foreign or newer than this program; nothing was changed.
    case vaultDamaged = "vault.damaged"
    /// A server that the vault needs does not answer; nothing was tried.
    case vaultUnreachable = "vault.unreachable"
    /// The file cannot be imported; `detail` says which item and field.
    case vaultInvalidFile = "vault.invalid_file"
    /// There is no such market.
    case marketUnknownMarket = "market.unknown_market"
    /// The market takes no orders at the moment.
    case marketInactive = "market.inactive"
    /// The account has no such order.
    case marketUnknownOrder = "market.unknown_order"
    /// The account has placed another order under this `clientId`, in this market or another.
    case marketClientIdUsed = "market.client_id_used"
    /// The order cannot be for so little: as much or more of it has been executed.
    case marketAmountExecuted = "market.amount_executed"
    /// The market takes no orders for now; those that wait can be cancelled.
    case marketHalted = "market.halted"
    /// The market collects orders for an auction, and takes only limit orders that wait for it.
    case marketCollecting = "market.collecting"
    /// The order could trade only further from the last price than the market allows.
    case marketPriceCollar = "market.price_collar"
    /// The order was to end at a time that has passed.
    case marketInvalidExpiry = "market.invalid_expiry"
    /// The last trade has reached the stop already, or the two prices are the wrong way round.
    case marketStopReached = "market.stop_reached"
    /// An order of a pair cannot be amended; cancel it, which ends both, and place others.
    case marketPaired = "market.paired"
    /// The market is not in the phase that this needs.
    case marketWrongPhase = "market.wrong_phase"
    /// The order has been filled or cancelled already.
    case marketNotOpen = "market.not_open"
    /// Less is available than is needed.
    case marketNotEnoughBalance = "market.not_enough_balance"
    /// The market takes no order with such an amount, such a price or such conditions; `faults` say why.
    case marketInvalidOrder = "market.invalid_order"
    /// The order would trade at once, and was not to.
    case marketPostOnlyWouldTake = "market.post_only_would_take"
    /// The whole amount cannot be had at once, and nothing less was wanted.
    case marketFillOrKillShort = "market.fill_or_kill_short"
    /// The order would trade with another one of the same account.
    case marketSelfTrade = "market.self_trade"
    /// What can be had now is worse than the bound; nothing was exchanged.
    case marketBoundNotMet = "market.bound_not_met"
    /// There is no such asset, or it is not in use.
    case marketUnknownAsset = "market.unknown_asset"
    /// The amount is not a decimal number that the asset can have.
    case marketInvalidAmount = "market.invalid_amount"
    /// The account has as many open orders as it may.
    case marketLimitReached = "market.limit_reached"
    /// The markets do not work at the moment.
    case marketDisabled = "market.disabled"
    /// Nobody has this address.
    case marketUnknownAddress = "market.unknown_address"
    /// The address belongs to the account that sends; money can go to other people only.
    case marketTransferToOneself = "market.transfer_to_oneself"
    /// There is no such deposit or withdrawal.
    case marketUnknownRequest = "market.unknown_request"
    /// The deposit or withdrawal has been settled, refused or taken back already.
    case marketRequestDecided = "market.request_decided"
    /// Nobody of the staff decides about a deposit or withdrawal of their own.
    case marketOwnRequest = "market.own_request"
    /// You have approved it already; above the limit of its asset a second person has to.
    case marketSecondPersonNeeded = "market.second_person_needed"
    /// The withdrawal is below the minimum, or nothing would be left of it after the fee; `faults` says the least.
    case marketWithdrawalTooSmall = "market.withdrawal_too_small"
    /// More would leave than the account may send away in 24 hours; `faults` says how much it still may, and
    /// `/api/market/balances/{asset}/withdrawal-terms` does beforehand.
    case marketDailyLimit = "market.daily_limit"
    /// The address book has no such entry, or none for this asset.
    case marketUnknownDestination = "market.unknown_destination"
    /// Money can go to a new entry of the address book a day after it was added; `faults` says from when on.
    case marketDestinationWaits = "market.destination_waits"
    /// You let money go to the places of your address book alone, and this is none of them.
    case marketNotInAddressBook = "market.not_in_address_book"
    /// A part of the bank account is missing or does not pass its check; `faults` says which.
    case marketInvalidBankAccount = "market.invalid_bank_account"
    /// Nobody has asked for a payment with this number, or somebody else has.
    case marketUnknownPayment = "market.unknown_payment"
    /// The request asks for another asset or amount than was said, or less was paid than is to be sent back; `faults`
    /// says which.
    case marketPaymentDiffers = "market.payment_differs"
    /// Whoever asks for a payment cannot pay it.
    case marketPaymentToOneself = "market.payment_to_oneself"
    /// Somebody else has paid it, or it is too late.
    case marketPaymentEnded = "market.payment_ended"
    /// Nobody has paid it, it was sent back already, or whoever paid it is gone.
    case marketNotRefundable = "market.not_refundable"
    /// A text is empty, too long or has control characters.
    case marketInvalidText = "market.invalid_text"
    /// There is no account with this e-mail address.
    case marketUnknownAccount = "market.unknown_account"
    /// There is a market or an asset of this name.
    case marketNameTaken = "market.name_taken"
    /// No market can have these steps, this minimum or these fees.
    case marketInvalidRules = "market.invalid_rules"
    /// The plan or its draft has changed since; `faults` tells the numbers of `version` and `draft` as they are now.
    case planChanged = "plan.changed"
    /// Nothing waits to be published.
    case planNoDraft = "plan.no_draft"
    /// The plan cannot be in force as it is; `faults` says why and where.
    case planFaulty = "plan.faulty"
    /// The document has the UUID of another venue.
    case planOtherVenue = "plan.other_venue"
    /// The plan has no such version, or it is too old to be kept.
    case planUnknownVersion = "plan.unknown_version"
    /// The venue has no such picture.
    case planUnknownPicture = "plan.unknown_picture"
    /// The venue has as many pictures that no plan uses as it may; those of yesterday are removed by themselves.
    case planTooManyPictures = "plan.too_many_pictures"
    /// Nobody has surveyed the venue, or its map was taken out of force.
    case surveysNone = "surveys.none"
    /// The radio map has changed since; `faults` tells the number of its `version` as it is now.
    case surveysChanged = "surveys.changed"
    /// The file is no radio map; `faults` says why and where.
    case surveysFaulty = "surveys.faulty"
    /// The map was made on another plan than the one in force; `faults` names the beacons that hang elsewhere now, as
    /// `MAJOR.MINOR`, and none where it is the walls or the venue.
    case surveysOtherPlan = "surveys.other_plan"
    /// The two surveys together have more places, beacons or bytes than a map may have.
    case surveysTooLarge = "surveys.too_large"
    /// Reports of a day (UTC) are taken from the next day on until the third after it.
    case surveysClosedDay = "surveys.closed_day"
    /// The radio map in force has another number, which `faults` tells as its `version`; 0 where there is none.
    case surveysOtherMap = "surveys.other_map"
    /// The radio map in force has no such beacon.
    case surveysUnknownBeacon = "surveys.unknown_beacon"
    /// No credential for anonymous reports of the month made what was shown for the day.
    case surveysForged = "surveys.forged"
    /// Something was reported with the credential for the same day before.
    case surveysUsed = "surveys.used"
    /// The radio map has no such version, it is too old to be kept, or none was in force then.
    case surveysUnknownVersion = "surveys.unknown_version"
    /// The simulation has no phone of this account.
    case demoNoGuest = "demo.no_guest"
    /// The place is outside of the plan, or so near to a wall that nobody can stand there.
    case demoNoFloor = "demo.no_floor"
    /// The simulation has as many guests as it takes.
    case demoFull = "demo.full"
}

extension ProblemCode {
    /// The status of an answer with this code.
    package var status: Int {
        switch self {
        case .requestMalformed, .requestInvalidKey: 400
        case .accountsWrongCredentials, .accountsNotSignedIn, .vaultLocked: 401
        case .requestCrossSite, .accountsConfirmationNeeded, .accountsRoleEnded, .accountsUnproved,
            .accountsRecentlyRecovered, .accountsWrongRole, .accountsCodeNeeded, .accountsWrongCode,
            .accountsPasskeyNeeded, .accountsDeviceUnapproved, .accountsMailboxUnproved, .accountsDisabled,
            .identitiesUnknownState, .identitiesOtherBrowser, .identitiesDenied, .identitiesWrongIssuer,
            .identitiesMalformedToken, .identitiesWrongAlgorithm, .identitiesUnknownKey, .identitiesWrongSignature,
            .identitiesWrongAudience, .identitiesWrongParty, .identitiesExpired, .identitiesEarly,
            .identitiesWrongNonce, .identitiesWrongAccessToken, .identitiesWrongSubject, .identitiesWrongEvent,
            .identitiesRepeatedNotice, .identitiesNoEmail, .identitiesProofNeeded, .identitiesCodeNeeded,
            .identitiesNotRecent, .identitiesOtherIdentity, .passkeysWrongOrigin, .passkeysWrongParty,
            .passkeysNotVerified, .passkeysRefused, .passkeysCounterBack, .staffNotYours, .staffRoleEnded,
            .staffOtherAddress, .staffFactorNeeded, .loyaltyNotChosen, .vaultStopped, .vaultWrongSecret,
            .marketOwnRequest, .marketNotInAddressBook, .surveysForged:
            403
        case .requestNotFound, .accountsUnknownDevice, .accountsUnknownSession, .accountsUnknownKey, .photosUnknown,
            .identitiesUnknownProvider, .identitiesUnknownIdentity, .passkeysUnknown, .inboxUnknown, .inboxUnknownAlert,
            .pushUnknownDevice, .fleetUnknownBeacon, .fleetUnknownClaim, .staffUnknownRole, .staffInvitationUnknown,
            .loyaltyUnknownVenue, .loyaltyUnknownCoupon, .staysNotOffered, .shopUnknownOffer, .campaignsUnknown,
            .exposureNoPhone, .exposureUnknownCase, .exposureUnknownCode, .publicationUnknown, .zonesUnknown,
            .vaultUnknown, .vaultUnknownRecord, .marketUnknownMarket, .marketUnknownOrder, .marketUnknownAsset,
            .marketUnknownAddress, .marketUnknownRequest, .marketUnknownDestination, .marketUnknownPayment,
            .marketUnknownAccount, .planUnknownVersion, .planUnknownPicture, .surveysNone, .surveysUnknownVersion,
            .demoNoGuest:
            404
        case .requestMethodNotAllowed: 405
        case .requestTimeout: 408
        case .requestKeyInUse, .accountsEmailTaken, .accountsFactorOn, .accountsFactorOff, .accountsNoMail,
            .accountsMoneyLeft, .accountsMoneyHeld, .identitiesNoMail, .identitiesTaken, .identitiesLastWay,
            .identitiesCannotConfirm, .passkeysUnavailable, .passkeysRegistered, .passkeysLastWay, .pushUnavailable,
            .fleetNoClaim, .fleetNoRotation, .fleetActionMissing, .staffLastOperator, .staffTooManyInvitations,
            .staffNoMail, .countingCredentialHad, .staysHad, .staysUsed, .staysPaid, .shopDeleted, .shopPublished,
            .shopBegun, .shopNotRunning, .campaignsBegun, .campaignsNotRunning, .campaignsOverlap,
            .exposureAlreadyReported, .vaultConflict, .vaultChangedMeanwhile, .vaultNameTaken, .vaultProtectedCategory,
            .vaultLastSlot, .marketClientIdUsed, .marketPaired, .marketWrongPhase, .marketNotOpen,
            .marketRequestDecided, .marketSecondPersonNeeded, .marketPaymentEnded, .marketNotRefundable,
            .marketNameTaken, .planNoDraft, .surveysClosedDay, .surveysOtherMap, .surveysUsed:
            409
        case .accountsChallengeEnded, .accountsLinkEnded, .identitiesArrivalEnded, .passkeysChallengeEnded,
            .fleetClaimUsed, .fleetClaimExpired, .staffInvitationUsed, .staffInvitationExpired,
            .staffInvitationWithdrawn:
            410
        case .shopChanged, .campaignsChanged, .planChanged, .surveysChanged: 412
        case .requestTooLarge: 413
        case .requestUnsupportedMediaType: 415
        case .requestInvalid, .requestKeyReused, .accountsInvalidEmail, .accountsPasswordTooShort,
            .accountsPasswordTooLong, .accountsPasswordGuessable, .accountsInvalidName, .accountsTooManyKeys,
            .accountsInvalidKey, .photosUnknownFormat, .photosBroken, .photosTooLarge, .passkeysMalformed,
            .passkeysUnsupported, .passkeysTooMany, .passkeysInvalidLabel, .inboxTooManyAlerts, .inboxInvalidAlert,
            .pushInvalidDevice, .pushTooManyDevices, .pushInvalidRules, .presenceUnknownBeacon, .presenceCodeMismatch,
            .presenceStale, .presenceReplayed, .presenceImplausible, .presenceShared, .presenceFuture,
            .staffUnknownShop, .loyaltyUnknownShop, .loyaltyTooManyChoices, .countingPeriodClosed,
            .countingInvalidRequest, .countingInvalidDays, .staysNoProof, .staysInvalidRequest, .staysRefused,
            .staysClosedDay, .staysForged, .shopInvalidOffer, .shopTooManyOffers, .shopTooManyVersions, .shopKeyReused,
            .campaignsInvalidTerms, .campaignsTooMany, .exposureCodeRefused, .exposureInvalidCase, .zonesInvalidFile,
            .vaultInvalidElement, .vaultCoarsePosition, .vaultInvalidName, .vaultEmptyItem, .vaultWeakCipher,
            .vaultInvalidFile, .marketInactive, .marketAmountExecuted, .marketHalted, .marketCollecting,
            .marketPriceCollar, .marketInvalidExpiry, .marketStopReached, .marketNotEnoughBalance, .marketInvalidOrder,
            .marketPostOnlyWouldTake, .marketFillOrKillShort, .marketSelfTrade, .marketBoundNotMet,
            .marketInvalidAmount, .marketTransferToOneself, .marketWithdrawalTooSmall, .marketDailyLimit,
            .marketDestinationWaits, .marketInvalidBankAccount, .marketPaymentDiffers, .marketPaymentToOneself,
            .marketInvalidText, .marketInvalidRules, .planFaulty, .planOtherVenue, .surveysFaulty, .surveysOtherPlan,
            .surveysTooLarge, .surveysUnknownBeacon, .demoNoFloor:
            422
        case .requestMatchNeeded: 428
        case .requestTooMany, .requestTooManyAttempts, .vaultLockedOut, .marketLimitReached, .planTooManyPictures: 429
        case .requestHeadersTooLarge: 431
        case .serverInternal, .vaultDamaged: 500
        case .identitiesRefused, .identitiesUnreachable, .identitiesWrongDocument: 502
        case .requestOverloaded, .storageUnavailable, .vaultNoPosition, .vaultUnreachable, .marketDisabled, .demoFull:
            503
        case .requestOutcomeUnknown: 504
        case .vaultFull: 507
        }
    }

    /// What happened, in a few words for people.
    package var title: String {
        switch self {
        case .requestMalformed: "The body is not JSON"
        case .requestInvalid: "The body has faults"
        case .requestNotFound: "There is nothing here"
        case .requestMethodNotAllowed: "This method is not allowed here"
        case .requestTimeout: "The request took too long to arrive"
        case .requestTooLarge: "The body is too large"
        case .requestUnsupportedMediaType: "The body must be application/json"
        case .requestHeadersTooLarge: "The headers are too large"
        case .requestCrossSite: "The request may have come from another site"
        case .requestInvalidKey: "The key is not valid"
        case .requestKeyReused: "The key is that of another request"
        case .requestKeyInUse: "The request is being carried out"
        case .requestMatchNeeded: "The version is missing"
        case .requestTooMany: "Too many requests"
        case .requestTooManyAttempts: "Too many attempts to sign in"
        case .requestOverloaded: "The server is too busy"
        case .requestOutcomeUnknown: "Nobody knows whether this was done"
        case .serverInternal: "The server failed"
        case .storageUnavailable: "The database is not available"
        case .accountsInvalidEmail: "This is not an e-mail address"
        case .accountsPasswordTooShort: "The password is too short"
        case .accountsPasswordTooLong: "The password is too long"
        case .accountsPasswordGuessable: "The password is easily guessed"
        case .accountsEmailTaken: "There is already an account with this e-mail address"
        case .accountsWrongCredentials: "The e-mail address or the password is wrong"
        case .accountsNotSignedIn: "Nobody is signed in"
        case .accountsConfirmationNeeded: "Show once more who you are"
        case .accountsRoleEnded: "The role of this session has ended"
        case .accountsUnproved: "The e-mail address is not proved yet"
        case .accountsRecentlyRecovered: "The account was recovered by mail a short time ago"
        case .accountsWrongRole: "This account does not have the role that is needed"
        case .accountsCodeNeeded: "A code from the second factor is needed"
        case .accountsWrongCode: "The code is wrong"
        case .accountsPasskeyNeeded: "Show a passkey of yours"
        case .accountsFactorOn: "The second factor is on"
        case .accountsFactorOff: "The second factor is off"
        case .accountsDeviceUnapproved: "This device has not been approved"
        case .accountsChallengeEnded: "The code can no longer be used"
        case .accountsMailboxUnproved: "A code is on its way to the address"
        case .accountsLinkEnded: "The link can no longer be used"
        case .accountsDisabled: "The account is disabled"
        case .accountsInvalidName: "Nobody can be called so"
        case .accountsNoMail: "The server does not send mail"
        case .accountsUnknownDevice: "There is no such device"
        case .accountsUnknownSession: "There is no such session"
        case .accountsUnknownKey: "There is no such API key"
        case .accountsTooManyKeys: "There are too many API keys"
        case .accountsInvalidKey: "The API key cannot be made"
        case .photosUnknownFormat: "This is not a JPEG, PNG or WebP"
        case .photosBroken: "The photo cannot be read"
        case .photosTooLarge: "The photo is too large"
        case .photosUnknown: "There is no such photo"
        case .accountsMoneyLeft: "The account still has money"
        case .accountsMoneyHeld: "Money of the account is still held"
        case .identitiesUnknownProvider: "There is no such provider"
        case .identitiesUnknownState: "Nobody was sent to the provider with this"
        case .identitiesOtherBrowser: "The answer came back in another browser"
        case .identitiesDenied: "The sign-in was called off"
        case .identitiesRefused: "The provider refused"
        case .identitiesUnreachable: "The provider does not answer"
        case .identitiesWrongDocument: "The provider does not say what it should"
        case .identitiesWrongIssuer: "The answer is from another provider"
        case .identitiesMalformedToken: "The token is none"
        case .identitiesWrongAlgorithm: "The token is signed in another way"
        case .identitiesUnknownKey: "The provider has no such key"
        case .identitiesWrongSignature: "The token was not signed by the provider"
        case .identitiesWrongAudience: "The token is for somebody else"
        case .identitiesWrongParty: "The token was given to another party"
        case .identitiesExpired: "The token has expired"
        case .identitiesEarly: "The token is from the future"
        case .identitiesWrongNonce: "The token answers another question"
        case .identitiesWrongAccessToken: "The tokens do not belong together"
        case .identitiesWrongSubject: "The provider tells of somebody else"
        case .identitiesWrongEvent: "This is no notice of a sign-out"
        case .identitiesRepeatedNotice: "This notice was taken before"
        case .identitiesNoEmail: "The provider tells no e-mail address"
        case .identitiesArrivalEnded: "The sign-in can no longer be finished"
        case .identitiesProofNeeded: "Show that the account is yours"
        case .identitiesCodeNeeded: "Show that the address is yours"
        case .identitiesNoMail: "The server does not send mail"
        case .identitiesTaken: "The identity is linked already"
        case .identitiesLastWay: "The account could not be opened any more"
        case .identitiesCannotConfirm: "This provider does not ask anew"
        case .identitiesNotRecent: "The provider did not see you just now"
        case .identitiesOtherIdentity: "This is another identity"
        case .identitiesUnknownIdentity: "There is no such identity"
        case .passkeysUnavailable: "Passkeys are not offered here"
        case .passkeysChallengeEnded: "This challenge can no longer be answered"
        case .passkeysMalformed: "This is not what an authenticator sends"
        case .passkeysWrongOrigin: "Another page asked for this"
        case .passkeysWrongParty: "This passkey is for another server"
        case .passkeysNotVerified: "The authenticator did not check who you are"
        case .passkeysUnsupported: "This kind of passkey is not taken"
        case .passkeysRefused: "This passkey does not open an account here"
        case .passkeysCounterBack: "There may be a copy of this passkey"
        case .passkeysRegistered: "This passkey was added before"
        case .passkeysTooMany: "There are too many passkeys"
        case .passkeysInvalidLabel: "A passkey cannot be called so"
        case .passkeysUnknown: "There is no such passkey"
        case .passkeysLastWay: "You could not sign in any more"
        case .inboxUnknown: "There is no such notification"
        case .inboxUnknownAlert: "There is no such alert"
        case .inboxTooManyAlerts: "There are too many alerts"
        case .inboxInvalidAlert: "The alert is not valid"
        case .pushUnavailable: "This server pushes nothing to such devices"
        case .pushInvalidDevice: "The device cannot be told anything"
        case .pushTooManyDevices: "There are too many devices"
        case .pushUnknownDevice: "There is no such device"
        case .pushInvalidRules: "The rules are not valid"
        case .presenceUnknownBeacon: "There is no such beacon"
        case .presenceCodeMismatch: "The beacon never sent this code"
        case .presenceStale: "The code is too old"
        case .presenceReplayed: "The code has been used before"
        case .presenceImplausible: "Nobody walks that fast"
        case .presenceShared: "Too many people sent this code"
        case .presenceFuture: "The sighting is from the future"
        case .staffNotYours: "This is not yours to look after"
        case .fleetUnknownBeacon: "There is no such beacon"
        case .fleetUnknownClaim: "There is no such claim"
        case .fleetClaimUsed: "The claim has been used"
        case .fleetClaimExpired: "The claim has ended"
        case .fleetNoClaim: "There is no claim to end"
        case .fleetNoRotation: "There is no new key"
        case .fleetActionMissing: "An action is missing"
        case .staffRoleEnded: "The role of this session has ended"
        case .staffUnknownRole: "Nobody here has this role"
        case .staffLastOperator: "The venue would be left without an operator"
        case .staffUnknownShop: "The venue has no such shop"
        case .staffTooManyInvitations: "Too many invitations"
        case .staffNoMail: "This server sends no mail"
        case .staffInvitationUnknown: "There is no such invitation"
        case .staffInvitationUsed: "The invitation has been used"
        case .staffInvitationExpired: "The invitation has expired"
        case .staffInvitationWithdrawn: "The invitation has been withdrawn"
        case .staffOtherAddress: "The invitation is for another address"
        case .staffFactorNeeded: "A second factor or a passkey is needed"
        case .loyaltyNotChosen: "The shop was not chosen"
        case .loyaltyUnknownVenue: "There is no such venue"
        case .loyaltyUnknownShop: "There is no such shop"
        case .loyaltyTooManyChoices: "Too many shops were chosen"
        case .loyaltyUnknownCoupon: "There is no such coupon"
        case .countingCredentialHad: "The credential was issued before"
        case .countingPeriodClosed: "No credential is issued for this month"
        case .countingInvalidRequest: "This asks for no credential"
        case .countingInvalidDays: "There are no such days"
        case .staysNotOffered: "No points are given for time here"
        case .staysNoProof: "Nobody was proved there then"
        case .staysHad: "The credential was issued before"
        case .staysInvalidRequest: "This asks for no credential"
        case .staysRefused: "This shows no stay"
        case .staysClosedDay: "The day is not paid now"
        case .staysForged: "This is no credential of the day"
        case .staysUsed: "The credential was used before"
        case .staysPaid: "The day was paid before"
        case .shopUnknownOffer: "There is no such offer"
        case .shopChanged: "Somebody else was quicker"
        case .shopInvalidOffer: "The offer has faults"
        case .shopTooManyOffers: "There are too many offers"
        case .shopTooManyVersions: "The offer was changed too often"
        case .shopDeleted: "The offer was deleted"
        case .shopPublished: "The offer was published"
        case .shopBegun: "There is nothing to take back"
        case .shopNotRunning: "The offer is not given"
        case .shopKeyReused: "The key is that of another coupon"
        case .campaignsUnknown: "There is no such campaign"
        case .campaignsChanged: "Somebody else was quicker"
        case .campaignsBegun: "The campaign has begun"
        case .campaignsNotRunning: "The campaign is not running"
        case .campaignsOverlap: "There is another campaign then"
        case .campaignsInvalidTerms: "There can be no such campaign"
        case .campaignsTooMany: "There are too many campaigns"
        case .exposureCodeRefused: "The code is not valid"
        case .exposureAlreadyReported: "This phone has already reported"
        case .exposureNoPhone: "None of your phones is traced here"
        case .exposureInvalidCase: "This case cannot be registered"
        case .exposureUnknownCase: "There is no such case"
        case .exposureUnknownCode: "There is no such code"
        case .publicationUnknown: "There is no such entry"
        case .zonesUnknown: "There is no such area"
        case .zonesInvalidFile: "The file cannot be understood"
        case .vaultUnknown: "There is no such vault"
        case .vaultLockedOut: "The vault is locked after too many failed attempts"
        case .vaultStopped: "Only the recovery code now opens this vault"
        case .vaultConflict: "Another device was faster"
        case .vaultChangedMeanwhile: "It has been changed in the meantime"
        case .vaultFull: "There is no room for more records"
        case .vaultInvalidElement: "The element is not valid"
        case .vaultLocked: "The vault is locked"
        case .vaultWrongSecret: "That does not open the vault"
        case .vaultNoPosition: "There is no position"
        case .vaultCoarsePosition: "The position is not accurate enough"
        case .vaultInvalidName: "The name is not valid"
        case .vaultNameTaken: "The name is taken"
        case .vaultUnknownRecord: "There is no such record"
        case .vaultEmptyItem: "An item needs a value"
        case .vaultProtectedCategory: "This category cannot be changed"
        case .vaultWeakCipher: "The cipher is weak"
        case .vaultLastSlot: "The last way in cannot be removed"
        case .vaultDamaged: "The vault cannot be read"
        case .vaultUnreachable: "A server that the vault needs is not answering"
        case .vaultInvalidFile: "The file cannot be imported"
        case .marketUnknownMarket: "There is no such market"
        case .marketInactive: "The market is paused"
        case .marketUnknownOrder: "There is no such order"
        case .marketClientIdUsed: "Another order has this name"
        case .marketAmountExecuted: "As much is executed already"
        case .marketHalted: "The market is halted"
        case .marketCollecting: "The market is in an auction"
        case .marketPriceCollar: "This is too far from the last price"
        case .marketInvalidExpiry: "The order would have ended already"
        case .marketStopReached: "The stop has been reached already"
        case .marketPaired: "The order is one of a pair"
        case .marketWrongPhase: "The market is not in this phase"
        case .marketNotOpen: "The order is no longer open"
        case .marketNotEnoughBalance: "The balance is not enough"
        case .marketInvalidOrder: "The order is not valid"
        case .marketPostOnlyWouldTake: "The order would trade at once"
        case .marketFillOrKillShort: "The whole amount is not available"
        case .marketSelfTrade: "The order would trade with one of yours"
        case .marketBoundNotMet: "The price is worse than the bound"
        case .marketUnknownAsset: "There is no such asset"
        case .marketInvalidAmount: "The amount is not valid"
        case .marketLimitReached: "There are too many open orders"
        case .marketDisabled: "The markets are closed"
        case .marketUnknownAddress: "There is no such address"
        case .marketTransferToOneself: "This address is your own"
        case .marketUnknownRequest: "There is no such request"
        case .marketRequestDecided: "The request has already been decided"
        case .marketOwnRequest: "This is a request of your own"
        case .marketSecondPersonNeeded: "Somebody else has to approve it"
        case .marketWithdrawalTooSmall: "The withdrawal is too small"
        case .marketDailyLimit: "This is more than you may send away today"
        case .marketUnknownDestination: "Your address book has no such entry"
        case .marketDestinationWaits: "This entry is too new"
        case .marketNotInAddressBook: "This is not in your address book"
        case .marketInvalidBankAccount: "This is no bank account"
        case .marketUnknownPayment: "There is no such payment"
        case .marketPaymentDiffers: "The request asks for something else"
        case .marketPaymentToOneself: "This is a request of your own"
        case .marketPaymentEnded: "This can no longer be paid"
        case .marketNotRefundable: "There is nothing to send back"
        case .marketInvalidText: "The text is not valid"
        case .marketUnknownAccount: "There is no such account"
        case .marketNameTaken: "The name is taken"
        case .marketInvalidRules: "The rules of the market are not valid"
        case .planChanged: "Somebody else was quicker"
        case .planNoDraft: "There is no draft"
        case .planFaulty: "The plan has faults"
        case .planOtherVenue: "This is the plan of another venue"
        case .planUnknownVersion: "There is no such version"
        case .planUnknownPicture: "There is no such picture"
        case .planTooManyPictures: "There are too many pictures"
        case .surveysNone: "There is no radio map"
        case .surveysChanged: "Somebody else was quicker"
        case .surveysFaulty: "The file is no radio map"
        case .surveysOtherPlan: "The map was made on another plan"
        case .surveysTooLarge: "The map would be too large"
        case .surveysClosedDay: "It is not the time for that day"
        case .surveysOtherMap: "Another radio map is in force"
        case .surveysUnknownBeacon: "The radio map has no such beacon"
        case .surveysForged: "The credential is not good"
        case .surveysUsed: "The credential was used"
        case .surveysUnknownVersion: "There is no such version"
        case .demoNoGuest: "You have no phone in the simulation"
        case .demoNoFloor: "Nobody can stand there"
        case .demoFull: "The simulation is full"
        }
    }
}
