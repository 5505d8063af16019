// Written by `Scripts/number-signs` from the CLDR 48.0 of node's Intl; run that instead of editing this.

extension NumberSigns {
    /// The languages that are written with a decimal comma where no region says otherwise.
    static let commaLanguages = """
        af az be bg br bs ca cs cv da de el eo es et eu ff fi fo fr fy gl hr hu hy ia id ie is it jv ka kk
        kl ku ky lb ln lo lt lu lv mk nb nl nn no oc os pl pt rm rn ro ru rw sc se sg sk sl sq sr su sv tg
        tk tr tt uk uz vi wo agq ast bas blo bua dsb dua dyo ewo fur hsb jgo kab kea kgp kkj ksf ksh lij lmo
        mgh mua nds nmg nnh pms prg sah scn seh shi smn szl tok tzm vec vmw wae yav yrl zgh
        """

    /// The languages with a region in which it is the other way round.
    static let otherRegions = """
        ar-DZ ar-LY ar-MA ar-TN de-CH de-LI en-AT en-BE en-CZ en-DD en-DE en-DK en-EE en-ES en-FI en-FR
        en-FX en-GE en-HU en-ID en-IT en-LT en-LV en-NL en-NO en-PL en-PT en-RO en-SE en-SI en-SK en-UA
        en-ZA es-BR es-BZ es-CU es-DO es-GT es-HN es-MX es-NI es-PA es-PE es-PR es-PZ es-SV es-US es-419
        it-CH kk-CN ku-IQ ms-BN ms-ID qu-BO sw-CD sw-ZR uz-AF
        """
}
