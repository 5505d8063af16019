"""The checker of histories finds what cannot have been, and nothing else."""

import itertools
import random

import history
import pytest
from history import Deed, Outcome, Sheet, Step

DONE, REFUSED, UNKNOWN = Outcome.DONE, Outcome.REFUSED, Outcome.UNKNOWN


def later(before: tuple[int, str], after: tuple[int, str]) -> bool:
    """Versions only grow, and each has one content."""
    return after[0] > before[0] or after == before


def write(value, begun: float, ended: float, outcome=DONE, subject="x") -> Deed:
    return Deed("writer", "write", subject, begun, ended, outcome, value)


def look(value, begun: float, ended: float, subject="x") -> Deed:
    return Deed("reader", "look", subject, begun, ended, DONE, value)


# What leaves something behind.

ASKED = [write(None, 0, 1, DONE, "a"), write(None, 0, 1, REFUSED, "b"), write(None, 0, 1, UNKNOWN, "c"),
         write(None, 0, 1, UNKNOWN, "d"), write(None, 2, 3, DONE, "d")]


@pytest.mark.parametrize("stored", [["a", "d"], ["a", "c", "d"], ["d", "c", "a"]])
def test_each_acknowledged_effect_once_and_unknown_ones_or_not(stored):
    assert history.effects(ASKED, stored) == []


@pytest.mark.parametrize("stored, fault", [
    (["d"], "a was acknowledged and is lost"), (["a"], "d was acknowledged and is lost"),
    (["a", "d", "a"], "a is there 2 times"), (["a", "d", "c", "c"], "c is there 2 times"),
    (["a", "b", "d"], "b was refused and is there"), (["a", "d", "e"], "e is there, and nobody asked for it"),
])
def test_a_lost_a_doubled_and_a_refused_effect_are_found(stored, fault):
    assert history.effects(ASKED, stored) == [fault]


# What only goes forward.

def test_a_history_with_an_order_has_no_fault():
    deeds = [
        look(None, 0, 1), write((1, "a"), 2, 5), look(None, 3, 4), look((1, "a"), 3, 4.5), look((1, "a"), 6, 7),
        write((2, "b"), 8, 9, UNKNOWN), look((1, "a"), 10, 11), look((2, "b"), 12, 13), write((3, "c"), 14, 20),
        # At the same time as that write both may be seen.
        look((2, "b"), 15, 16), look((3, "c"), 15, 17),
    ]
    assert history.stale(deeds, later) == []
    assert history.invented([deed for deed in deeds if deed.kind == "write"],
                            [deed for deed in deeds if deed.kind == "look"]) == []


@pytest.mark.parametrize("old", [None, (1, "a")])
def test_a_look_that_does_not_see_what_was_acknowledged_before_is_stale(old):
    deeds = [write((1, "a"), 0, 1), write((2, "b"), 2, 3), look(old, 4, 5)]
    fault, = history.stale(deeds, later)
    assert fault.startswith("stale: reader look x 4.000..5.000")


def test_a_look_that_sees_less_than_one_before_it_is_stale():
    """Also when nobody knows of the write; and one that began before the other had ended is not."""
    unknown = write((2, "b"), 2, 3, UNKNOWN)
    deeds = [write((1, "a"), 0, 1), unknown, look((2, "b"), 4, 5), look((1, "a"), 6, 7)]
    assert len(history.stale(deeds, later)) == 1
    assert history.stale([*deeds[:3], look((1, "a"), 4.5, 7)], later) == []


def test_a_lost_write_shows_in_the_last_look():
    deeds = [write((1, "a"), 0, 1), write((2, "b"), 2, 3), look((1, "a"), 100, 100)]
    assert len(history.stale(deeds, later)) == 1


def test_two_writes_of_one_version_cannot_both_be():
    deeds = [write((1, "a"), 0, 1), write((2, "b"), 2, 5), write((2, "c"), 3, 4)]
    fault, = history.stale(deeds, later)
    assert fault.startswith("two that cannot both be")


@pytest.mark.parametrize("wrong", [
    look((2, "b"), 4, 5), look((1, "b"), 4, 5), look((2, "a"), 4, 5), look((9, "z"), 40, 50), look((3, "c"), 4, 5),
    look((1, "a"), 0, 0.5)])
