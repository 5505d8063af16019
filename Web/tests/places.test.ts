import { frame } from "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sectionOfAddress, takeCaseFromAddress } from "../src/console/address";
import {
  addressOf, isOverview, placeOf as placeInVault, sectionOf, takeTokenFromAddress,
} from "../src/vault/address";
import { placeOf, tabOf } from "../src/visitor/views/view";

const id = "0123456789abcdef0123456789abcdef";

test("an address of the visitor's page names a view and what follows it", () => {
  assert.deepEqual(placeOf("#/health/report/code"), { route: "health", path: ["report", "code"] });
  assert.deepEqual(placeOf("#/zones/venue/"), { route: "zones", path: ["venue"] });
  assert.deepEqual(placeOf("#me"), { route: "me", path: [] });
  assert.deepEqual(placeOf("#/offers?from=mail"), { route: "offers", path: [] });
  for (const unknown of ["", "#", "#/", "#/nowhere/else", "#/Centre", "#//"]) {
    assert.deepEqual(placeOf(unknown), { route: "centre", path: [] }, unknown);
  }
});

test("views without a tab belong to one", () => {
  assert.deepEqual([tabOf("shops"), tabOf("about"), tabOf("zones"), tabOf("me")], ["offers", "health", "health", "me"]);
});

test("an address of the vault names lists and items, and nothing that is no identifier", () => {
  assert.deepEqual(placeInVault(`#/item/${id}`), { kind: "item", id });
  assert.deepEqual(placeInVault(`#/category/${id}`), { kind: "items", filter: { category: id } });
  assert.deepEqual(placeInVault("#/new"), { kind: "new", category: null });
  assert.deepEqual(placeInVault("#/trash"), { kind: "items", filter: "trash" });
  for (const wrong of ["", "#/item/../x", `#/item/${id}0`, `#/item/${id.toUpperCase()}`, "#/edit/"]) {
    assert.deepEqual(placeInVault(wrong), { kind: "items", filter: "all" }, wrong);
  }
});

test("the address of a list leads back to it", () => {
  for (const filter of ["all", "favourites", "trash", { category: id }] as const) {
    assert.deepEqual(placeInVault(addressOf(filter)), { kind: "items", filter });
  }
  assert.equal(sectionOf(placeInVault("#/trash")), "trash");
  assert.equal(sectionOf(placeInVault(`#/edit/${id}`)), "items");
  assert.deepEqual(["", "#", "#/", "#/all"].map(isOverview), [true, true, true, false]);
});

test("a key in the address is taken out of it at once, and only a key", () => {
  frame.location = { pathname: "/console/health", hash: "#case=V1.secret" };
  assert.equal(takeCaseFromAddress(), "V1.secret");
  assert.deepEqual(frame.location, { pathname: "/console/health", hash: "#/cases" });
  assert.equal(takeCaseFromAddress(), null);
  assert.equal(sectionOfAddress(), "cases");
  frame.location = { pathname: "/console/health", hash: "#/nothing" };
  assert.equal(sectionOfAddress(), "codes");

  frame.location = { pathname: "/vault", hash: `#t=${id}` };
  assert.equal(takeTokenFromAddress(), id);
  assert.deepEqual(frame.location, { pathname: "/vault", hash: "" });
  frame.location = { pathname: "/vault", hash: `#t=${id}&add=passkey` };
  assert.equal(takeTokenFromAddress(), id);
  assert.deepEqual(placeInVault(frame.location.hash), { kind: "settings" });
  assert.ok(!JSON.stringify(frame.location).includes(id));
  frame.location = { pathname: "/vault", hash: "#t=<script>" };
  assert.equal(takeTokenFromAddress(), null);
  assert.equal(frame.location.hash, "", "what is no token does not stay either");
});
