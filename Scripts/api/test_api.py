"""Tests of the generator: what the table refuses, and what its conveniences stand for.

    python3 -m unittest discover --start-directory Scripts/api
"""

import shutil
import tempfile
import unittest
from pathlib import Path

import openapi
import typescript
from examples import examples
from model import Table, TableError
from swift_text import camel, documented

TABLE = Path(__file__).resolve().parent.parent.parent / "API"


class TableTests(unittest.TestCase):
    def changed(self, area, old, new):
        """The table with one text of one area replaced by another."""
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        for file in TABLE.glob("*.yaml"):
            shutil.copy(file, folder)
        text = (folder / f"{area}.yaml").read_text(encoding="utf-8")
        self.assertIn(old, text)
        (folder / f"{area}.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
        return Table(folder)

    def test_what_cannot_be_meant_is_refused(self):
        for area, old, new in [
            ("venues", "answer: Venues", "answer: Venuez"),
            ("venues", "answer: Venues", "ansewr: Venues"),
            ("venues", "items: {$ref: VenueSummary}", "items: {$ref: VenueSumary}"),
            ("venues", "[loyalty.unknown_venue]", "[loyalty.unknown_venu]"),
            ("venues", "[loyalty.unknown_venue]", "[loyalty.unknown_venue, loyalty.unknown_venue]"),
            ("venues", "operationId: venues", "operationId: venue"),
            ("venues", "summary: Lists the venues.", "summary: Lists the venues"),
            ("venues", "{uuid}", "{uuidd}"),
            ("market-orders", "  MarketSide:", "  MarketOrder:"),
            ("market-orders", "      buy: The", "      sell: The"),
        ]:
            with self.subTest(area=area, new=new), self.assertRaises((TableError, KeyError)):
                self.changed(area, old, new)

    def test_a_property_needs_an_example_unless_one_follows_from_its_type(self):
        table = self.changed("market-orders", "description: The market., example: ETHCLP", "description: The market.")
        with self.assertRaisesRegex(TableError, "MarketOrderRequest.market has no example"):
            examples(table)

    def test_a_question_mark_makes_a_property_optional_everywhere(self):
        table = Table(TABLE)
        document = openapi.document(table, "1")
        order = document["components"]["schemas"]["MarketOrderRequest"]
        self.assertIn("price", order["properties"])
        self.assertNotIn("price", order["required"])
        self.assertIn("amount", order["required"])
        self.assertIn("  price?: string;\n", typescript.module(table))

    def test_a_query_is_told_with_what_may_be_left_out(self):
        table = Table(TABLE)
        candles = openapi.document(table, "1")["paths"]["/api/market/markets/{market}/candles"]["get"]["parameters"]
        self.assertEqual(
            [(each["name"], each["in"], each["required"]) for each in candles],
            [("market", "path", True), ("kind", "query", True), ("frame", "query", True), ("before", "query", False),
             ("limit", "query", False)])
        self.assertIn("query: { kind: MarketCandleKind; frame: number; before?: string; limit?: number }",
                      typescript.module(table))

    def test_words_become_names_and_sentences_comments(self):
        self.assertEqual(camel("fill-or-kill"), "fillOrKill")
        self.assertEqual(camel("order.executed"), "orderExecuted")
        self.assertEqual(documented("One. Two, e.g. three."), "/// One.\n///\n/// Two, e.g. three.\n")
        self.assertTrue(all(len(line) <= 120 for line in documented("word " * 60 + "end.", "    ").split("\n")))


if __name__ == "__main__":
    unittest.main()
