// Written by `make api` from the table in API/; edit that, not this.

@testable import API

/// Every body that travels, with the JSON of its example.
let bodiesAndExamples: [(type: any APIBody.Type, json: String)] = [
    (
        CredentialsBody.self,
        #"{"email":"ana@example.org","password":"correct horse battery","code":"287082","passkey":{"credential":"seZqlMTzBODRSNp4G2d-YibF-WWWEnWh4oq1X8CCrCM","clientData":"eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0","authenticatorData":"SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAg","signature":"brfWJJysdLAxOm3Y0G4V9lsPHruZ1lG3BOpxojG8G8o","user":"AAAAAAAAAAAAAAAAAAAAAA","deviceLabel":"Telephone"},"device":"w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9","deviceLabel":"Telephone"}"#
    ),
    (
        SessionBody.self,
        #"{"token":"zKq0m6yPZ7p2mN1b9cT4sQ8vX3fJ5hLdWgRaEuYiOtA","expiresAt":"2026-12-21T09:30:00.250Z","email":"ana@example.org","device":"w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9"}"#
    ),
    (
        AccountBody.self,
        #"{"email":"ana@example.org","signedInAt":"2026-11-21T09:30:00.250Z","expiresAt":"2026-12-21T09:30:00.250Z","proof":"mailbox","displayName":"Ana","hasPassword":true,"role":"health"}"#
    ),
    (RoleCredentialsBody.self, #"{"email":"eva@salud.example","password":"correct horse battery","code":"287082"}"#),
    (
        DeviceApprovalBody.self,
        #"{"challenge":"w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9","code":"7KQ3M","deviceLabel":"Telephone"}"#
    ),
    (SecurityBody.self, #"{"needsCode":true,"recoveryCodesLeft":10,"approvesDevices":false,"canApproveDevices":true}"#),
    (PasswordBody.self, #"{"password":"correct horse battery"}"#),
    (OwnerBody.self, #"{"password":"correct horse battery","code":"287082"}"#),
    (FactorCodeBody.self, #"{"code":"287082"}"#),
    (
        AuthenticatorBody.self,
        #"{"otpauth":"otpauth://totp/Cerca:ana%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Cerca","qr":["1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010","1010101010101010101010"]}"#
    ),
    (
        RecoveryCodesBody.self,
        #"{"codes":["7KQ3-M9XW-2TFA-HJ45","7KQ3-M9XW-2TFA-HJ45","7KQ3-M9XW-2TFA-HJ45","7KQ3-M9XW-2TFA-HJ45","7KQ3-M9XW-2TFA-HJ45","7KQ3-M9XW-2TFA-HJ45","7KQ3-M9XW-2TFA-HJ45","7KQ3-M9XW-2TFA-HJ45","7KQ3-M9XW-2TFA-HJ45","7KQ3-M9XW-2TFA-HJ45"]}"#
    ),
    (
        DeviceRuleBody.self,
        #"{"isOn":true,"password":"correct horse battery","device":"fJ5hLdWgRaEuYiOtA2mN1b9cT4sQ8vX3","deviceLabel":"Telephone"}"#
    ),
    (DeviceTokenBody.self, #"{"device":"w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9"}"#),
    (
        DevicesBody.self,
        #"{"devices":[{"id":"5a5a5a5a5a5a5a5a5a5a5a5a","label":"Firefox, Linux","approvedOn":"2026-11-21T00:00:00.000Z","seenOn":"2026-11-21T00:00:00.000Z","isCurrent":true}]}"#
    ),
    (
        DeviceBody.self,
        #"{"id":"5a5a5a5a5a5a5a5a5a5a5a5a","label":"Firefox, Linux","approvedOn":"2026-11-21T00:00:00.000Z","seenOn":"2026-11-21T00:00:00.000Z","isCurrent":true}"#
    ),
    (
        SessionsBody.self,
        #"{"sessions":[{"id":"6b6b6b6b6b6b6b6b6b6b6b6b","label":"Firefox, Linux","begunOn":"2026-11-21T00:00:00.000Z","role":"health","isCurrent":true}]}"#
    ),
    (
        ListedSessionBody.self,
        #"{"id":"6b6b6b6b6b6b6b6b6b6b6b6b","label":"Firefox, Linux","begunOn":"2026-11-21T00:00:00.000Z","role":"health","isCurrent":true}"#
    ),
    (
        APIKeyDraftBody.self,
        #"{"label":"Trading programme","scopes":["read","trade"],"expiresAt":"2026-12-21T09:30:00.250Z","addresses":["192.0.2.0/24"],"password":"correct horse battery","code":"287082"}"#
    ),
    (
        NewAPIKeyBody.self,
        #"{"public":"MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U","secret":"w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9"}"#
    ),
    (
        APIKeysBody.self,
        #"{"keys":[{"public":"MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U","label":"Trading programme","scopes":["read","trade"],"madeOn":"2026-11-21T00:00:00.000Z","expiresAt":"2026-12-21T09:30:00.250Z","addresses":["192.0.2.0/24"]}]}"#
    ),
    (
        APIKeyBody.self,
        #"{"public":"MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U","label":"Trading programme","scopes":["read","trade"],"madeOn":"2026-11-21T00:00:00.000Z","expiresAt":"2026-12-21T09:30:00.250Z","addresses":["192.0.2.0/24"]}"#
    ),
    (
        PasskeyChallengeBody.self,
        #"{"challenge":"w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9","party":"cerca.example"}"#
    ),
    (
        PasskeyAssertionBody.self,
        #"{"credential":"seZqlMTzBODRSNp4G2d-YibF-WWWEnWh4oq1X8CCrCM","clientData":"eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0","authenticatorData":"SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAg","signature":"brfWJJysdLAxOm3Y0G4V9lsPHruZ1lG3BOpxojG8G8o","user":"AAAAAAAAAAAAAAAAAAAAAA","deviceLabel":"Telephone"}"#
    ),
    (
        NewPasskeyChallengeBody.self,
        #"{"challenge":"w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9","party":"cerca.example","user":"AAAAAAAAAAAAAAAAAAAAAA","name":"ana@example.org","displayName":"Ana","algorithms":[-8,-7,-257],"known":["seZqlMTzBODRSNp4G2d-YibF-WWWEnWh4oq1X8CCrCM"]}"#
    ),
    (
        NewPasskeyBody.self,
        #"{"clientData":"eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0","attestation":"o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVgl","label":"Telephone"}"#
    ),
    (PasskeyNameBody.self, #"{"label":"Telephone"}"#),
    (
        PasskeyBody.self,
        #"{"id":"5d41402abc4b2a76b9719d91","credential":"seZqlMTzBODRSNp4G2d-YibF-WWWEnWh4oq1X8CCrCM","label":"Telephone","madeOn":"2026-11-21T00:00:00.000Z","usedOn":"2026-11-22T00:00:00.000Z"}"#
    ),
    (
        PasskeysBody.self,
        #"{"passkeys":[{"id":"5d41402abc4b2a76b9719d91","credential":"seZqlMTzBODRSNp4G2d-YibF-WWWEnWh4oq1X8CCrCM","label":"Telephone","madeOn":"2026-11-21T00:00:00.000Z","usedOn":"2026-11-22T00:00:00.000Z"}],"party":"cerca.example"}"#
    ),
    (IdentityProvidersBody.self, #"{"providers":[{"name":"google","label":"Google"}]}"#),
    (IdentityProviderBody.self, #"{"name":"google","label":"Google"}"#),
    (ArrivalBody.self, #"{"provider":"Google","email":"ana@example.org","step":"enter","sendsMail":true}"#),
    (
        ArrivalProofBody.self,
        #"{"password":"correct horse battery","mailCode":"7KQ3M","code":"287082","device":"w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9","deviceLabel":"Telephone"}"#
    ),
    (
        IdentitiesBody.self,
        #"{"identities":[{"id":"6b6b6b6b6b6b6b6b6b6b6b6b","provider":"google","label":"Google","email":"ana@example.org","confirms":true,"linkedOn":"2026-11-21T00:00:00.000Z"}],"signOutAddress":"https://accounts.example/logout"}"#
    ),
    (
        LinkedIdentityBody.self,
        #"{"id":"6b6b6b6b6b6b6b6b6b6b6b6b","provider":"google","label":"Google","email":"ana@example.org","confirms":true,"linkedOn":"2026-11-21T00:00:00.000Z"}"#
    ),
    (ProviderConfirmationBody.self, #"{"code":"287082"}"#),
    (ProviderAddressBody.self, #"{"address":"https://accounts.example/authorize?response_type=code"}"#),
    (MailboxChallengeBody.self, #"{"challenge":"w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9"}"#),
    (MailboxProofBody.self, #"{"challenge":"w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9","code":"402916"}"#),
    (
        PasswordChangeBody.self,
        #"{"password":"correct horse battery","code":"287082","newPassword":"wrong donkey charger"}"#
    ),
    (AddressBody.self, #"{"email":"ana@example.org"}"#),
    (
        PasswordResetBody.self,
        #"{"token":"w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9","newPassword":"wrong donkey charger"}"#
    ),
    (LinkTokenBody.self, #"{"token":"w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9"}"#),
    (DisplayNameBody.self, #"{"displayName":"Ana"}"#),
    (
        SignOutEverywhereBody.self,
        #"{"endsDevices":false,"endsKeys":false,"endsPasskeys":false,"endsIdentities":false}"#
    ),
    (
        SignedOutEverywhereBody.self,
        #"{"sessionsEnded":3,"devicesLeft":2,"keysLeft":1,"passkeysLeft":1,"identitiesLeft":0}"#
    ),
    (
        AccountDeletionBody.self,
        #"{"balances":[{"asset":"CLP","total":"735.98669","available":"700"}],"hasMoney":true,"isHeld":false,"keys":1,"coupons":4}"#
    ),
    (AccountFarewellBody.self, #"{"forfeits":false}"#),
    (
        AccountTrailBody.self,
        #"{"events":[{"kind":"device.new","on":"2026-11-21T00:00:00.000Z","times":1,"label":"Firefox, Linux","address":"192.0.2.17"}],"keepsAddresses":false,"isMailed":true}"#
    ),
    (
        AccountEventBody.self,
        #"{"kind":"device.new","on":"2026-11-21T00:00:00.000Z","times":1,"label":"Firefox, Linux","address":"192.0.2.17"}"#
    ),
    (TrailAddressesBody.self, #"{"isOn":true}"#),
    (PhotoBody.self, #"{"photo":"5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c"}"#),
    (
        VenuesBody.self,
        #"{"venues":[{"uuid":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","name":"Galerías del Faro","shops":13,"beacons":41}]}"#
    ),
    (
        VenueSummaryBody.self,
        #"{"uuid":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","name":"Galerías del Faro","shops":13,"beacons":41}"#
    ),
    (
        VenueBody.self,
        #"{"uuid":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","name":"Galerías del Faro","timeZone":"Europe/Madrid","location":{"latitude":43.3623,"longitude":-8.4115},"plan":{"width":120,"height":60,"walls":[[0,20.5,40,20.5]],"image":"/galerias.svg","imageArea":[0,20.5,40,20.5]},"shops":[{"major":100,"name":"Marea","category":"fashion","area":[[0,20.5],[14,20.5],[14,40]]}],"beacons":[{"major":100,"minor":1,"x":2.5,"y":21,"zone":"window","measuredPower":-59,"period":60,"neighbours":[[100,2]]}],"pointsForTime":5}"#
    ),
    (LocationBody.self, #"{"latitude":43.3623,"longitude":-8.4115}"#),
    (
        PlanBody.self,
        #"{"width":120,"height":60,"walls":[[0,20.5,40,20.5]],"image":"/galerias.svg","imageArea":[0,20.5,40,20.5]}"#
    ),
    (ShopBody.self, #"{"major":100,"name":"Marea","category":"fashion","area":[[0,20.5],[14,20.5],[14,40]]}"#),
    (
        BeaconBody.self,
        #"{"major":100,"minor":1,"x":2.5,"y":21,"zone":"window","measuredPower":-59,"period":60,"neighbours":[[100,2]]}"#
    ),
    (PointBody.self, #"[2.5,21]"#),
    (SegmentBody.self, #"[0,20.5,40,20.5]"#),
    (BeaconPairBody.self, #"[100,2]"#),
    (ShopReferenceBody.self, #"{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"name":"Marea"}"#),
    (ShopChoiceBody.self, #"{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"term":"coupons"}"#),
    (
        ChoicesBody.self,
        #"{"shops":[{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100},{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":101}]}"#
    ),
    (
        VisitBody.self,
        #"{"id":"v7Jd0sQm2LkE","shop":{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"name":"Marea"},"at":"2026-11-21T09:30:00.250Z","until":"2026-12-21T09:30:00.250Z","proofs":["v7Jd0sQm2LkE","q2Rt9xLp4WzB"],"disputed":false}"#
    ),
    (
        VisitsBody.self,
        #"{"visits":[{"id":"v7Jd0sQm2LkE","shop":{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"name":"Marea"},"at":"2026-11-21T09:30:00.250Z","until":"2026-12-21T09:30:00.250Z","proofs":["v7Jd0sQm2LkE","q2Rt9xLp4WzB"],"disputed":false}]}"#
    ),
    (
        CouponBody.self,
        #"{"id":"c5Tn8bXw1RyU","shop":{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"name":"Marea"},"text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"},"points":20,"receivedAt":"2026-11-21T09:30:00.250Z","validUntil":"2026-12-21T09:30:00.250Z","state":"open","usedOn":"2026-12-20T23:00:00.000Z","pointsPaid":"received","secret":"57bb17f3f5f52ee8b9737be34ae152fd977096ad23f2390bb80ba3084d7fa6e2"}"#
    ),
    (
        CouponsBody.self,
        #"{"coupons":[{"id":"c5Tn8bXw1RyU","shop":{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"name":"Marea"},"text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"},"points":20,"receivedAt":"2026-11-21T09:30:00.250Z","validUntil":"2026-12-21T09:30:00.250Z","state":"open","usedOn":"2026-12-20T23:00:00.000Z","pointsPaid":"received","secret":"57bb17f3f5f52ee8b9737be34ae152fd977096ad23f2390bb80ba3084d7fa6e2"}]}"#
    ),
    (
        SightingBody.self,
        #"{"uuid":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"minor":1,"code":"9f3c1a7be05d42886b1f0c93d7ae","heardAt":"2026-11-21T09:30:00.250Z","telemetry":{"millivolts":2870,"temperature256":5504,"advertisements":4860000,"uptimeDeciseconds":36000000}}"#
    ),
    (
        BeaconTelemetryBody.self,
        #"{"millivolts":2870,"temperature256":5504,"advertisements":4860000,"uptimeDeciseconds":36000000}"#
    ),
    (
        SightingReceiptBody.self,
        #"{"shop":{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"name":"Marea"},"visit":"v7Jd0sQm2LkE","at":"2026-11-21T09:30:00.250Z","disputed":false,"offers":[{"id":"c5Tn8bXw1RyU","shop":{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"name":"Marea"},"text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"},"points":20,"receivedAt":"2026-11-21T09:30:00.250Z","validUntil":"2026-12-21T09:30:00.250Z","state":"open","usedOn":"2026-12-20T23:00:00.000Z","pointsPaid":"received","secret":"57bb17f3f5f52ee8b9737be34ae152fd977096ad23f2390bb80ba3084d7fa6e2"}]}"#
    ),
    (
        SightingAcceptedBody.self,
        #"{"shop":{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"name":"Marea"},"visit":"v7Jd0sQm2LkE","at":"2026-11-21T09:30:00.250Z","disputed":false}"#
    ),
    (SightingRejectedBody.self, #"{"code":"presence.stale","at":"2026-11-21T09:30:00.250Z"}"#),
    (
        PictureBody.self,
        #"{"from":"2026-11-21T09:30:00.250Z","until":"2026-12-21T09:30:00.250Z","shops":[{"major":100,"visits":17},{"major":101,"visits":null}],"accepted":128,"disputed":16,"rejected":{"presence.stale":3}}"#
    ),
    (PictureShopBody.self, #"{"major":100,"visits":17}"#),
    (
        InboxBody.self,
        #"{"notifications":[{"id":"0193a1b2c3d4","kind":"price.reached","at":"2026-11-21T09:30:00.250Z","isRead":false,"market":"ETHCLP","order":"O6572150","side":"buy","price":"10000","amount":"0.3","direction":"above","asset":"CLP","request":"12","invoice":"P123456789012345","label":"Firefox, Linux"}],"unread":1}"#
    ),
    (
        NotificationBody.self,
        #"{"id":"0193a1b2c3d4","kind":"price.reached","at":"2026-11-21T09:30:00.250Z","isRead":false,"market":"ETHCLP","order":"O6572150","side":"buy","price":"10000","amount":"0.3","direction":"above","asset":"CLP","request":"12","invoice":"P123456789012345","label":"Firefox, Linux"}"#
    ),
    (
        AlertsBody.self,
        #"{"alerts":[{"id":"0193a1b2c3d4","kind":"price","market":"ETHCLP","direction":"above","price":"10000"}]}"#
    ),
    (AlertDraftBody.self, #"{"market":"ETHCLP","direction":"above","price":"10000"}"#),
    (AlertBody.self, #"{"id":"0193a1b2c3d4","kind":"price","market":"ETHCLP","direction":"above","price":"10000"}"#),
    (
        PushBody.self,
        #"{"publicKey":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","devices":[{"id":"5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a","carrier":"web","label":"Firefox, Linux","muted":["reminders"],"registeredOn":"2026-11-21T00:00:00.000Z","isCurrent":true}],"rules":{"isSilent":false,"quietFrom":1320,"quietUntil":480,"timeZone":"America/Santiago","mutedShops":[{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100}]}}"#
    ),
    (
        PushRegistrationBody.self,
        #"{"carrier":"web","endpoint":"https://push.example.org/send/c0ffee","token":"c0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ff","isSandbox":false,"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg","language":"en"}"#
    ),
    (
        PushDeviceBody.self,
        #"{"id":"5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a","carrier":"web","label":"Firefox, Linux","muted":["reminders"],"registeredOn":"2026-11-21T00:00:00.000Z","isCurrent":true}"#
    ),
    (PushMutingBody.self, #"{"muted":["reminders","prices"]}"#),
    (
        PushRulesBody.self,
        #"{"isSilent":false,"quietFrom":1320,"quietUntil":480,"timeZone":"America/Santiago","mutedShops":[{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100}]}"#
    ),
    (
        TracingBody.self,
        #"{"state":"on","since":"2026-11-07","now":"2026-11-21T09:30:00.250Z","lastSync":"2026-11-21T09:30:00.250Z","nextSync":"2026-12-21T09:30:00.250Z","contacts":[{"day":"2026-11-18","daysAgo":3,"contacts":12}],"exposures":[{"day":"2026-11-18","daysAgo":3,"foundOn":"2026-11-21","minutes":25,"probability":71,"grade":"medium"}],"notices":[{"kind":"heartbeat","day":"2026-11-21","daysAgo":0,"heartbeat":6,"missed":1}],"reportable":{"from":"2026-11-07","to":"2026-11-21"},"venueDays":3,"gaps":1,"codesHaveCheckDigit":true}"#
    ),
    (ContactDayBody.self, #"{"day":"2026-11-18","daysAgo":3,"contacts":12}"#),
    (
        ExposureDayBody.self,
        #"{"day":"2026-11-18","daysAgo":3,"foundOn":"2026-11-21","minutes":25,"probability":71,"grade":"medium"}"#
    ),
    (TracingNoticeBody.self, #"{"kind":"heartbeat","day":"2026-11-21","daysAgo":0,"heartbeat":6,"missed":1}"#),
    (ReportableDaysBody.self, #"{"from":"2026-11-07","to":"2026-11-21"}"#),
    (TracingSwitchBody.self, #"{"on":true}"#),
    (ReportCodeBody.self, #"{"code":"1234 5678 9012","venueDays":true}"#),
    (
        CaseCodeBody.self,
        #"{"url":"https://cerca.example/console/health#case=V1.QUJD","checkWords":"4F2A-91C0","modules":["101","010","101"]}"#
    ),
    (
        ExposureParametersBody.self,
        #"{"publicKey":"-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIvLFfmDgYNvdLWD8jOyHXrdcR5f2\npB6EGQ6iZ1lCXPOMdRYPHsUS9bJjhxMhOFdMN9P3RNYyqNS4THFGoVTLoA==\n-----END PUBLIC KEY-----","batchSeconds":7200,"retentionDays":14,"codesHaveCheckDigit":true}"#
    ),
    (
        NewsBody.self,
        #"{"news":[{"id":"n5Tn8bXw1RyU","publishedOn":"2026-11-20","title":{"en":"New test centre","es":"Nuevo centro de pruebas"},"text":{"en":"From Monday on, tests are made at the harbour as well.","es":"Desde el lunes, también se hacen pruebas en el puerto."}}]}"#
    ),
    (
        NewsItemBody.self,
        #"{"id":"n5Tn8bXw1RyU","publishedOn":"2026-11-20","title":{"en":"New test centre","es":"Nuevo centro de pruebas"},"text":{"en":"From Monday on, tests are made at the harbour as well.","es":"Desde el lunes, también se hacen pruebas en el puerto."}}"#
    ),
    (
        QuestionsBody.self,
        #"{"questions":[{"id":"q7Jd0sQm2LkE","publishedOn":"2026-11-20","question":{"en":"New test centre","es":"Nuevo centro de pruebas"},"answer":{"en":"From Monday on, tests are made at the harbour as well.","es":"Desde el lunes, también se hacen pruebas en el puerto."}}]}"#
    ),
    (
        QuestionBody.self,
        #"{"id":"q7Jd0sQm2LkE","publishedOn":"2026-11-20","question":{"en":"New test centre","es":"Nuevo centro de pruebas"},"answer":{"en":"From Monday on, tests are made at the harbour as well.","es":"Desde el lunes, también se hacen pruebas en el puerto."}}"#
    ),
    (
        PublicationBody.self,
        #"{"id":"n5Tn8bXw1RyU","publishedOn":"2026-11-20","title":{"en":"New test centre","es":"Nuevo centro de pruebas"},"text":{"en":"From Monday on, tests are made at the harbour as well.","es":"Desde el lunes, también se hacen pruebas en el puerto."}}"#
    ),
    (
        PublicationsBody.self,
        #"{"entries":[{"id":"n5Tn8bXw1RyU","publishedOn":"2026-11-20","title":{"en":"New test centre","es":"Nuevo centro de pruebas"},"text":{"en":"From Monday on, tests are made at the harbour as well.","es":"Desde el lunes, también se hacen pruebas en el puerto."}}]}"#
    ),
    (
        PublicationDraftBody.self,
        #"{"title":{"en":"New test centre","es":"Nuevo centro de pruebas"},"text":{"en":"From Monday on, tests are made at the harbour as well.","es":"Desde el lunes, también se hacen pruebas en el puerto."}}"#
    ),
    (PublicationOrderBody.self, #"{"ids":["n5Tn8bXw1RyU","n7Jd0sQm2LkE"]}"#),
    (IssuedCodeBody.self, #"{"id":"c5Tn8bXw1RyU","code":"471220398841","expiresAt":"2026-12-21T09:30:00.250Z"}"#),
    (CodeOnsetBody.self, #"{"onset":"2026-11-18"}"#),
    (ExposureCodeBody.self, #"{"id":"c5Tn8bXw1RyU","state":"waiting","issuedOn":"2026-11-20"}"#),
    (ExposureCodesBody.self, #"{"codes":[{"id":"c5Tn8bXw1RyU","state":"waiting","issuedOn":"2026-11-20"}]}"#),
    (CaseTextBody.self, #"{"text":"V1.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8AAFFIAAECAwQFBgcICQoLDA0ODw"}"#),
    (
        HealthCaseBody.self,
        #"{"id":"k5Tn8bXw1RyU","state":"pending","firstDay":"2026-11-07","registeredOn":"2026-11-20","decidedOn":"2026-11-20","checkWords":"4F2A-91C0"}"#
    ),
    (
        RegisteredCaseBody.self,
        #"{"registered":{"id":"k5Tn8bXw1RyU","state":"pending","firstDay":"2026-11-07","registeredOn":"2026-11-20","decidedOn":"2026-11-20","checkWords":"4F2A-91C0"},"isDuplicate":false}"#
    ),
    (
        HealthCasesBody.self,
        #"{"cases":[{"id":"k5Tn8bXw1RyU","state":"pending","firstDay":"2026-11-07","registeredOn":"2026-11-20","decidedOn":"2026-11-20","checkWords":"4F2A-91C0"}]}"#
    ),
    (
        BrakeBody.self,
        #"{"state":"watching","held":0,"limit":40,"batches":[{"release":"2026-11-21T09:30:00.250Z","uploads":7,"held":0}]}"#
    ),
    (BrakeBatchBody.self, #"{"release":"2026-11-21T09:30:00.250Z","uploads":7,"held":0}"#),
    (
        AuditBody.self,
        #"{"isIntact":true,"total":1,"entries":[{"number":12,"at":"2026-11-21T09:30:00.250Z","actor":"account","email":"eva@salud.example","action":"code.issued","times":3}]}"#
    ),
    (
        AuditEntryBody.self,
        #"{"number":12,"at":"2026-11-21T09:30:00.250Z","actor":"account","email":"eva@salud.example","action":"code.issued","times":3}"#
    ),
    (
        ZonesBody.self,
        #"{"levels":[{"level":"state","areas":32,"isFictional":false,"measures":[{"measure":"confirmed","firstDay":"2026-08-01","lastDay":"2026-11-21"}]}],"rule":{"yellowFrom":10,"orangeFrom":50,"redFrom":100,"risingFrom":1.5,"fallingTo":0.6,"leastForTrend":20}}"#
    ),
    (
        ZoneLevelBody.self,
        #"{"level":"state","areas":32,"isFictional":false,"measures":[{"measure":"confirmed","firstDay":"2026-08-01","lastDay":"2026-11-21"}]}"#
    ),
    (ZoneMeasureBody.self, #"{"measure":"confirmed","firstDay":"2026-08-01","lastDay":"2026-11-21"}"#),
    (
        TrafficLightRuleBody.self,
        #"{"yellowFrom":10,"orangeFrom":50,"redFrom":100,"risingFrom":1.5,"fallingTo":0.6,"leastForTrend":20}"#
    ),
    (
        ZoneAreasBody.self,
        #"{"level":"state","isFictional":false,"areas":[{"code":"09","name":"Ribera Alta","point":[-3.5,40.5],"polygons":[[[[-3.5,40.5],[-3.1,40.4],[-3.4,41]]]]}]}"#
    ),
    (
        ZoneAreaBody.self,
        #"{"code":"09","name":"Ribera Alta","point":[-3.5,40.5],"polygons":[[[[-3.5,40.5],[-3.1,40.4],[-3.4,41]]]]}"#
    ),
    (DegreesBody.self, #"[-3.5,40.5]"#),
    (
        ZoneSeriesBody.self,
        #"{"level":"state","measure":"confirmed","firstDay":"2026-11-14","days":8,"isPerPopulation":true,"weekBounds":[3.2,9.5],"totalBounds":[9.5,20],"areas":[{"code":"09","population":120000,"counts":[1,0,2,4,3,5,8,9],"colours":"------12"}],"nation":{"code":"09","population":120000,"counts":[1,0,2,4,3,5,8,9],"colours":"------12"}}"#
    ),
    (ZoneSeriesAreaBody.self, #"{"code":"09","population":120000,"counts":[1,0,2,4,3,5,8,9],"colours":"------12"}"#),
    (
        ZoneAreaImportBody.self,
        #"{"level":"state","areas":16,"added":10,"updated":6,"others":26,"removed":0,"removable":25,"total":42,"leftOut":1,"faults":[{"path":"$.shops[2].major","message":"must be between 0 and 65535","code":"too-large","values":{"limit":"65535"}}]}"#
    ),
    (ZoneImportBody.self, #"{"level":"state","areas":32,"days":112}"#),
    (ConsoleEntranceBody.self, #"{"role":"merchant","name":"Trotamar","email":"merchant@example.org"}"#),
    (
        ConsoleEntrancesBody.self,
        #"{"now":"2026-12-21T09:30:00.250Z","speed":1,"entrances":[{"role":"merchant","name":"Trotamar","email":"merchant@example.org"}],"password":"a month of history"}"#
    ),
    (VenuePlaceShopBody.self, #"{"major":101,"name":"Zara"}"#),
    (
        VenuePlaceBody.self,
        #"{"venue":"2f234454-cf6d-4a0f-adf2-f4911ba9ffa6","name":"Costanera","timeZone":"America/Santiago","shops":[{"major":101,"name":"Zara"}]}"#
    ),
    (
        VenuePlacesBody.self,
        #"{"places":[{"venue":"2f234454-cf6d-4a0f-adf2-f4911ba9ffa6","name":"Costanera","timeZone":"America/Santiago","shops":[{"major":101,"name":"Zara"}]}]}"#
    ),
    (
        OwnVenueRoleBody.self,
        #"{"role":"merchant","venue":"2f234454-cf6d-4a0f-adf2-f4911ba9ffa6","venueName":"Costanera","shop":{"major":101,"name":"Zara"}}"#
    ),
    (
        OwnVenueRolesBody.self,
        #"{"email":"ana@example.org","roles":[{"role":"merchant","venue":"2f234454-cf6d-4a0f-adf2-f4911ba9ffa6","venueName":"Costanera","shop":{"major":101,"name":"Zara"}}],"hasFactor":true}"#
    ),
    (InvitationSecretBody.self, #"{"secret":"w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b8"}"#),
    (
        ShownInvitationBody.self,
        #"{"role":"merchant","venue":"2f234454-cf6d-4a0f-adf2-f4911ba9ffa6","venueName":"Costanera","shops":[{"major":101,"name":"Zara"}],"expiresAt":"2026-11-21T09:30:00.250Z"}"#
    ),
    (VenueStaffRoleBody.self, #"{"role":"merchant","major":101,"since":"2026-11-21T09:30:00.250Z"}"#),
    (
        VenueStaffMemberBody.self,
        #"{"email":"ana@example.org","isYou":false,"hasFactor":true,"roles":[{"role":"merchant","major":101,"since":"2026-11-21T09:30:00.250Z"}]}"#
    ),
    (
        VenueInvitationBody.self,
        #"{"id":"5d41402abc4b2a76b9719d91","email":"luz@example.org","role":"merchant","majors":[101],"invitedBy":"eva@example.org","invitedAt":"2026-11-21T09:30:00.250Z","expiresAt":"2026-11-21T09:30:00.250Z"}"#
    ),
    (
        VenueStaffBody.self,
        #"{"people":[{"email":"ana@example.org","isYou":false,"hasFactor":true,"roles":[{"role":"merchant","major":101,"since":"2026-11-21T09:30:00.250Z"}]}],"invitations":[{"id":"5d41402abc4b2a76b9719d91","email":"luz@example.org","role":"merchant","majors":[101],"invitedBy":"eva@example.org","invitedAt":"2026-11-21T09:30:00.250Z","expiresAt":"2026-11-21T09:30:00.250Z"}]}"#
    ),
    (VenueInvitationDraftBody.self, #"{"email":"luz@example.org","role":"merchant","majors":[101]}"#),
    (EndedVenueRoleBody.self, #"{"email":"ana@example.org","role":"merchant","major":101}"#),
    (
        VenueJournalEntryBody.self,
        #"{"number":3,"at":"2026-11-21T09:30:00.250Z","action":"role.given","actor":"account","email":"eva@example.org","subject":"merchant 101","about":"ana@example.org"}"#
    ),
    (
        VenueJournalBody.self,
        #"{"isIntact":true,"total":12,"entries":[{"number":3,"at":"2026-11-21T09:30:00.250Z","action":"role.given","actor":"account","email":"eva@example.org","subject":"merchant 101","about":"ana@example.org"}],"next":"1025"}"#
    ),
    (
        CampaignTermsBody.self,
        #"{"name":"Coffee in December","holdOut":2000,"weeks":6,"baseline":1000,"expected":1500,"weekly":250}"#
    ),
    (CampaignStartBody.self, #"{"firstDay":"2026-11-21"}"#),
    (CampaignQuestionBody.self, #"{"baseline":1000,"expected":1500,"weekly":250,"holdOuts":[1000,2000,5000]}"#),
    (CampaignSizeBody.self, #"{"holdOut":2000,"people":2188,"weeks":9}"#),
    (CampaignSizesBody.self, #"{"sizes":[{"holdOut":2000,"people":2188,"weeks":9}]}"#),
    (CampaignArmBody.self, #"{"people":1832,"returned":275,"redeemed":96,"share":0.15}"#),
    (
        CampaignResultBody.self,
        #"{"verdict":"more","offered":{"people":1832,"returned":275,"redeemed":96,"share":0.15},"heldOut":{"people":1832,"returned":275,"redeemed":96,"share":0.15},"difference":0.05,"low":0.01,"high":0.09,"visits":92,"visitsLow":18,"visitsHigh":165,"relative":0.5,"splitChance":0.62}"#
    ),
    (
        ShopCampaignBody.self,
        #"{"id":"5f0c6a1d9be24377a1c05e2b8d94f6a3","version":3,"state":"draft","terms":{"name":"Coffee in December","holdOut":2000,"weeks":6,"baseline":1000,"expected":1500,"weekly":250},"firstDay":"2026-12-01","lastDay":"2027-01-11","resultOn":"2027-01-26","stoppedOn":"2026-12-09","result":{"verdict":"more","offered":{"people":1832,"returned":275,"redeemed":96,"share":0.15},"heldOut":{"people":1832,"returned":275,"redeemed":96,"share":0.15},"difference":0.05,"low":0.01,"high":0.09,"visits":92,"visitsLow":18,"visitsHigh":165,"relative":0.5,"splitChance":0.62}}"#
    ),
    (
        ShopCampaignsBody.self,
        #"{"campaigns":[{"id":"5f0c6a1d9be24377a1c05e2b8d94f6a3","version":3,"state":"draft","terms":{"name":"Coffee in December","holdOut":2000,"weeks":6,"baseline":1000,"expected":1500,"weekly":250},"firstDay":"2026-12-01","lastDay":"2027-01-11","resultOn":"2027-01-26","stoppedOn":"2026-12-09","result":{"verdict":"more","offered":{"people":1832,"returned":275,"redeemed":96,"share":0.15},"heldOut":{"people":1832,"returned":275,"redeemed":96,"share":0.15},"difference":0.05,"low":0.01,"high":0.09,"visits":92,"visitsLow":18,"visitsHigh":165,"relative":0.5,"splitChance":0.62}}],"today":"2026-11-21"}"#
    ),
    (
        OwnCampaignBody.self,
        #"{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"isHeldOut":false,"firstDay":"2026-11-21","lastDay":"2027-01-11","measuredOn":"2027-01-18"}"#
    ),
    (
        OwnCampaignsBody.self,
        #"{"campaigns":[{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"isHeldOut":false,"firstDay":"2026-11-21","lastDay":"2027-01-11","measuredOn":"2027-01-18"}]}"#
    ),
    (
        ReportIssuersBody.self,
        #"{"issuers":[{"period":"2026-11","publicKey":"0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"}]}"#
    ),
    (
        ReportIssuerBody.self,
        #"{"period":"2026-11","publicKey":"0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"}"#
    ),
    (
        ReportCredentialRequestBody.self,
        #"{"period":"2026-11","request":"0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b"}"#
    ),
    (
        ReportCredentialBody.self,
        #"{"response":"0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c"}"#
    ),
    (
        ReportBody.self,
        #"{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"day":"2026-11-21","cube":"recency","cell":"first","period":"2026-11","presentation":"0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d","padding":"                    "}"#
    ),
    (
        VisitEventBody.self,
        #"{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"minor":1,"kind":"enter","at":"2026-11-21T09:30:00.250Z"}"#
    ),
    (
        VisitEventsBody.self,
        #"{"events":[{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"minor":1,"kind":"enter","at":"2026-11-21T09:30:00.250Z"}]}"#
    ),
    (KeptEventsBody.self, #"{"kept":2}"#),
    (FigureBody.self, #"{"name":"visitors","value":42,"low":33,"high":51,"exactness":"exact"}"#),
    (FigureCellBody.self, #"{"cube":"recency","cell":"first","value":17,"low":7,"high":27}"#),
    (
        FigureDayBody.self,
        #"{"day":"2026-11-21","releasesOn":"2026-11-29","isReleased":true,"isCounted":true,"figures":[{"name":"visitors","value":42,"low":33,"high":51,"exactness":"exact"}],"cells":[{"cube":"recency","cell":"first","value":17,"low":7,"high":27}],"disputed":0,"doorCount":240}"#
    ),
    (TermCountBody.self, #"{"term":"coupons","value":61,"low":31,"high":91}"#),
    (
        ShopFiguresBody.self,
        #"{"timeZone":"Europe/Madrid","definitions":1,"days":[{"day":"2026-11-21","releasesOn":"2026-11-29","isReleased":true,"isCounted":true,"figures":[{"name":"visitors","value":42,"low":33,"high":51,"exactness":"exact"}],"cells":[{"cube":"recency","cell":"first","value":17,"low":7,"high":27}],"disputed":0,"doorCount":240}],"totals":[{"name":"visitors","value":42,"low":33,"high":51,"exactness":"exact"}],"cells":[{"cube":"recency","cell":"first","value":17,"low":7,"high":27}],"terms":[{"term":"coupons","value":61,"low":31,"high":91}],"termsOn":"2026-11-16","budget":21}"#
    ),
    (ShopQuarterBody.self, #"{"from":"2026-11-21T09:30:00.250Z","visitors":7,"disputed":0}"#),
    (
        ShopQuartersBody.self,
        #"{"day":"2026-11-21","until":"2026-12-21T09:30:00.000Z","quarters":[{"from":"2026-11-21T09:30:00.250Z","visitors":7,"disputed":0}]}"#
    ),
    (
        BeaconRatioDayBody.self,
        #"{"day":"2026-11-21","isClosed":true,"entered":52,"proved":49,"ratio":0.94,"least":0.83,"isOdd":false}"#
    ),
    (
        ShopBeaconBody.self,
        #"{"minor":1,"days":[{"day":"2026-11-21","isClosed":true,"entered":52,"proved":49,"ratio":0.94,"least":0.83,"isOdd":false}]}"#
    ),
    (
        StayRatioDayBody.self,
        #"{"day":"2026-11-21","isClosed":false,"entered":52,"proved":0,"usual":0.23,"isOdd":true}"#
    ),
    (
        ShopStaysBody.self,
        #"{"major":100,"shop":"Marea","stays":{"day":"2026-11-21","isClosed":false,"entered":52,"proved":0,"usual":0.23,"isOdd":true}}"#
    ),
    (
        VenueStaysBody.self,
        #"{"shops":[{"major":100,"shop":"Marea","stays":{"day":"2026-11-21","isClosed":false,"entered":52,"proved":0,"usual":0.23,"isOdd":true}}]}"#
    ),
    (
        ShopBeaconsBody.self,
        #"{"stays":[{"day":"2026-11-21","isClosed":false,"entered":52,"proved":0,"usual":0.23,"isOdd":true}],"beacons":[{"minor":1,"days":[{"day":"2026-11-21","isClosed":true,"entered":52,"proved":49,"ratio":0.94,"least":0.83,"isOdd":false}]}]}"#
    ),
    (DoorCountBody.self, #"{"people":240}"#),
    (
        StayIssuerBody.self,
        #"{"publicKey":"1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a"}"#
    ),
    (
        PresenceRequestBody.self,
        #"{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"from":"2026-11-21T09:30:00.000Z","request":"1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b"}"#
    ),
    (
        StayCredentialBody.self,
        #"{"response":"1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c"}"#
    ),
    (
        ShownStayBody.self,
        #"{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"first":"2026-11-21T09:30:00.000Z","last":"2026-11-21T10:00:00.000Z","firstPresentation":"1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d","lastPresentation":"1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e","request":"1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f","padding":"  "}"#
    ),
    (
        StayPaymentBody.self,
        #"{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","day":"2026-11-21","presentation":"2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a"}"#
    ),
    (PaidStayBody.self, #"{"points":5}"#),
    (ShopHoursBody.self, #"{"day":"fri","from":1320,"to":1560}"#),
    (
        ShopOfferTermsBody.self,
        #"{"text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"},"validFrom":"2026-12-01","validUntil":"2026-12-24","hours":[{"day":"fri","from":1320,"to":1560}],"points":20,"limit":500}"#
    ),
    (ShopOfferPublicationBody.self, #"{"at":"2026-11-21T09:30:00.250Z"}"#),
    (
        ShopOfferRunBody.self,
        #"{"version":3,"from":"2026-11-21T09:30:00.250Z","until":"2026-12-24T23:00:00.000Z","terms":{"text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"},"validFrom":"2026-12-01","validUntil":"2026-12-24","hours":[{"day":"fri","from":1320,"to":1560}],"points":20,"limit":500}}"#
    ),
    (ShopOfferFaultBody.self, #"{"path":"text","message":"says nothing in any language"}"#),
    (
        ShopOfferBody.self,
        #"{"id":"5f0c6a1d9be24377a1c05e2b8d94f6a3","version":4,"state":"draft","isFromFile":false,"terms":{"text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"},"validFrom":"2026-12-01","validUntil":"2026-12-24","hours":[{"day":"fri","from":1320,"to":1560}],"points":20,"limit":500},"isChanged":true,"running":{"version":3,"from":"2026-11-21T09:30:00.250Z","until":"2026-12-24T23:00:00.000Z","terms":{"text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"},"validFrom":"2026-12-01","validUntil":"2026-12-24","hours":[{"day":"fri","from":1320,"to":1560}],"points":20,"limit":500}},"planned":{"version":3,"from":"2026-11-21T09:30:00.250Z","until":"2026-12-24T23:00:00.000Z","terms":{"text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"},"validFrom":"2026-12-01","validUntil":"2026-12-24","hours":[{"day":"fri","from":1320,"to":1560}],"points":20,"limit":500}},"savedAt":"2026-11-21T09:30:00.250Z","savedBy":"eva@marea.example","redeemed":87,"faults":[{"path":"text","message":"says nothing in any language"}]}"#
    ),
    (
        ShopOffersBody.self,
        #"{"offers":[{"id":"5f0c6a1d9be24377a1c05e2b8d94f6a3","version":4,"state":"draft","isFromFile":false,"terms":{"text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"},"validFrom":"2026-12-01","validUntil":"2026-12-24","hours":[{"day":"fri","from":1320,"to":1560}],"points":20,"limit":500},"isChanged":true,"running":{"version":3,"from":"2026-11-21T09:30:00.250Z","until":"2026-12-24T23:00:00.000Z","terms":{"text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"},"validFrom":"2026-12-01","validUntil":"2026-12-24","hours":[{"day":"fri","from":1320,"to":1560}],"points":20,"limit":500}},"planned":{"version":3,"from":"2026-11-21T09:30:00.250Z","until":"2026-12-24T23:00:00.000Z","terms":{"text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"},"validFrom":"2026-12-01","validUntil":"2026-12-24","hours":[{"day":"fri","from":1320,"to":1560}],"points":20,"limit":500}},"savedAt":"2026-11-21T09:30:00.250Z","savedBy":"eva@marea.example","redeemed":87,"faults":[{"path":"text","message":"says nothing in any language"}]}],"shop":"Marea","timeZone":"Europe/Madrid"}"#
    ),
    (
        ShopOfferVersionBody.self,
        #"{"version":3,"change":"saved","at":"2026-11-21T09:30:00.250Z","by":"eva@marea.example","terms":{"text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"},"validFrom":"2026-12-01","validUntil":"2026-12-24","hours":[{"day":"fri","from":1320,"to":1560}],"points":20,"limit":500}}"#
    ),
    (
        ShopOfferVersionsBody.self,
        #"{"versions":[{"version":3,"change":"saved","at":"2026-11-21T09:30:00.250Z","by":"eva@marea.example","terms":{"text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"},"validFrom":"2026-12-01","validUntil":"2026-12-24","hours":[{"day":"fri","from":1320,"to":1560}],"points":20,"limit":500}}]}"#
    ),
    (
        CouponShownBody.self,
        #"{"code":"CUPONAYZD3RCN64Q70P9JDNSXJQR","key":"0d6be1c2f3a4958677685a4b3c2d1e0f","till":"Till 1","shownAt":"2026-11-21T09:30:00.250Z","sentAt":"2026-11-21T09:30:00.250Z"}"#
    ),
    (
        RedemptionBody.self,
        #"{"outcome":"redeemed","text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"},"points":20,"usedAt":"2026-11-21T09:30:00.250Z","till":"Till 2","validUntil":"2026-12-21T09:30:00.250Z","halfMinutes":7,"clockSeconds":2}"#
    ),
    (
        ShopRedemptionBody.self,
        #"{"offer":"5f0c6a1d9be24377a1c05e2b8d94f6a3","text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"},"points":20,"at":"2026-11-21T09:30:00.250Z","till":"Till 1"}"#
    ),
    (
        ShopRedemptionsBody.self,
        #"{"redemptions":[{"offer":"5f0c6a1d9be24377a1c05e2b8d94f6a3","text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"},"points":20,"at":"2026-11-21T09:30:00.250Z","till":"Till 1"}],"total":87}"#
    ),
    (
        VenueDayIssuerBody.self,
        #"{"period":1484,"publicKey":"0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"}"#
    ),
    (
        VenueDayClaimBody.self,
        #"{"uploadSecret":"5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c","period":1484,"request":"0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b","isFake":false}"#
    ),
    (
        VenueDayCredentialBody.self,
        #"{"response":"0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c"}"#
    ),
    (
        VenueDayBody.self,
        #"{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"day":"2026-11-21","period":1484,"presentation":"0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d","isFake":false}"#
    ),
    (
        VenueRiskBody.self,
        #"{"publishedOn":"2026-11-22","days":14,"least":5,"isTooSmall":false,"cells":[{"major":100,"day":"2026-11-20","people":10}]}"#
    ),
    (VenueRiskCellBody.self, #"{"major":100,"day":"2026-11-20","people":10}"#),
    (
        VaultSlotRequestBody.self,
        #"{"uuid":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"minor":1,"isStrict":false}"#
    ),
    (
        VaultSlotBody.self,
        #"{"id":"5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a","publicKey":"023c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c"}"#
    ),
    (VaultReceiptKeyBody.self, #"{"publicKey":"7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e"}"#),
    (
        VaultEvaluationRequestBody.self,
        #"{"sighting":{"uuid":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"minor":1,"code":"9f3c1a7be05d42886b1f0c93d7ae","heardAt":"2026-11-21T09:30:00.250Z","telemetry":{"millivolts":2870,"temperature256":5504,"advertisements":4860000,"uptimeDeciseconds":36000000}},"blinded":"034d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d"}"#
    ),
    (
        VaultEvaluationBody.self,
        #"{"evaluation":"026b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b","proof":"1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f","attempt":"9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d"}"#
    ),
    (
        VaultReceiptBody.self,
        #"{"attempt":"9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d","signature":"2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a"}"#
    ),
    (
        VaultRecordBody.self,
        #"{"id":"8c8c8c8c8c8c8c8c8c8c8c8c8c8c8c8c","version":3,"sealed":"c2VhbGVkIGJ5dGVzIG9mIGEgcmVjb3Jk"}"#
    ),
    (
        VaultRecordsBody.self,
        #"{"records":[{"id":"8c8c8c8c8c8c8c8c8c8c8c8c8c8c8c8c","version":3,"sealed":"c2VhbGVkIGJ5dGVzIG9mIGEgcmVjb3Jk"}],"cursor":41,"hasMore":false}"#
    ),
    (
        VaultChangeBody.self,
        #"{"id":"8c8c8c8c8c8c8c8c8c8c8c8c8c8c8c8c","replaces":2,"sealed":"c2VhbGVkIGJ5dGVzIG9mIGEgcmVjb3Jk"}"#
    ),
    (
        VaultChangesBody.self,
        #"{"changes":[{"id":"8c8c8c8c8c8c8c8c8c8c8c8c8c8c8c8c","replaces":2,"sealed":"c2VhbGVkIGJ5dGVzIG9mIGEgcmVjb3Jk"}]}"#
    ),
    (VaultCursorBody.self, #"{"cursor":42}"#),
    (VaultJoinBody.self, #"{"header":"aGVhZGVyIG9mIGEgdmF1bHQ="}"#),
    (
        VaultSummaryBody.self,
        #"{"id":"b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4","records":214,"bytes":131072,"changedOn":"2026-11-21"}"#
    ),
    (
        VaultsBody.self,
        #"{"vaults":[{"id":"b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4","records":214,"bytes":131072,"changedOn":"2026-11-21"}]}"#
    ),
    (VaultPageTokenBody.self, #"{"token":"00112233445566778899aabbccddeeff"}"#),
    (
        VaultPageStateBody.self,
        #"{"state":"open","user":"Ana","vaults":[{"user":"Ana","ways":[["place"],["password"],["recovery"]],"passkeys":[{"credential":"seZqlMTzBODRSNp4G2d-YibF-WWWEnWh4oq1X8CCrCM","salt":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"}],"cell":50,"failures":3,"secondsLeft":240,"isStopped":false,"damage":"the header is damaged"}],"vaultCount":1,"positionSource":"gpsd","preferences":{"autoLockSeconds":300,"lockWhenLeaving":false,"clipboardSeconds":30,"language":"es","isStrict":false},"isTravelling":false}"#
    ),
    (
        VaultPageVaultBody.self,
        #"{"user":"Ana","ways":[["place"],["password"],["recovery"]],"passkeys":[{"credential":"seZqlMTzBODRSNp4G2d-YibF-WWWEnWh4oq1X8CCrCM","salt":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"}],"cell":50,"failures":3,"secondsLeft":240,"isStopped":false,"damage":"the header is damaged"}"#
    ),
    (
        VaultPagePreferencesBody.self,
        #"{"autoLockSeconds":300,"lockWhenLeaving":false,"clipboardSeconds":30,"language":"es","isStrict":false}"#
    ),
    (VaultPageFixBody.self, #"{"latitude":40.3321,"longitude":-3.7687,"accuracy":8}"#),
    (
        VaultPagePlaceQueryBody.self,
        #"{"fix":{"latitude":40.3321,"longitude":-3.7687,"accuracy":8},"user":"Ana","cell":50}"#
    ),
    (
        VaultPagePlaceBody.self,
        #"{"fix":{"latitude":40.3321,"longitude":-3.7687,"accuracy":8},"cell":50,"limit":25,"isFineEnough":true,"outline":[[40.3319,-3.769],[40.3319,-3.7684],[40.3323,-3.7684],[40.3323,-3.769]]}"#
    ),
    (
        VaultPageUnlockBody.self,
        #"{"user":"Ana","password":"correct horse","recovery":"0000-0000-0000-0000-0000-0000-0000-0000","usesPlace":true,"fix":{"latitude":40.3321,"longitude":-3.7687,"accuracy":8},"usesNetwork":false,"passkey":{"credential":"seZqlMTzBODRSNp4G2d-YibF-WWWEnWh4oq1X8CCrCM","evaluation":"202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"},"acceptsOlder":false}"#
    ),
    (
        VaultPageNewVaultBody.self,
        #"{"user":"Ana","password":"correct horse","usesPlace":true,"fix":{"latitude":40.3321,"longitude":-3.7687,"accuracy":8},"cell":50,"cipher":"aes-256-gcm","allowsWeak":false,"language":"es"}"#
    ),
    (VaultPageRecoveryBody.self, #"{"code":"7K2M-9QXD-0000-1111-2222-3333-4444-5555","deviceKeys":"machine"}"#),
    (
        VaultPagePasskeyBody.self,
        #"{"credential":"seZqlMTzBODRSNp4G2d-YibF-WWWEnWh4oq1X8CCrCM","salt":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"}"#
    ),
    (
        VaultPagePasskeyProofBody.self,
        #"{"credential":"seZqlMTzBODRSNp4G2d-YibF-WWWEnWh4oq1X8CCrCM","evaluation":"202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"}"#
    ),
    (
        VaultPageConfirmBody.self,
        #"{"password":"correct horse","passkey":{"credential":"seZqlMTzBODRSNp4G2d-YibF-WWWEnWh4oq1X8CCrCM","evaluation":"202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"},"usesPlace":true,"fix":{"latitude":40.3321,"longitude":-3.7687,"accuracy":8}}"#
    ),
    (
        VaultPageCategoryBody.self,
        #"{"id":"00112233445566778899aabbccddeeff","name":"Bancos","icon":"bank","isProtected":true,"isRemovable":false,"count":12,"template":[{"kind":"text","name":"Sucursal"}],"mark":"5f2a0c1d9e8b7a6f5e4d3c2b1a098f7e"}"#
    ),
    (
        VaultPageCategoriesBody.self,
        #"{"categories":[{"id":"00112233445566778899aabbccddeeff","name":"Bancos","icon":"bank","isProtected":true,"isRemovable":false,"count":12,"template":[{"kind":"text","name":"Sucursal"}],"mark":"5f2a0c1d9e8b7a6f5e4d3c2b1a098f7e"}],"total":12,"favourites":2,"trash":1}"#
    ),
    (
        VaultPageCategoryDraftBody.self,
        #"{"name":"Viajes","isRemovable":false,"template":[{"kind":"text","name":"Sucursal"}],"mark":"5f2a0c1d9e8b7a6f5e4d3c2b1a098f7e"}"#
    ),
    (
        VaultPageQueryBody.self,
        #"{"category":"00112233445566778899aabbccddeeff","favourites":false,"trash":false,"text":"nube","concealed":true}"#
    ),
    (
        VaultPageSummaryBody.self,
        #"{"id":"00112233445566778899aabbccddeeff","category":"ffeeddccbbaa99887766554433221100","title":"Nube","user":"ana","isFavourite":true,"hasCode":true,"modified":"2026-11-21","found":[{"kind":"text","name":"Sucursal"}]}"#
    ),
    (
        VaultPageSummariesBody.self,
        #"{"items":[{"id":"00112233445566778899aabbccddeeff","category":"ffeeddccbbaa99887766554433221100","title":"Nube","user":"ana","isFavourite":true,"hasCode":true,"modified":"2026-11-21","found":[{"kind":"text","name":"Sucursal"}]}]}"#
    ),
    (VaultPageFieldKindBody.self, #"{"kind":"text","name":"Sucursal"}"#),
    (
        VaultPageFieldBody.self,
        #"{"kind":{"kind":"user","name":"Usuario"},"isConcealed":false,"isFilled":true,"value":"ana"}"#
    ),
    (
        VaultPagePastValueBody.self,
        #"{"kind":{"kind":"text","name":"Sucursal"},"isConcealed":false,"until":"2026-11-21T09:30:00.000Z","value":"ana.maria"}"#
    ),
    (
        VaultPageAttachmentBody.self,
        #"{"id":"00112233445566778899aabbccddeeff","name":"contrato.pdf","byteCount":48000}"#
    ),
    (
        VaultPageItemBody.self,
        #"{"id":"00112233445566778899aabbccddeeff","revision":7,"category":"ffeeddccbbaa99887766554433221100","title":"Nube","isFavourite":true,"asksAgain":false,"created":"2026-11-01T09:30:00.000Z","modified":"2026-11-21T09:30:00.000Z","deleted":"2026-11-21T10:00:00.000Z","fields":[{"kind":{"kind":"user","name":"Usuario"},"isConcealed":false,"isFilled":true,"value":"ana"}],"history":[{"kind":{"kind":"text","name":"Sucursal"},"isConcealed":false,"until":"2026-11-21T09:30:00.000Z","value":"ana.maria"}],"attachments":[{"id":"00112233445566778899aabbccddeeff","name":"contrato.pdf","byteCount":48000}]}"#
    ),
    (VaultPageFieldDraftBody.self, #"{"kind":{"kind":"text","name":"Sucursal"},"value":"ana"}"#),
    (
        VaultPageItemDraftBody.self,
        #"{"revision":7,"category":"ffeeddccbbaa99887766554433221100","title":"Nube","isFavourite":true,"asksAgain":false,"fields":[{"kind":{"kind":"text","name":"Sucursal"},"value":"ana"}]}"#
    ),
    (VaultPageSwitchBody.self, #"{"on":true}"#),
    (VaultPageRevealBody.self, #"{"field":1,"past":0,"revision":7}"#),
    (VaultPageValueBody.self, #"{"value":"correct horse"}"#),
    (VaultPageCodeBody.self, #"{"field":2,"code":"287082","secondsLeft":12,"counter":5,"fault":"not-base32"}"#),
    (
        VaultPageCodesBody.self,
        #"{"codes":[{"field":2,"code":"287082","secondsLeft":12,"counter":5,"fault":"not-base32"}]}"#
    ),
    (VaultPageFileBody.self, #"{"name":"nota.txt","content":"aG9sYQ=="}"#),
    (VaultPageRecipeBody.self, #"{"length":20,"capitals":true,"digits":true,"symbols":true,"avoidsLookAlikes":true}"#),
    (VaultPageEstimateBody.self, #"{"password":"correct horse","knownWords":["Ana"]}"#),
    (VaultPageStrengthBody.self, #"{"score":3,"guessesLog10":9.5}"#),
    (
        VaultPageFindingBody.self,
        #"{"item":{"id":"00112233445566778899aabbccddeeff","category":"ffeeddccbbaa99887766554433221100","title":"Nube","user":"ana","isFavourite":true,"hasCode":true,"modified":"2026-11-21","found":[{"kind":"text","name":"Sucursal"}]},"reasons":["weak"]}"#
    ),
    (
        VaultPageFindingsBody.self,
        #"{"checked":12,"findings":[{"item":{"id":"00112233445566778899aabbccddeeff","category":"ffeeddccbbaa99887766554433221100","title":"Nube","user":"ana","isFavourite":true,"hasCode":true,"modified":"2026-11-21","found":[{"kind":"text","name":"Sucursal"}]},"reasons":["weak"]}]}"#
    ),
    (VaultPageCipherBody.self, #"{"name":"aes-256-gcm","isWeak":false}"#),
    (VaultPageCiphersBody.self, #"{"ciphers":[{"name":"aes-256-gcm","isWeak":false}]}"#),
    (
        VaultPageSlotBody.self,
        #"{"id":1,"label":"Casa","factors":["place"],"credential":"seZqlMTzBODRSNp4G2d-YibF-WWWEnWh4oq1X8CCrCM","createdOn":"2026-11-21","isCurrent":true,"isRemovable":true}"#
    ),
    (
        VaultPageConfigurationBody.self,
        #"{"cipher":{"name":"aes-256-gcm","isWeak":false},"generation":1,"cell":50,"memoryKiB":262144,"passes":2,"preferences":{"autoLockSeconds":300,"lockWhenLeaving":false,"clipboardSeconds":30,"language":"es","isStrict":false},"slots":[{"id":1,"label":"Casa","factors":["place"],"credential":"seZqlMTzBODRSNp4G2d-YibF-WWWEnWh4oq1X8CCrCM","createdOn":"2026-11-21","isCurrent":true,"isRemovable":true}]}"#
    ),
    (VaultPageCipherChoiceBody.self, #"{"cipher":"chacha20-poly1305","allowsWeak":false}"#),
    (
        VaultPageNewSlotBody.self,
        #"{"label":"Casa","usesPlace":true,"fix":{"latitude":40.3321,"longitude":-3.7687,"accuracy":8},"password":"correct horse","tang":"http://tang.example","passkey":{"credential":"seZqlMTzBODRSNp4G2d-YibF-WWWEnWh4oq1X8CCrCM","salt":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","evaluation":"202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"}}"#
    ),
    (
        VaultPageNewPasskeyBody.self,
        #"{"credential":"seZqlMTzBODRSNp4G2d-YibF-WWWEnWh4oq1X8CCrCM","salt":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","evaluation":"202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"}"#
    ),
    (VaultPagePasswordBody.self, #"{"password":"correct horse battery"}"#),
    (ServerTimeBody.self, #"{"at":"2026-11-21T09:30:00.250Z","milliseconds":1795253653658}"#),
    (
        MarketAssetBody.self,
        #"{"name":"CLP","kind":"currency","title":"Peso Chileno","prefix":"$","postfix":"","decimals":0,"exponent":18,"isActive":true}"#
    ),
    (
        MarketAssetsBody.self,
        #"{"assets":[{"name":"CLP","kind":"currency","title":"Peso Chileno","prefix":"$","postfix":"","decimals":0,"exponent":18,"isActive":true}]}"#
    ),
    (MarketFeeTierBody.self, #"{"threshold":"0","maker":3900,"taker":6800}"#),
    (
        MarketBody.self,
        #"{"name":"ETHCLP","base":"ETH","quote":"CLP","tick":"10","lot":"0.00000001","minimum":"0.001","fees":[{"threshold":"0","maker":3900,"taker":6800}],"isActive":true,"phase":"trading","auctionUntil":"2026-12-21T09:35:00.000Z","collar":"10"}"#
    ),
    (
        MarketsBody.self,
        #"{"markets":[{"name":"ETHCLP","base":"ETH","quote":"CLP","tick":"10","lot":"0.00000001","minimum":"0.001","fees":[{"threshold":"0","maker":3900,"taker":6800}],"isActive":true,"phase":"trading","auctionUntil":"2026-12-21T09:35:00.000Z","collar":"10"}],"isPlay":true}"#
    ),
    (
        MarketTickerBody.self,
        #"{"market":"ETHCLP","last":"218880","bid":"218870","ask":"218890","high":"220000","low":"210000","volume":"12.5","change1d":0.0106,"change7d":-0.02,"at":"2026-11-21T09:30:00.250Z"}"#
    ),
    (
        MarketTickersBody.self,
        #"{"tickers":[{"market":"ETHCLP","last":"218880","bid":"218870","ask":"218890","high":"220000","low":"210000","volume":"12.5","change1d":0.0106,"change7d":-0.02,"at":"2026-11-21T09:30:00.250Z"}]}"#
    ),
    (MarketLevelBody.self, #"{"price":"218890","amount":"1.25","orders":3}"#),
    (
        MarketBookBody.self,
        #"{"sequence":7,"bids":[{"price":"218890","amount":"1.25","orders":3}],"asks":[{"price":"218890","amount":"1.25","orders":3}]}"#
    ),
    (
        MarketTradeBody.self,
        #"{"id":"1025","price":"218880","amount":"0.3","takerSide":"buy","at":"2026-11-21T09:30:00.250Z"}"#
    ),
    (
        MarketTradesBody.self,
        #"{"trades":[{"id":"1025","price":"218880","amount":"0.3","takerSide":"buy","at":"2026-11-21T09:30:00.250Z"}],"next":"1025"}"#
    ),
    (
        MarketCandleBody.self,
        #"{"start":"2026-11-21T09:30:00.250Z","open":"218880","high":"219000","low":"218000","close":"218500","volume":"3.5","count":4}"#
    ),
    (
        MarketCandlesBody.self,
        #"{"candles":[{"start":"2026-11-21T09:30:00.250Z","open":"218880","high":"219000","low":"218000","close":"218500","volume":"3.5","count":4}],"next":"1025"}"#
    ),
    (
        MarketOrderRequestBody.self,
        #"{"market":"ETHCLP","side":"buy","type":"stop-limit","amount":"0.3","price":"10000","stop":"9900","timeInForce":"good-till-cancelled","isPostOnly":false,"selfTrade":"cancel-newest","clientId":"2026-12-21.bot-7.0815","expiresAt":"2026-12-24T12:00:00.000Z"}"#
    ),
    (
        MarketOrderBody.self,
        #"{"id":"O1025","market":"ETHCLP","side":"buy","type":"stop-limit","status":"cancelled","reason":"user","price":"10000","stop":"9900","amount":"0.3","executed":"0.1","remaining":"0","averagePrice":"10000","fee":"0.00068","feeAsset":"ETH","timeInForce":"good-till-cancelled","isPostOnly":false,"createdAt":"2026-11-21T09:30:00.250Z","updatedAt":"2026-12-21T09:30:00.250Z","clientId":"2026-12-21.bot-7.0815","replacedBy":"O2049","expiresAt":"2026-12-24T12:00:00.000Z","partner":"O3073"}"#
    ),
    (
        MarketOrdersBody.self,
        #"{"orders":[{"id":"O1025","market":"ETHCLP","side":"buy","type":"stop-limit","status":"cancelled","reason":"user","price":"10000","stop":"9900","amount":"0.3","executed":"0.1","remaining":"0","averagePrice":"10000","fee":"0.00068","feeAsset":"ETH","timeInForce":"good-till-cancelled","isPostOnly":false,"createdAt":"2026-11-21T09:30:00.250Z","updatedAt":"2026-12-21T09:30:00.250Z","clientId":"2026-12-21.bot-7.0815","replacedBy":"O2049","expiresAt":"2026-12-24T12:00:00.000Z","partner":"O3073"}],"next":"1025"}"#
    ),
    (
        MarketFillBody.self,
        #"{"id":"1025","price":"10000","amount":"0.1","fee":"0.00068","isMaker":false,"at":"2026-11-21T09:30:00.250Z"}"#
    ),
    (
        MarketOrderDetailsBody.self,
        #"{"order":{"id":"O1025","market":"ETHCLP","side":"buy","type":"stop-limit","status":"cancelled","reason":"user","price":"10000","stop":"9900","amount":"0.3","executed":"0.1","remaining":"0","averagePrice":"10000","fee":"0.00068","feeAsset":"ETH","timeInForce":"good-till-cancelled","isPostOnly":false,"createdAt":"2026-11-21T09:30:00.250Z","updatedAt":"2026-12-21T09:30:00.250Z","clientId":"2026-12-21.bot-7.0815","replacedBy":"O2049","expiresAt":"2026-12-24T12:00:00.000Z","partner":"O3073"},"fills":[{"id":"1025","price":"10000","amount":"0.1","fee":"0.00068","isMaker":false,"at":"2026-11-21T09:30:00.250Z"}]}"#
    ),
    (
        MarketQuoteRequestBody.self,
        #"{"market":"ETHCLP","side":"sell","price":"114000","amount":"159","spend":"100000","share":"25"}"#
    ),
    (MarketQuoteRestBody.self, #"{"amount":"9","required":"9","obtained":"1021998.6","fee":"4001.4"}"#),
    (
        MarketQuoteBody.self,
        #"{"obtained":"18047138.226","obtainedAsset":"CLP","required":"159","requiredAsset":"ETH","fee":"123560.2","takerRate":6800,"makerRate":3900,"amount":"159","order":"168","isBelowMinimum":false,"waiting":{"amount":"9","required":"9","obtained":"1021998.6","fee":"4001.4"},"needed":"168","available":"200","isCovered":true,"averagePrice":"114281.5","worstPrice":"114000","distance":0.008,"levels":3,"meetsOwn":false,"meetsCollar":false,"isComplete":true}"#
    ),
    (MarketInstantRequestBody.self, #"{"market":"ETHCLP","side":"sell","amount":"159","bound":"18000000"}"#),
    (MarketAmendRequestBody.self, #"{"amount":"0.2","price":"10100","clientId":"2026-12-21.bot-7.0816"}"#),
    (
        MarketAmendmentBody.self,
        #"{"order":{"id":"O1025","market":"ETHCLP","side":"buy","type":"stop-limit","status":"cancelled","reason":"user","price":"10000","stop":"9900","amount":"0.3","executed":"0.1","remaining":"0","averagePrice":"10000","fee":"0.00068","feeAsset":"ETH","timeInForce":"good-till-cancelled","isPostOnly":false,"createdAt":"2026-11-21T09:30:00.250Z","updatedAt":"2026-12-21T09:30:00.250Z","clientId":"2026-12-21.bot-7.0815","replacedBy":"O2049","expiresAt":"2026-12-24T12:00:00.000Z","partner":"O3073"},"keepsPlace":false,"replaced":{"id":"O1025","market":"ETHCLP","side":"buy","type":"stop-limit","status":"cancelled","reason":"user","price":"10000","stop":"9900","amount":"0.3","executed":"0.1","remaining":"0","averagePrice":"10000","fee":"0.00068","feeAsset":"ETH","timeInForce":"good-till-cancelled","isPostOnly":false,"createdAt":"2026-11-21T09:30:00.250Z","updatedAt":"2026-12-21T09:30:00.250Z","clientId":"2026-12-21.bot-7.0815","replacedBy":"O2049","expiresAt":"2026-12-24T12:00:00.000Z","partner":"O3073"}}"#
    ),
    (
        MarketAuctionBody.self,
        #"{"market":"ETHCLP","phase":"auction","until":"2026-12-21T09:35:00.000Z","price":"10050","amount":"12.5","surplus":"0.75","surplusSide":"buy"}"#
    ),
    (
        MarketPairRequestBody.self,
        #"{"market":"ETHCLP","side":"sell","amount":"0.3","price":"12000","stop":"9500","stopPrice":"9400","expiresAt":"2026-12-24T12:00:00.000Z","clientId":"2026-12-21.bot-7.0817","stopClientId":"2026-12-21.bot-7.0818"}"#
    ),
    (
        MarketPairBody.self,
        #"{"limit":{"id":"O1025","market":"ETHCLP","side":"buy","type":"stop-limit","status":"cancelled","reason":"user","price":"10000","stop":"9900","amount":"0.3","executed":"0.1","remaining":"0","averagePrice":"10000","fee":"0.00068","feeAsset":"ETH","timeInForce":"good-till-cancelled","isPostOnly":false,"createdAt":"2026-11-21T09:30:00.250Z","updatedAt":"2026-12-21T09:30:00.250Z","clientId":"2026-12-21.bot-7.0815","replacedBy":"O2049","expiresAt":"2026-12-24T12:00:00.000Z","partner":"O3073"},"stop":{"id":"O1025","market":"ETHCLP","side":"buy","type":"stop-limit","status":"cancelled","reason":"user","price":"10000","stop":"9900","amount":"0.3","executed":"0.1","remaining":"0","averagePrice":"10000","fee":"0.00068","feeAsset":"ETH","timeInForce":"good-till-cancelled","isPostOnly":false,"createdAt":"2026-11-21T09:30:00.250Z","updatedAt":"2026-12-21T09:30:00.250Z","clientId":"2026-12-21.bot-7.0815","replacedBy":"O2049","expiresAt":"2026-12-24T12:00:00.000Z","partner":"O3073"}}"#
    ),
    (MarketCancelTimerRequestBody.self, #"{"seconds":60}"#),
    (MarketCancelTimerBody.self, #"{"at":"2026-12-21T09:31:00.250Z","seconds":60}"#),
    (MarketStaleBody.self, #"{"isStale":true}"#),
    (
        MarketOwnChangesBody.self,
        #"{"market":"ETHCLP","orders":[{"id":"O1025","market":"ETHCLP","side":"buy","type":"stop-limit","status":"cancelled","reason":"user","price":"10000","stop":"9900","amount":"0.3","executed":"0.1","remaining":"0","averagePrice":"10000","fee":"0.00068","feeAsset":"ETH","timeInForce":"good-till-cancelled","isPostOnly":false,"createdAt":"2026-11-21T09:30:00.250Z","updatedAt":"2026-12-21T09:30:00.250Z","clientId":"2026-12-21.bot-7.0815","replacedBy":"O2049","expiresAt":"2026-12-24T12:00:00.000Z","partner":"O3073"}],"fills":[{"id":"1025","order":"O1025","market":"ETHCLP","side":"buy","price":"10000","amount":"0.1","value":"1000","fee":"0.00068","feeAsset":"ETH","isMaker":false,"at":"2026-11-21T09:30:00.250Z"}],"balances":[{"asset":"CLP","total":"735.98669","available":"700"}]}"#
    ),
    (MarketBalanceBody.self, #"{"asset":"CLP","total":"735.98669","available":"700"}"#),
    (MarketBalancesBody.self, #"{"balances":[{"asset":"CLP","total":"735.98669","available":"700"}]}"#),
    (MarketTierBody.self, #"{"level":0,"traded":"0.07","tier":{"threshold":"0","maker":3900,"taker":6800}}"#),
    (
        MarketTransactionBody.self,
        #"{"id":"12","kind":"trade","amount":"43.45","fee":"0.29546","balance":"735.98669","at":"2026-11-21T09:30:00.250Z","address":"c7f5","memo":"for lunch"}"#
    ),
    (
        MarketTransactionsBody.self,
        #"{"transactions":[{"id":"12","kind":"trade","amount":"43.45","fee":"0.29546","balance":"735.98669","at":"2026-11-21T09:30:00.250Z","address":"c7f5","memo":"for lunch"}],"next":"1025"}"#
    ),
    (
        MarketMoneyDraftBody.self,
        #"{"asset":"CLP","amount":"50000","bankAccount":"Banco 1, 0001","destination":"5a5a","date":"21/11/2026","trackingCode":"4711","voucher":"receipt.pdf","code":"287082"}"#
    ),
    (
        MarketMoneyRequestBody.self,
        #"{"id":"3","kind":"deposit","asset":"CLP","amount":"50000","bankAccount":"Banco 1, 0001","fee":"300","receives":"49700","status":"waiting","createdAt":"2026-11-21T09:30:00.250Z","decidedAt":"2026-12-21T09:30:00.250Z","reason":"The name on the bank account is another one."}"#
    ),
    (
        MarketMoneyRequestsBody.self,
        #"{"requests":[{"id":"3","kind":"deposit","asset":"CLP","amount":"50000","bankAccount":"Banco 1, 0001","fee":"300","receives":"49700","status":"waiting","createdAt":"2026-11-21T09:30:00.250Z","decidedAt":"2026-12-21T09:30:00.250Z","reason":"The name on the bank account is another one."}],"next":"1025"}"#
    ),
    (MarketTransferBody.self, #"{"address":"c7f5","asset":"CLP","amount":"1000","memo":"for lunch","code":"287082"}"#),
    (MarketAddressBody.self, #"{"address":"c7f5"}"#),
    (MarketSocketTicketBody.self, #"{"uid":"5a5a","socid":"6b6b","verify":"7c7c"}"#),
    (
        MarketWithdrawalTermsBody.self,
        #"{"asset":"CLP","fee":"300","step":"1","least":"1000","most":"150000","dailyLimit":"500000","used":"350000","left":"150000","proof":"code"}"#
    ),
    (MarketAddressDraftBody.self, #"{"name":"Ana","asset":"BTC","address":"c7f5"}"#),
    (
        MarketBankAccountDraftBody.self,
        #"{"name":"My account","country":"CL","holder":"Ana Pérez","bank":"Banco de Chile","type":"current","number":"0012345678","taxNumber":"12.345.678-5"}"#
    ),
    (
        MarketBankAccountBody.self,
        #"{"country":"CL","holder":"Ana Pérez","bank":"Banco de Chile","type":"current","number":"0012345678","taxNumber":"12.345.678-5"}"#
    ),
    (
        MarketDestinationBody.self,
        #"{"id":"5a5a","name":"My account","asset":"BTC","address":"c7f5","bankAccount":{"country":"CL","holder":"Ana Pérez","bank":"Banco de Chile","type":"current","number":"0012345678","taxNumber":"12.345.678-5"},"addedAt":"2026-11-21T09:30:00.250Z","usableAt":"2026-11-21T09:30:00.250Z"}"#
    ),
    (
        MarketAddressBookBody.self,
        #"{"destinations":[{"id":"5a5a","name":"My account","asset":"BTC","address":"c7f5","bankAccount":{"country":"CL","holder":"Ana Pérez","bank":"Banco de Chile","type":"current","number":"0012345678","taxNumber":"12.345.678-5"},"addedAt":"2026-11-21T09:30:00.250Z","usableAt":"2026-11-21T09:30:00.250Z"}],"isOnly":true,"opensAt":"2026-12-21T09:30:00.250Z"}"#
    ),
    (MarketAddressBookRuleBody.self, #"{"isOnly":true}"#),
    (MarketCallbackSecretBody.self, #"{"secret":"5b1c0a","madeAt":"2026-12-21T09:30:00.250Z"}"#),
    (
        MarketPaymentDraftBody.self,
        #"{"asset":"CLP","amount":"1500","label":"Café Sur","memo":"Two coffees","callbackUrl":"https://shop.example/paid","minutes":15}"#
    ),
    (
        MarketPaymentRequestBody.self,
        #"{"id":"0f0f","asset":"CLP","amount":"1500","label":"Café Sur","memo":"Two coffees","status":"waiting","createdAt":"2026-11-21T09:30:00.250Z","expiresAt":"2026-11-21T09:30:00.250Z","refunded":"1500"}"#
    ),
    (
        MarketPaymentRequestsBody.self,
        #"{"requests":[{"id":"0f0f","asset":"CLP","amount":"1500","label":"Café Sur","memo":"Two coffees","status":"waiting","createdAt":"2026-11-21T09:30:00.250Z","expiresAt":"2026-11-21T09:30:00.250Z","refunded":"1500"}]}"#
    ),
    (MarketPaymentConsentBody.self, #"{"asset":"CLP","amount":"1500","code":"287082"}"#),
    (
        MarketPaymentBody.self,
        #"{"request":{"id":"0f0f","asset":"CLP","amount":"1500","label":"Café Sur","memo":"Two coffees","status":"waiting","createdAt":"2026-11-21T09:30:00.250Z","expiresAt":"2026-11-21T09:30:00.250Z","refunded":"1500"},"transaction":{"id":"12","kind":"trade","amount":"43.45","fee":"0.29546","balance":"735.98669","at":"2026-11-21T09:30:00.250Z","address":"c7f5","memo":"for lunch"}}"#
    ),
    (MarketRefundDraftBody.self, #"{"amount":"700","code":"287082"}"#),
    (
        MarketValuedBalanceBody.self,
        #"{"asset":"ETH","total":"1.5","available":"1","held":"0.5","price":"218880","value":"328320","markets":["ETHCLP"]}"#
    ),
    (
        MarketValuationBody.self,
        #"{"base":"CLP","total":"328320","balances":[{"asset":"ETH","total":"1.5","available":"1","held":"0.5","price":"218880","value":"328320","markets":["ETHCLP"]}],"unpriced":0,"at":"2026-11-21T09:30:00.250Z"}"#
    ),
    (
        MarketPortfolioPointBody.self,
        #"{"at":"2026-11-21T09:30:00.250Z","value":"328320","flow":"100000","unpriced":0}"#
    ),
    (
        MarketPortfolioBody.self,
        #"{"base":"CLP","points":[{"at":"2026-11-21T09:30:00.250Z","value":"328320","flow":"100000","unpriced":0}],"isComplete":true}"#
    ),
    (AccountPreferencesBody.self, #"{"base":"CLP","language":"es-CL","timeZone":"America/Santiago"}"#),
    (
        MarketFillLineBody.self,
        #"{"id":"1025","order":"O1025","market":"ETHCLP","side":"buy","price":"10000","amount":"0.1","value":"1000","fee":"0.00068","feeAsset":"ETH","isMaker":false,"at":"2026-11-21T09:30:00.250Z"}"#
    ),
    (
        MarketFillsBody.self,
        #"{"fills":[{"id":"1025","order":"O1025","market":"ETHCLP","side":"buy","price":"10000","amount":"0.1","value":"1000","fee":"0.00068","feeAsset":"ETH","isMaker":false,"at":"2026-11-21T09:30:00.250Z"}],"next":"1025"}"#
    ),
    (MarketDepthLevelBody.self, #"{"price":"218890","amount":"1.25","orders":3,"total":"4.5","value":"984990"}"#),
    (
        MarketDepthBody.self,
        #"{"sequence":7,"bids":[{"price":"218890","amount":"1.25","orders":3,"total":"4.5","value":"984990"}],"asks":[{"price":"218890","amount":"1.25","orders":3,"total":"4.5","value":"984990"}],"isWhole":true}"#
    ),
    (
        MarketChartPointBody.self,
        #"{"start":"2026-11-21T09:30:00.250Z","open":"218880","high":"219000","low":"218000","close":"218500","volume":"3.5","count":4,"isRunning":false}"#
    ),
    (
        MarketChartBody.self,
        #"{"points":[{"start":"2026-11-21T09:30:00.250Z","open":"218880","high":"219000","low":"218000","close":"218500","volume":"3.5","count":4,"isRunning":false}],"closeBefore":"218000","olderTo":1795251600000,"at":"2026-11-21T09:30:00.250Z"}"#
    ),
    (
        ConsoleAssetBody.self,
        #"{"asset":{"name":"CLP","kind":"currency","title":"Peso Chileno","prefix":"$","postfix":"","decimals":0,"exponent":18,"isActive":true},"fee":"300","minimum":"1000","dailyLimit":"500000","approvalAbove":"1000000"}"#
    ),
    (
        ConsoleCatalogueBody.self,
        #"{"assets":[{"asset":{"name":"CLP","kind":"currency","title":"Peso Chileno","prefix":"$","postfix":"","decimals":0,"exponent":18,"isActive":true},"fee":"300","minimum":"1000","dailyLimit":"500000","approvalAbove":"1000000"}],"markets":[{"name":"ETHCLP","base":"ETH","quote":"CLP","tick":"10","lot":"0.00000001","minimum":"0.001","fees":[{"threshold":"0","maker":3900,"taker":6800}],"isActive":true,"phase":"trading","auctionUntil":"2026-12-21T09:35:00.000Z","collar":"10"}]}"#
    ),
    (
        ConsoleAssetDraftBody.self,
        #"{"name":"USD","kind":"currency","title":"US-Dollar","decimals":2,"exponent":18,"prefix":"US$","postfix":""}"#
    ),
    (ConsoleTermsBody.self, #"{"fee":"300","minimum":"1000","dailyLimit":"500000"}"#),
    (
        ConsoleMarketDraftBody.self,
        #"{"name":"ETHUSD","base":"ETH","quote":"USD","tick":"0.01","lot":"0.0001","minimum":"0.001","fees":[{"threshold":"0","maker":3900,"taker":6800}]}"#
    ),
    (ConsoleFeesBody.self, #"{"fees":[{"threshold":"0","maker":3900,"taker":6800}]}"#),
    (ConsoleApprovalBody.self, #"{"email":"eva@mercado.example","at":"2026-11-21T09:30:00.250Z","isOwn":false}"#),
    (
        ConsoleRequestBody.self,
        #"{"id":"3","kind":"withdrawal","email":"ana@example.cl","asset":"CLP","amount":"50000","fee":"300","pays":"49700","bankAccount":"Banco 1, 0001","date":"2026-11-20","trackingCode":"8842","voucher":"voucher.pdf","createdAt":"2026-11-21T09:30:00.250Z","needsTwo":true,"approval":{"email":"eva@mercado.example","at":"2026-11-21T09:30:00.250Z","isOwn":false},"isOwn":false}"#
    ),
    (
        ConsoleRequestsBody.self,
        #"{"requests":[{"id":"3","kind":"withdrawal","email":"ana@example.cl","asset":"CLP","amount":"50000","fee":"300","pays":"49700","bankAccount":"Banco 1, 0001","date":"2026-11-20","trackingCode":"8842","voucher":"voucher.pdf","createdAt":"2026-11-21T09:30:00.250Z","needsTwo":true,"approval":{"email":"eva@mercado.example","at":"2026-11-21T09:30:00.250Z","isOwn":false},"isOwn":false}],"cursor":3}"#
    ),
    (ConsoleRefusalBody.self, #"{"reason":"The name on the bank account is another one."}"#),
    (ConsoleDecisionBody.self, #"{"id":"3","status":"settled","isApproved":false}"#),
    (ConsoleAccountQueryBody.self, #"{"email":"ana@example.cl"}"#),
    (ConsoleLimitBody.self, #"{"asset":"CLP","usual":"500000","own":"2000000"}"#),
    (
        ConsoleAccountBody.self,
        #"{"email":"ana@example.cl","limits":[{"asset":"CLP","usual":"500000","own":"2000000"}]}"#
    ),
    (ConsoleLimitDraftBody.self, #"{"email":"ana@example.cl","asset":"CLP","dailyLimit":"2000000"}"#),
    (ConsoleAuditPieceBody.self, #"{"kind":"market","market":"ETHCLP","milliseconds":12,"faults":0}"#),
    (ConsoleAuditAssetBody.self, #"{"asset":"CLP","owned":"1250000","sum":"0"}"#),
    (
        ConsoleAuditBody.self,
        #"{"state":"ended","begunAt":"2026-12-21T09:30:00.250Z","endedAt":"2026-12-21T09:30:01.250Z","piecesInAll":10,"pieces":[{"kind":"market","market":"ETHCLP","milliseconds":12,"faults":0}],"isClean":true,"balances":120,"orders":480,"fills":300,"assets":[{"asset":"CLP","owned":"1250000","sum":"0"}],"faults":["The balance of account 1002 is not what its postings come to."]}"#
    ),
    (
        ConsoleMarketHealthBody.self,
        #"{"market":"ETHCLP","isActive":true,"isWriting":true,"waiting":0,"busyMilliseconds":0,"lastTradeAt":"2026-12-21T09:30:00.250Z"}"#
    ),
    (
        ConsoleHealthBody.self,
        #"{"markets":[{"market":"ETHCLP","isActive":true,"isWriting":true,"waiting":0,"busyMilliseconds":0,"lastTradeAt":"2026-12-21T09:30:00.250Z"}],"mostWaiting":4096,"openSockets":12,"feedLagMilliseconds":0,"waitingRequests":3,"at":"2026-11-21T09:30:00.250Z"}"#
    ),
    (
        ConsoleEntryBody.self,
        #"{"number":12,"at":"2026-11-21T09:30:00.250Z","actor":"account","email":"eva@mercado.example","action":"request.settled","subject":"3 withdrawal 50000 CLP"}"#
    ),
    (
        ConsoleJournalBody.self,
        #"{"isIntact":true,"total":12,"entries":[{"number":12,"at":"2026-11-21T09:30:00.250Z","actor":"account","email":"eva@mercado.example","action":"request.settled","subject":"3 withdrawal 50000 CLP"}],"next":"1025"}"#
    ),
    (
        PlanFloorBody.self,
        #"{"width":120,"height":60,"walls":[[0,20.5,40,20.5]],"doors":[[0,20.5,40,20.5]],"image":"/galerias.svg","imageArea":[0,20.5,40,20.5]}"#
    ),
    (
        PlanBeaconBody.self,
        #"{"major":100,"minor":1,"x":2.5,"y":21,"zone":"window","measuredPower":-59,"period":8,"accountsPerWindow":40,"neighbours":[[100,2]]}"#
    ),
    (
        PlanDocumentBody.self,
        #"{"name":"Galerías del Faro","uuid":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","timeZone":"Europe/Madrid","location":{"latitude":43.3623,"longitude":-8.4115},"plan":{"width":120,"height":60,"walls":[[0,20.5,40,20.5]],"doors":[[0,20.5,40,20.5]],"image":"/galerias.svg","imageArea":[0,20.5,40,20.5]},"shops":[{"major":100,"name":"Marea","category":"fashion","area":[[0,20.5],[14,20.5],[14,40]]}],"beacons":[{"major":100,"minor":1,"x":2.5,"y":21,"zone":"window","measuredPower":-59,"period":8,"accountsPerWindow":40,"neighbours":[[100,2]]}],"pointsForTime":5}"#
    ),
    (PlanRemarkBody.self, #"{"path":"$.shops[2].area","message":"overlaps the area of $.shops[1]","x":12.5,"y":30}"#),
    (
        PlanVersionBody.self,
        #"{"number":7,"at":"2026-11-21T09:30:00.250Z","by":"eva@faro.example","note":"The new bakery","restored":5,"shops":13,"beacons":41}"#
    ),
    (
        PlanDraftBody.self,
        #"{"number":12,"isEmpty":false,"base":7,"savedAt":"2026-11-21T09:30:00.250Z","savedBy":"eva@faro.example","faults":[{"path":"$.shops[2].area","message":"overlaps the area of $.shops[1]","x":12.5,"y":30}],"notices":[{"path":"$.shops[2].area","message":"overlaps the area of $.shops[1]","x":12.5,"y":30}]}"#
    ),
    (
        OperatorPlanBody.self,
        #"{"version":{"number":7,"at":"2026-11-21T09:30:00.250Z","by":"eva@faro.example","note":"The new bakery","restored":5,"shops":13,"beacons":41},"document":{"name":"Galerías del Faro","uuid":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","timeZone":"Europe/Madrid","location":{"latitude":43.3623,"longitude":-8.4115},"plan":{"width":120,"height":60,"walls":[[0,20.5,40,20.5]],"doors":[[0,20.5,40,20.5]],"image":"/galerias.svg","imageArea":[0,20.5,40,20.5]},"shops":[{"major":100,"name":"Marea","category":"fashion","area":[[0,20.5],[14,20.5],[14,40]]}],"beacons":[{"major":100,"minor":1,"x":2.5,"y":21,"zone":"window","measuredPower":-59,"period":8,"accountsPerWindow":40,"neighbours":[[100,2]]}],"pointsForTime":5},"draft":{"number":12,"isEmpty":false,"base":7,"savedAt":"2026-11-21T09:30:00.250Z","savedBy":"eva@faro.example","faults":[{"path":"$.shops[2].area","message":"overlaps the area of $.shops[1]","x":12.5,"y":30}],"notices":[{"path":"$.shops[2].area","message":"overlaps the area of $.shops[1]","x":12.5,"y":30}]},"draftDocument":{"name":"Galerías del Faro","uuid":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","timeZone":"Europe/Madrid","location":{"latitude":43.3623,"longitude":-8.4115},"plan":{"width":120,"height":60,"walls":[[0,20.5,40,20.5]],"doors":[[0,20.5,40,20.5]],"image":"/galerias.svg","imageArea":[0,20.5,40,20.5]},"shops":[{"major":100,"name":"Marea","category":"fashion","area":[[0,20.5],[14,20.5],[14,40]]}],"beacons":[{"major":100,"minor":1,"x":2.5,"y":21,"zone":"window","measuredPower":-59,"period":8,"accountsPerWindow":40,"neighbours":[[100,2]]}],"pointsForTime":5}}"#
    ),
    (
        PlanVersionsBody.self,
        #"{"versions":[{"number":7,"at":"2026-11-21T09:30:00.250Z","by":"eva@faro.example","note":"The new bakery","restored":5,"shops":13,"beacons":41}]}"#
    ),
    (
        PlanVersionDocumentBody.self,
        #"{"version":{"number":7,"at":"2026-11-21T09:30:00.250Z","by":"eva@faro.example","note":"The new bakery","restored":5,"shops":13,"beacons":41},"document":{"name":"Galerías del Faro","uuid":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","timeZone":"Europe/Madrid","location":{"latitude":43.3623,"longitude":-8.4115},"plan":{"width":120,"height":60,"walls":[[0,20.5,40,20.5]],"doors":[[0,20.5,40,20.5]],"image":"/galerias.svg","imageArea":[0,20.5,40,20.5]},"shops":[{"major":100,"name":"Marea","category":"fashion","area":[[0,20.5],[14,20.5],[14,40]]}],"beacons":[{"major":100,"minor":1,"x":2.5,"y":21,"zone":"window","measuredPower":-59,"period":8,"accountsPerWindow":40,"neighbours":[[100,2]]}],"pointsForTime":5}}"#
    ),
    (PlanNoteBody.self, #"{"note":"The new bakery"}"#),
    (
        PlanChangeBody.self,
        #"{"part":"shop","kind":"renamed","major":100,"minor":1,"name":"Marea","before":"Mar","fields":["category"],"count":3,"from":[2.5,21],"to":[2.5,21]}"#
    ),
    (PlanLossBody.self, #"{"kind":"coupons","major":100,"minor":1,"name":"Marea","atLeast":20}"#),
    (
        PlanDifferencesBody.self,
        #"{"base":7,"changes":[{"part":"shop","kind":"renamed","major":100,"minor":1,"name":"Marea","before":"Mar","fields":["category"],"count":3,"from":[2.5,21],"to":[2.5,21]}],"losses":[{"kind":"coupons","major":100,"minor":1,"name":"Marea","atLeast":20}]}"#
    ),
    (
        PlanPictureBody.self,
        #"{"address":"/api/venues/6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01/pictures/5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c","width":2048,"height":1024}"#
    ),
    (
        RadioResidualBody.self,
        #"{"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","number":3,"major":100,"minor":1,"decibels":-4,"day":"2026-11-21","presentation":"3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d","padding":"  "}"#
    ),
    (RadioResidualFigureBody.self, #"{"major":100,"minor":1,"decibels":-4,"correction":-4,"reports":40}"#),
    (
        RadioRefinementBody.self,
        #"{"number":3,"isTaken":true,"closedUntil":"2026-11-21","beacons":[{"major":100,"minor":1,"decibels":-4,"correction":-4,"reports":40}]}"#
    ),
    (RadioRefinementChoiceBody.self, #"{"isTaken":true}"#),
    (
        RadioMapVersionBody.self,
        #"{"number":3,"at":"2026-11-21T09:30:00.250Z","by":"eva@faro.example","restored":1,"places":96,"scans":480,"fits":true}"#
    ),
    (
        RadioMapVersionsBody.self,
        #"{"number":3,"plan":"0b0e5b2c9a3d4e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7","versions":[{"number":3,"at":"2026-11-21T09:30:00.250Z","by":"eva@faro.example","restored":1,"places":96,"scans":480,"fits":true}]}"#
    ),
    (
        DemoSurveyBody.self,
        #"{"plan":"0b0e5b2c9a3d4e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7","scans":5,"heard":[{"major":100,"minor":1,"x":5,"y":12.5,"scans":4,"sum":-262,"squares":17170}]}"#
    ),
    (DemoHeardBody.self, #"{"major":100,"minor":1,"x":5,"y":12.5,"scans":4,"sum":-262,"squares":17170}"#),
    (DemoConsoleBody.self, #"{"role":"merchant"}"#),
    (
        DemoBody.self,
        #"{"seed":1,"speed":10,"visitors":60,"venue":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","startedAt":"2026-11-21T09:30:00.250Z","now":"2026-12-21T09:30:00.250Z"}"#
    ),
    (DemoGuestBody.self, #"{"visitor":61,"x":4,"y":12.5}"#),
    (DestinationBody.self, #"{"x":30,"y":12.5}"#),
    (
        DemoPositionBody.self,
        #"{"x":4,"y":12.5,"estimate":{"x":5.1,"y":11.75},"place":{"major":100,"shop":"Marea","zone":"window"},"ranged":[{"major":100,"minor":1,"rssi":-63.5,"distance":1.6,"proximity":"near"}]}"#
    ),
    (
        DemoLocatedBody.self,
        #"{"position":{"x":5.1,"y":11.75},"doubt":2.4,"place":{"major":100,"shop":"Marea","zone":"window"}}"#
    ),
    (PlanPositionBody.self, #"{"x":5.1,"y":11.75}"#),
    (DemoPlaceBody.self, #"{"major":100,"shop":"Marea","zone":"window"}"#),
    (RangedBeaconBody.self, #"{"major":100,"minor":1,"rssi":-63.5,"distance":1.6,"proximity":"near"}"#),
    (
        DemoFrameBody.self,
        #"{"at":"2026-11-21T09:30:00.250Z","visitors":[[7,31.25,12.5]],"attackers":[[1001,60,31.5,"clone"]],"sightings":[{"visitor":7,"major":100,"minor":1,"result":"presence.replayed","attack":"replay"}],"offers":[{"visitor":7,"major":100,"text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"}}],"totals":{"visitors":60,"sightings":412,"accepted":371,"rejected":{"presence.stale":41},"offers":55,"attacks":{"clone":{"attempts":12,"accepted":0},"replay":{"attempts":12,"accepted":0},"share":{"attempts":12,"accepted":0},"relay":{"attempts":6,"accepted":4}},"positionError":{"mean":2.4,"p90":4.9}}}"#
    ),
    (VisitorMarkBody.self, #"[7,31.25,12.5]"#),
    (AttackerMarkBody.self, #"[1001,60,31.5,"clone"]"#),
    (DemoSightingBody.self, #"{"visitor":7,"major":100,"minor":1,"result":"presence.replayed","attack":"replay"}"#),
    (
        DemoOfferBody.self,
        #"{"visitor":7,"major":100,"text":{"en":"A coffee with every shirt","es":"Un café con cada camisa"}}"#
    ),
    (
        DemoTotalsBody.self,
        #"{"visitors":60,"sightings":412,"accepted":371,"rejected":{"presence.stale":41},"offers":55,"attacks":{"clone":{"attempts":12,"accepted":0},"replay":{"attempts":12,"accepted":0},"share":{"attempts":12,"accepted":0},"relay":{"attempts":6,"accepted":4}},"positionError":{"mean":2.4,"p90":4.9}}"#
    ),
    (
        AttackTotalsBody.self,
        #"{"clone":{"attempts":12,"accepted":0},"replay":{"attempts":12,"accepted":0},"share":{"attempts":12,"accepted":0},"relay":{"attempts":6,"accepted":4}}"#
    ),
    (AttackTallyBody.self, #"{"attempts":12,"accepted":0}"#),
    (PositionErrorBody.self, #"{"mean":2.4,"p90":4.9}"#),
    (
        DemoExposureBody.self,
        #"{"at":"2026-12-21T09:30:00.250Z","reportAt":"2026-11-21T09:30:00.250Z","reported":2,"warned":7,"shouldHaveBeenWarned":6,"warnedOfThose":6,"falseWarnings":1,"people":["clear","infected","warned","due","needless"],"spread":[{"release":"2026-12-21T09:30:00.250Z","warned":7}],"guests":{"reported":1,"warnedVisitors":2,"warnedGuests":1,"shouldHaveBeenWarned":3},"eavesdropper":{"identifiers":734,"longestChainBefore":1,"longestChainAfter":9,"devicesLinked":2},"server":{"rows":{"exposure_codes":2,"exposure_keys":2},"keys":2,"contacts":0},"authority":{"codesIssued":2,"codesUsed":2,"names":0,"keysBesideNames":0}}"#
    ),
    (DemoWarningsBody.self, #"{"release":"2026-12-21T09:30:00.250Z","warned":7}"#),
    (DemoGuestWarningsBody.self, #"{"reported":1,"warnedVisitors":2,"warnedGuests":1,"shouldHaveBeenWarned":3}"#),
    (DemoEavesdropperBody.self, #"{"identifiers":734,"longestChainBefore":1,"longestChainAfter":9,"devicesLinked":2}"#),
    (DemoServerKnowledgeBody.self, #"{"rows":{"exposure_codes":2,"exposure_keys":2},"keys":2,"contacts":0}"#),
    (DemoAuthorityKnowledgeBody.self, #"{"codesIssued":2,"codesUsed":2,"names":0,"keysBesideNames":0}"#),
    (DemoCodeBody.self, #"{"code":"123456789012","expiresAt":"2026-12-21T09:30:00.250Z"}"#),
    (
        ProblemBody.self,
        #"{"type":"about:blank","title":"The body has faults","status":422,"code":"request.invalid","detail":"The body has 1 fault.","faults":[{"path":"$.shops[2].major","message":"must be between 0 and 65535","code":"too-large","values":{"limit":"65535"}}],"challenge":"w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9"}"#
    ),
    (
        Fault.self,
        #"{"path":"$.shops[2].major","message":"must be between 0 and 65535","code":"too-large","values":{"limit":"65535"}}"#
    ),
    (
        FleetReasonBody.self,
        #"{"sign":"battery-low","state":"good","since":"2026-12-21T09:30:00.250Z","value":2380,"expected":2400,"other":"101.2"}"#
    ),
    (
        FleetBatteryBody.self,
        #"{"millivolts":2870,"celsius":21.5,"emptyOn":"2027-03-01","earliest":"2027-02-11","latest":"2027-03-25"}"#
    ),
    (
        FleetBeaconBody.self,
        #"{"beacon":"101.1","major":101,"minor":1,"shop":"Librería Nube","zone":"door","x":12.5,"y":30,"state":"good","reasons":[{"sign":"battery-low","state":"good","since":"2026-12-21T09:30:00.250Z","value":2380,"expected":2400,"other":"101.2"}],"battery":{"millivolts":2870,"celsius":21.5,"emptyOn":"2027-03-01","earliest":"2027-02-11","latest":"2027-03-25"},"lastProofAt":"2026-12-21T09:30:00.000Z","clockMilliseconds":-1200,"proofs":240,"disputed":0,"refused":3,"expectedProofs":231.5}"#
    ),
    (
        FleetBody.self,
        #"{"at":"2026-11-21T09:30:00.250Z","beacons":[{"beacon":"101.1","major":101,"minor":1,"shop":"Librería Nube","zone":"door","x":12.5,"y":30,"state":"good","reasons":[{"sign":"battery-low","state":"good","since":"2026-12-21T09:30:00.250Z","value":2380,"expected":2400,"other":"101.2"}],"battery":{"millivolts":2870,"celsius":21.5,"emptyOn":"2027-03-01","earliest":"2027-02-11","latest":"2027-03-25"},"lastProofAt":"2026-12-21T09:30:00.000Z","clockMilliseconds":-1200,"proofs":240,"disputed":0,"refused":3,"expectedProofs":231.5}]}"#
    ),
    (
        FleetDayBody.self,
        #"{"day":"2026-11-21","proofs":240,"disputed":0,"mismatches":1,"stale":2,"otherRefusals":4,"millivolts":2870,"celsius":21.5,"clockMilliseconds":-1200}"#
    ),
    (FleetPairBody.self, #"{"beacon":"101.2","heard":61,"isNeighbour":true,"metres":8.2}"#),
    (
        FleetBeaconHistoryBody.self,
        #"{"beacon":{"beacon":"101.1","major":101,"minor":1,"shop":"Librería Nube","zone":"door","x":12.5,"y":30,"state":"good","reasons":[{"sign":"battery-low","state":"good","since":"2026-12-21T09:30:00.250Z","value":2380,"expected":2400,"other":"101.2"}],"battery":{"millivolts":2870,"celsius":21.5,"emptyOn":"2027-03-01","earliest":"2027-02-11","latest":"2027-03-25"},"lastProofAt":"2026-12-21T09:30:00.000Z","clockMilliseconds":-1200,"proofs":240,"disputed":0,"refused":3,"expectedProofs":231.5},"days":[{"day":"2026-11-21","proofs":240,"disputed":0,"mismatches":1,"stale":2,"otherRefusals":4,"millivolts":2870,"celsius":21.5,"clockMilliseconds":-1200}],"pairs":[{"beacon":"101.2","heard":61,"isNeighbour":true,"metres":8.2}],"deployment":{"beacon":"101.1","shop":"Librería Nube","zone":"door","planX":12.5,"planY":30,"x":12.6,"y":30.1,"height":2.5,"device":"hanging","claimEndsAt":"2026-12-21T09:30:00.250Z","claimedAt":"2026-12-21T09:30:00.250Z","rotationEndsAt":"2026-12-21T09:30:00.250Z","checks":[{"distance":"one","readings":24,"seconds":20.4,"median":-59,"metres":1.1,"isGood":true}],"codeSeenAt":"2026-12-21T09:30:00.250Z","neighbours":["101.2"],"missing":["claim"]}}"#
    ),
    (
        BeaconClaimBody.self,
        #"{"id":"5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a","secret":"6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b","endsAt":"2026-11-21T09:30:00.250Z"}"#
    ),
    (ClaimSecretBody.self, #"{"secret":"6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b"}"#),
    (
        BeaconConfigurationBody.self,
        #"{"venue":"Centro Alameda","place":"Librería Nube","uuid":"6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01","major":100,"minor":1,"key":"7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c","measuredPower":-59,"positionMilliseconds":1000,"securityMilliseconds":4000,"telemetryMilliseconds":10000,"periodSeconds":60,"serverTime":"2026-11-21T09:30:00.250Z","oldKeyUntil":"2026-11-21T09:30:00.250Z"}"#
    ),
    (
        DeploymentCheckBody.self,
        #"{"distance":"one","readings":24,"seconds":20.4,"median":-59,"metres":1.1,"isGood":true}"#
    ),
    (
        BeaconDeploymentBody.self,
        #"{"beacon":"101.1","shop":"Librería Nube","zone":"door","planX":12.5,"planY":30,"x":12.6,"y":30.1,"height":2.5,"device":"hanging","claimEndsAt":"2026-12-21T09:30:00.250Z","claimedAt":"2026-12-21T09:30:00.250Z","rotationEndsAt":"2026-12-21T09:30:00.250Z","checks":[{"distance":"one","readings":24,"seconds":20.4,"median":-59,"metres":1.1,"isGood":true}],"codeSeenAt":"2026-12-21T09:30:00.250Z","neighbours":["101.2"],"missing":["claim"]}"#
    ),
    (
        DeploymentBody.self,
        #"{"beacons":[{"beacon":"101.1","shop":"Librería Nube","zone":"door","planX":12.5,"planY":30,"x":12.6,"y":30.1,"height":2.5,"device":"hanging","claimEndsAt":"2026-12-21T09:30:00.250Z","claimedAt":"2026-12-21T09:30:00.250Z","rotationEndsAt":"2026-12-21T09:30:00.250Z","checks":[{"distance":"one","readings":24,"seconds":20.4,"median":-59,"metres":1.1,"isGood":true}],"codeSeenAt":"2026-12-21T09:30:00.250Z","neighbours":["101.2"],"missing":["claim"]}],"ready":12}"#
    ),
    (
        DeploymentActionBody.self,
        #"{"number":3,"kind":"place","beacon":"101.1","at":"2026-11-21T09:30:00.250Z","x":12.6,"y":30.1,"height":2.5,"distance":"one","seconds":20.4,"readings":[-59],"neighbours":["101.2"],"code":"9f3c1a7be05d42886b1f0c93d7ae"}"#
    ),
    (
        DeploymentActionsBody.self,
        #"{"actions":[{"number":3,"kind":"place","beacon":"101.1","at":"2026-11-21T09:30:00.250Z","x":12.6,"y":30.1,"height":2.5,"distance":"one","seconds":20.4,"readings":[-59],"neighbours":["101.2"],"code":"9f3c1a7be05d42886b1f0c93d7ae"}]}"#
    ),
    (DeploymentResultBody.self, #"{"number":3,"refusal":"invalid"}"#),
    (
        DeploymentReceiptBody.self,
        #"{"done":3,"results":[{"number":3,"refusal":"invalid"}],"deployment":{"beacons":[{"beacon":"101.1","shop":"Librería Nube","zone":"door","planX":12.5,"planY":30,"x":12.6,"y":30.1,"height":2.5,"device":"hanging","claimEndsAt":"2026-12-21T09:30:00.250Z","claimedAt":"2026-12-21T09:30:00.250Z","rotationEndsAt":"2026-12-21T09:30:00.250Z","checks":[{"distance":"one","readings":24,"seconds":20.4,"median":-59,"metres":1.1,"isGood":true}],"codeSeenAt":"2026-12-21T09:30:00.250Z","neighbours":["101.2"],"missing":["claim"]}],"ready":12}}"#
    ),
]
