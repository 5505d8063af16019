import { frame, tabStore } from "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { TabSecret } from "../src/tabsecret";
import { PendingInvitation } from "../src/venueconsole/pending";

test("a secret from an address is there again after a reload, until it was used", () => {
  assert.equal(new TabSecret("cerca.token.reset", "abc-1").value, "abc-1");
  const again = new TabSecret("cerca.token.reset");
  assert.equal(again.value, "abc-1");
  assert.equal(new TabSecret("cerca.token.undo").value, "", "another link has another one");
  assert.equal(new TabSecret("cerca.token.reset", "def-2").value, "def-2");
  assert.equal(new TabSecret("cerca.token.reset").value, "def-2", "the newest link counts");
  again.forget();
  assert.equal(again.value, "");
  assert.equal(new TabSecret("cerca.token.reset").value, "");
  assert.equal(tabStore.kept.size, 0);
});

test("where storage is forbidden a secret lasts as long as the page", () => {
  tabStore.isForbidden = true;
  const secret = new TabSecret("cerca.token.reset", "abc-1");
  assert.equal(secret.value, "abc-1");
  assert.equal(new TabSecret("cerca.token.reset").value, "");
  secret.forget();
  assert.equal(secret.value, "");
  tabStore.isForbidden = false;
});

test("an invitation leaves the address and stays with the tab", () => {
  frame.location = { pathname: "/console/merchant", hash: "#invitation=s3cret" };
  assert.equal(new PendingInvitation().secret, "s3cret");
  assert.ok(!frame.location.hash.includes("s3cret"));
  const again = new PendingInvitation();
  assert.equal(again.secret, "s3cret");
  again.forget();
  assert.equal(new PendingInvitation().secret, null);
  frame.location = { pathname: "/", hash: "" };
});
