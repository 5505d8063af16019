import Testing
import Vault

extension LibraryExamples {
    @Test("Vault: a slot opens at its place with its password, and nowhere else")
    func vault() throws {
        // example
        var random = SystemRandomNumberGenerator()
        let device = DeviceSecrets(using: &random)
        let user = FoldedName(try VaultName("Ana"))
        let keys = OpenedKeys(data: DataKey(using: &random), travel: TravelKey(using: &random), slot: 1)
        var header = VaultHeader(vault: RecordID(using: &random), cipher: .aes256GCM, cost: .floor)

        let password = try #require(Password("correct horse battery staple"))
        let library = try #require(Fix(latitude: 40.3325, longitude: -3.7655, accuracy: 5))
        let slot = try header.makingSlot(
            id: header.nextSlotID, label: "the library", factors: [.place([library]), .password(password)],
            keys: keys, user: user, device: device, on: 20_778, using: &random)
        header.slots.append(slot)

        let there = UnlockSecrets(fix: library, password: password)
        let opened = try header.open(slot, with: there, user: user, device: device)

        let cafe = try #require(Fix(latitude: 40.34, longitude: -3.7655, accuracy: 5))
        let elsewhere = UnlockSecrets(fix: cafe, password: password)
        let refused = try header.open(slot, with: elsewhere, user: user, device: device)
        // end of example
        #expect(opened?.data == keys.data)
        #expect(refused == nil)
    }
}
