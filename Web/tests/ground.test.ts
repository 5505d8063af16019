import assert from "node:assert/strict";
import { test } from "node:test";
import { distanceTo, floorOf, isInside } from "../src/visitor/ground";

/** A shop with a corner cut out of it: an L of 4 by 4 metres. */
const shape: [number, number][] = [[0, 0], [4, 0], [4, 2], [2, 2], [2, 4], [0, 4]];

test("a point is in a shop or not, in its notch too, whichever way the corners go round", () => {
  for (const area of [shape, [...shape].reverse()]) {
    for (const [x, y] of [[1, 1], [3, 1], [1, 3]] as const) assert.ok(isInside(area, { x, y }), `${x} ${y}`);
    for (const [x, y] of [[3, 3], [5, 1], [-1, 1], [1, -1], [1, 5]] as const) assert.ok(!isInside(area, { x, y }), `${x} ${y}`);
  }
});

test("the floor of a shop is its square metres, whichever way the corners go round", () => {
  assert.equal(floorOf(shape), 12);
  assert.equal(floorOf([...shape].reverse()), 12);
});

test("the distance to a shop is that to its nearest wall or corner, and none inside", () => {
  assert.equal(distanceTo(shape, { x: 1, y: 1 }), 0);
  assert.equal(distanceTo(shape, { x: 7, y: 1 }), 3);
  assert.equal(distanceTo(shape, { x: 7, y: -4 }), 5);
  assert.equal(distanceTo(shape, { x: 3, y: 3 }), 1);
  assert.equal(distanceTo([[1, 1], [1, 1], [1, 1]], { x: 4, y: 5 }), 5);
});
