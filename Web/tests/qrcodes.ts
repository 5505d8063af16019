import type { Correction } from "../src/qr/layout";

/** QR codes as libqrencode 4.1.1 makes them, four modules in a hexadecimal digit, row by row. */
export const codes: readonly { text: string; correction: Correction; version: number; mask: number; modules: string }[] = [
  {
    text: "A",
    correction: "L", version: 1, mask: 0,
    modules:
      "fe5bfc13906eb6bb74a5dba2aec10507faafe01b00eff6258411979a22b1844368aa804aabfaddf05fb8bad76dd311aeb2230504" +
      "6feeab8",
  },
  {
    text: "https://cerca.example/market#/pay/4jz0Qm2c7m0s3kq9b1x5wA",
    correction: "M", version: 4, mask: 2,
    modules:
      "fe0c75bfc103d6106eb90b2bb75d7d45dbabd5baec143e5107faaaaafe01f60800be3743be00c91e9b76fe400280a971f9e43595" +
      "8c4da7feb92ecaf819d4fa492ee4235ec2dca6465f9bc3c4f03ec8b030fbedacb820c5ee79cfb68cf6b06d32d60bfcaf575af880" +
      "464cc57f8c6a6ad05b81f1cbaf63afc5d4fdbe4eea89b6c104d14c1cfeec43b50",
  },
  {
    text: "cerca:año ☃ ñandú",
    correction: "Q", version: 3, mask: 2,
    modules:
      "feb72bfc11b1906e947ebb74b5a5dbab232ec15c1507faaaafe00d63007f5a398e8f4824f99b5b9071cccc91229a1354a4ef6f5c" +
      "512f128e4cd8f628837700fb63eeeced491126f1b97773fa007cdc47fac8eaf0552119ba8d3fb5d76cd22ebc996505652aefe726" +
      "080",
  },
  {
    text: "012345678901234567890123456789",
    correction: "H", version: 4, mask: 6,
    modules:
      "fe391cbfc138e1106eac318bb7536dc5dba5d47aec10d8f907faaaaafe001a95001b171a06026d6ae782d36aee270e74d9c33b6f" +
      "5616ee130c32df658164b81ef74416fae9294ac03877cac6a373e6badb4555a3c1ac472d13c14a4f991acb482824ddcb1d92f880" +
      "79f9c43faf09ead04054116baf355f9dd6c7849ae93c36670428cae7fe0d2efc0",
  },
  {
    text: "cab4d7efghjkmnpqrstuvwxyz23456789",
    correction: "M", version: 3, mask: 7,
    modules:
      "fe2253fc1186506e80debb74e975dba0842ec168cd07faaaafe00bbf0096c28d00462d7078d9ddd960a921756f3e6084dffe2b5d" +
      "389479132bf8663df4032db119eafeb8b61a37ef896c92fa8079344ff8422ad0505114ba586f8dd5e75eae9db12b0469d92fed2e" +
      "dd0",
  },
  {
    text: "h:fecc2#af/h3:bf/3:0a0gc0h0gccdabc/23:b10g103b3ed#d01g3b1e3dgef1ad03a3ga3g2hcadg032b:ab1:d32dfa3bc/3a/b:h/3dgbgd#1b0:cc:0aae/#:2c0e0:ab20g3dc:/a0f2#/:",
    correction: "L", version: 7, mask: 2,
    modules:
      "fe7f46078bfc150f7780906e831926f4bb752357c835dba165fdfbaec150545ce107faaaaaaaafe00563115d00fbf1af957556e7" +
      "122afe655ae44aac4cadc04ea21d955569cf6f27350a35820b063c4b64ffc3ed82bde43bd97f52a0efe35116c85800f04d63b51b" +
      "3e1d94dbce6a5da957fb4efb52fcec658c4f6c54abbdabc3eb5f1bcb11791c4fb9afd60f904972d87289e8f63b1c2a608099a737" +
      "7ec2ac1ed00298968f09636b16d8a890c0a1412468915ae60ae9ed9149c4a7889cf03142a87b5c1a04f1eff91dae59ba5efd52fd" +
      "004d0c67c457fb99eac7ea504165117117bafeeff42f85d748825c1caeb73daa1e8305de183d89cfed0b1d20b10",
  },
  {
    text: ":10b2fb23:fhdgd:0ag1:fagbddhef2be#eb/1aag1/1ghf01d:0bg#db1g/f2/fc#ec023eaa1cecb:caaahd1ge:a1fech/ecb0/e0bbghc0/11g:31c#0e1:3:hfb3ae/cc1#2bc11d2adchh:/",
    correction: "H", version: 12, mask: 2,
    modules:
      "fee8a19099d8513fc17a3abfd4ebda506eadd1a22c0a46abb741b3ade1fc5c65dba4e315fe1681caec140ebc1136b7d107faaaaa" +
      "aaaaaaaafe018eda347e8836003a805627edb8e5f3b0d28b6086a68706dfdd8817b9debc79830cc812df6ba74825a2fb4f0b726b" +
      "0be5234bf5796980d08dbaba575b3798d1b912379f0434da142aea45829c9350b6aa661eb6f885368ba011b01d89c81a5c4a7e2c" +
      "47b82ca9c74a28626c84b2bc7a0af0a2e52179570e788eafc3b144aa9ac5d05162baa61be29088239762facd62d29b2cf6f8b805" +
      "f8a30fefbaa694c991ac7f8a3c8f2588cb93aaae35abb3bd441448baa562503922c2fa46ff0a167fcb1c87f55195a6546dfad711" +
      "7af62cb6aba4f7aeac54ba2510bca946c3fc3c88faf1af3ec00377ca02c3abf7a530ff296c5e2c473d8889ff2912ce7b6c2d2b28" +
      "87109ec1013325d2d3eb1c3b40f317c4851c77d40706a5cecdfc9c073e48918ffbf659bc10cf01ec2e4dad01751f211e1606e11b" +
      "6576e3f4aa18abce306c3d749099689a801cd2ea4ecd051c1bd9264f481bab3594422c769b5c5dd8a34dc7c77d90d29da8061c1b" +
      "5b8c4d25c33d81a1a3173a897c283085c7e99bfd6030ccdfea61d1db8ec2712221df11dfdad6f26adf608ff576f0fa0040599d1c" +
      "f84f46ff923d76aed1e06a10465c15c6b541d1abaca6a9be596b5fbdd66bdfc65050dc0aeb1b17c3c413916d04027b414f90bdb2" +
      "fe3b7e2c96b7b62e0",
  },
  {
    text: "/gbc/h:e/b#a::3g/e///#31b3#:/eb0d0cbb0hhah3#0a#:afd3hdf20::h3da::b:a#gg:bbda:1cbbaf:h//ha01bfb1fahh:cgh2cb3f#dh1cddbbabb#bfb0ah#/df2#bdae1/#dahe:ab/1ga3eh2f:2d#a#ecea1cf13g3a33e2bafhdg:fh:f323ggdbeehh:3:hhgcfgafbcf/add0f#3c#bfh::13#0gd0/1fba#/ghd20f121//bh0ae3/dbda3fabcfc0b/21g#2",
    correction: "M", version: 12, mask: 2,
    modules:
      "fe6192a7d1f9513fc1337638fd8350506eab62cc103bc6abb75c46cf35eed465dba9eb803f8a41caec171e7ef17411b107faaaaa" +
      "aaaaaaaafe01aa042c45d01100be15581bfb37d2be70b6cfb164f88d83e6d9d52379e5e95b902ecdfed235634ab4be2c5594a22c" +
      "7eb302032d3c01a2304d79454e3df91887f02a1dbfe5cb583cc23336435d5877c2db942e74514a70af85c0c32e575aa1ac380825" +
      "7c02f83787d01d6278a587c4684db582da0dbccf84f8c41ad44315b819c5ad887a94ad81d03cc9328ecb991f73e0da200f00f0a8" +
      "b0cba5dcb960248bc3bc6e93b3249ed23dab489ab7f07c12d50a5fb30f8ef59427e272217f0e990faa68a3ec91e4fb6c4fd23f10" +
      "3a90590abe16a6ab1c7098b91cb4e5c647ef7e26fbc1ab3f4631208a1c3ba33d3c2d10d99df42e087166cda20109c272ce0c1194" +
      "733c18c035e373e085c5d037dbbbcffe8edb15e4c24247f53916968decdae6967bb0f0be450d296e4614356b7fb8657dafc5c72a" +
      "463768b7b481a7c072fd896cc6332c1fc159db1d09144b303e601766b9eacb26a24344f2d39880542fdf58ac54edf3c1ac33ddb8" +
      "b9cb743d036fbdb03a9bafc75a6e30e251290a2f22deccdcf208ff6c38d209235ef6f0651012f16b081b2beb35b2fe007f246916" +
      "fc05c4ff8dfe5fa8c19d6a9056d18a44bda771aba8ccbb7fb2295fb5d63ec544e5ec160aeafcd6fd2b5b847d04b246972158b68a" +
      "fee22fca6b5194220",
  },
  {
    text: "gg3:/2c/0ffedf3g:c1:12c:cae#3aeh/21#g31beec/hh#dcfc0#f0:a/e3fa:c/1#1bhcfd0/c3gd/d2#:ga2/a310fhfaf11g3hg#0d/b3c:b3fe3d1h/c1/a3#/f#dcaa02::d#2fe0cfegabg21dhh0afc2c3:0d##1/3:g21133/c2gagcegh0c22##:b/h/eef:12f/ad0a#/he32bd2adh0beeedac##g3ef#ff/3c/#ac0dbadae230hff/103bb0g0gcad:c/:2gf0#d3#f0//3gac/feheeg1/g01ba3f20##dgefhfb1g/0cb#b10#fghaegbged:hc:ade0a/b::adh:bg/e03c3b//#ec20g3cdehe#0h11/#f#/12ha:/#0h2bbg1120fb1hc:/:c#h0g",
    correction: "Q", version: 19, mask: 2,
    modules:
      "fed3aa65d84f1e29379353fc102020122885c2fe87b0d06e8c52d688eeb0ba0fd072bb7412ef6cd563e4ea94f1a5dbac088fffcd" +
      "6b7fa34d2f2ec171ce6467b89047215b0907faaaaaaaaaaaaaaaaaaaafe008ee2715ea46d117a134007f23c6dfa7d156fde2d839" +
      "8a2086b0b4aee4f504e50b1d1e9900b0c061a25558b5857e5073967f96c76b05281b5410b6e0fd8d5e33c7903d2529a4f8b9d0f4" +
      "fd17400299200e681821e0e5dc05f70d18d61cb290299211b7f507b433446b6b6af5fdb12ff588dad84ac6dc2ca87484fc51ad46" +
      "5374d5c748384b080dd03daf7d8390a42dd78b7e516e8a84cbf192d970120ab71e41cbf97ef4b4618ffdffc182cb7117fffed789" +
      "29f121d7cbe2ffc71f37fa004917f347a0e904fa5e9225187874516014b5d422b682790cdd3414fd4b7d52c1643e62c37a5b7035" +
      "a77440bab34f0d83cd105252946df939edfca5094fbf2d29fc045a0f6c4c6e63c50fc4f457ab656eea237842bf4f522b431cbdbb" +
      "1701365107a56d14dfc285dfe9a5f5fd609e3fd726a210b0710b5b89250bc140ca8f2231780069f49500d079de5ac852ad3ea863" +
      "d77b7374cf59e3198c58f6a12330543746d287e76b6d0b8048767d335e949475441503d1dddd85cafccd111f0d56e0793e863d23" +
      "7f5d8b41090c129b0383ccefc89543729cfd0b4172ef30acaece8c405c1785d5f3d8f00a2ec92ef7bfc3516675ffe2956b2cdce4" +
      "67e934483521035992dd384698ea554974f374208e301187de9ccf30c5820a07eb9f4ef123be2f8b4160d6cea50944d6d303a23c" +
      "0d2478e49310a8caa1fa8a967ddbf82447381d0c4963b2a6aa928c92a83f1693c326ce54f75ce33dde8fa5213a6a8dd3dcb12538" +
      "8308375f7b64426808e6d73d8bd4590c9952bdea972f4f12b179b41ff7b45f861c47fdacf69f8e464f9dc634215450b41ac77eae" +
      "3daab8ded5abcad386a97114ec31429735112b0a91f3feca87fedff24f9001e1f82a22f54284a8811d82c1a5b56a1d87e4c8da53" +
      "d7015602d0131334fe81b761cfb94da5e210de646ba347e94af68dd622651eb907e2b180a50392facf242ffcebf63f785dabd0fb" +
      "76fe2c42d1f6003b92bee4e0a4adbeb99a43dccf4a9862b7ca28c8eb7714935d3f352bfb6a0483fc43df8b580702bb973fc8114f" +
      "e40ba4f47f9bc9801a8eee62554c5a09978a6e8f300e4813d47dd2b34bf13388f04c453751350a780229f309aa9372157e57bfd7" +
      "ba494ad8a7123492ad48980e8a986f3e0867910e50f904ff5dc470f2ffc3fd4b7420d031809df145778107ae73c5c77fc6e919b6" +
      "c4f18e7cccd5c91aeb1d9d89f8553d869b42fcf9f526fa1c3f3ab78b1db9f3c7668f0036042a03aad62429edff64005fd04f20f8" +
      "00590e6c52b38bc49a80f45ffac86f6a729982bbe3f0ea1050b7151641e3d106a0fb1ebaa9de3f89c9e3f96e1e8f85d4f4c249f8" +
      "da1b946d97cd2eb365e5ddc63c1fd807279905565c0b824bbee137c6424fe58e9519884a58964720e70",
  },
  {
    text: "/hb:/a0eh",
    correction: "H", version: 2, mask: 2,
    modules:
      "fed2bfc15dd06eb1abb748f5dba642ec14f907faaafe011a003aa873b4065220cd31e3877196b4c4a4488db26a80df218deab31e" +
      "ff0048453f9ceab049b13baf7fe5d79166eb0dc304de89fe16838",
  },
];