def test_what_nobody_wrote_what_was_refused_and_what_comes_later_is_invented(wrong):
    writes = [write((1, "a"), 1, 2), write((2, "b"), 2, 3, REFUSED), write((3, "c"), 6, 7, UNKNOWN)]
    assert len(history.invented(writes, [wrong])) == 1
    assert history.invented(writes, [look((1, "a"), 1, 1.5), look((3, "c"), 6, 6.5), look(None, 0, 9)]) == []


def test_half_a_write_is_torn():
    writes = {"w1": {"x": 1, "y": 1}, "w2": {"x": 2, "y": 2}, "w3": {"y": 3}}
    whole = [{}, {"x": (1, "w1"), "y": (1, "w1")}, {"x": (2, "w2"), "y": (2, "w2")}, {"x": (2, "w2"), "y": (3, "w3")}]
    assert history.torn(writes, whole) == []
    assert len(history.torn(writes, [{"x": (2, "w2"), "y": (1, "w1")}])) == 1
    assert len(history.torn(writes, [{"x": (1, "w1")}])) == 1


# A balance, whose every state is known.

STEPS = [Step(90, 1, 2), Step(70, 3), Step(75, 5, 6)]


def test_looks_that_some_instant_between_their_own_explains_have_no_fault():
    looks = [look(100, 0, 0.5), look(100, 1, 9), look(90, 1.2, 1.4), look(90, 2.5, 9), look(70, 4, 4.5), look(75, 5, 9),
             look(75, 5.5, 9)]
    assert history.trail(looks, 100, STEPS) == []


@pytest.mark.parametrize("looks, fault", [
    ([look(80, 4, 5)], "never so"),
    # The first step had been acknowledged.
    ([look(100, 2.5, 9)], "not so then"),
    # Nobody had asked for the second.
    ([look(70, 1, 2.9)], "not so then"),
    # Somebody had seen the second, of which nobody knew.
    ([look(70, 3, 4), look(90, 4.5, 4.6)], "not so then"),
    # The third came after the second and was acknowledged.
    ([look(70, 6.5, 7)], "not so then"),
])
def test_balances_out_of_nothing_old_and_early_ones_are_found(looks, fault):
    found, = history.trail(looks, 100, STEPS)
    assert found.startswith(fault)


def test_a_state_that_comes_again_may_be_either():
    steps = [Step(1, 0, 1), Step(0, 2, 3), Step(1, 4, 5)]
    assert history.trail([look(0, 0, 9), look(1, 3.5, 4.5), look(1, 6, 7)], 0, steps) == []
    assert len(history.trail([look(1, 3.2, 3.9)], 0, steps)) == 1


def test_every_order_that_there_was_is_explained_and_a_swap_of_two_looks_is_not():
    """Random true histories: what is acknowledged late and seen by many is never a fault; two values exchanged are one."""
    for seed in range(200):
        chance, instants = random.Random(seed), itertools.count(1)
        steps, looks, value = [], [], 0
        for _ in range(30):
            at = next(instants)
            if chance.random() < 0.5:
                value += 1
                steps.append(Step(value, at - chance.random() * 3, at + chance.random() * 3 if chance.random() < 0.7 else
                                  float("inf")))
            else:
                looks.append(look(value, at - chance.random() * 3, at + chance.random() * 3))
        assert history.trail(looks, 0, steps) == [], seed
        apart = [(early, late) for early in looks for late in looks if early.ended < late.begun and early.value < late.value]
        for early, late in apart[:3]:
            swapped = [look(late.value, early.begun, early.ended), look(early.value, late.begun, late.ended)]
            assert history.trail(swapped, 0, steps), seed


# Money.

def test_sheets_on_which_all_is_as_it_was_have_no_fault():
    assert history.bank([Sheet("CLP", 0, 5, 0, 5), Sheet("XLM", 0, 0, 0, 0)], {"CLP": 0}) == []


@pytest.mark.parametrize("sheet", [
    Sheet("CLP", 1, 0, 0, 0), Sheet("CLP", -1, 0, 0, 0), Sheet("CLP", 0, -1, 0, 0), Sheet("CLP", 0, 0, -1, 0),
    Sheet("CLP", 0, 0, 0, -1)])
def test_money_out_of_nothing_and_less_than_nothing_are_found(sheet):
    assert len(history.bank([sheet], {"CLP": 0})) == 1
