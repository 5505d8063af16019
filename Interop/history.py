"""What people did and saw, each deed with the instants between which it happened; and what of it cannot have been.

In the manner of Jepsen: people write down what they ask and what they are answered while things break, and afterwards a
checker that knows nothing of the program looks for a history of the whole that explains it. Each of these functions gives
the faults that it found, one line each; what it cannot explain is one. Instants are seconds of one monotonic clock.
"""

import bisect
import collections
import dataclasses
import enum
import math
from collections.abc import Callable, Iterable


class Outcome(enum.Enum):
    """What is known of a deed."""

    # It was acknowledged: it has happened, between its two instants.
    DONE = "done"
    # It was refused: it has not happened, and never will.
    REFUSED = "refused"
    # Nobody knows: it may have happened, or may yet.
    UNKNOWN = "unknown"


@dataclasses.dataclass(slots=True)
class Deed:
    """Something that somebody asked for, or looked at."""

    person: str
    # What it is, as `place` or `look`.
    kind: str
    # What it is about: the name of an order, of an account, of a record.
    subject: str
    begun: float
    # When its answer came; infinity while nobody knows what became of it.
    ended: float = math.inf
    outcome: Outcome = Outcome.UNKNOWN
    # What was seen or written; None for what was not there.
    value: object = None

    def __str__(self) -> str:
        return f"{self.person} {self.kind} {self.subject} {self.begun:.3f}..{self.ended:.3f} {self.value}"


def effects(deeds: Iterable[Deed], stored: Iterable[str]) -> list[str]:
    """Of deeds that each leave something under their subject's name: what was lost, doubled, or is there for no reason.

    A deed that was asked for several times has happened when one of them was acknowledged.
    """
    outcomes = collections.defaultdict(set)
    for deed in deeds:
        outcomes[deed.subject].add(deed.outcome)
    counted = collections.Counter(stored)
    faults = [f"{name} is there {count} times" for name, count in counted.items() if count > 1]
    faults += [f"{name} was acknowledged and is lost" for name, known in outcomes.items()
               if Outcome.DONE in known and not counted[name]]
    for name in counted:
        if name not in outcomes:
            faults.append(f"{name} is there, and nobody asked for it")
        elif outcomes[name] == {Outcome.REFUSED}:
            faults.append(f"{name} was refused and is there")
    return faults


def stale(deeds: Iterable[Deed], may_become: Callable[[object, object], bool]) -> list[str]:
    """Of things that only ever go forward: what was seen after something later was known, and what contradicts it.

    What was acknowledged before a look began is in what it sees, wherever it looked. `may_become` says whether one value
    can lead to another (or is the same), and must be transitive; what is not there, None, may become anything.
    """
    def leads(before, after) -> bool:
        return before is None or (after is not None and may_become(before, after))

    subjects = collections.defaultdict(list)
    for deed in deeds:
        if deed.outcome is Outcome.DONE:
            subjects[deed.subject].append(deed)
    faults = []
    for known in subjects.values():
        furthest: Deed | None = None
        ending = collections.deque(sorted(known, key=lambda deed: deed.ended))

        def learn(until: float) -> None:
            nonlocal furthest
            while ending and ending[0].ended < until:
                deed = ending.popleft()
                if furthest is None or leads(furthest.value, deed.value):
                    furthest = deed
                elif not leads(deed.value, furthest.value):
                    faults.append(f"two that cannot both be: {furthest}; {deed}")

        for deed in sorted(known, key=lambda deed: deed.begun):
            learn(deed.begun)
            if furthest is not None and not leads(furthest.value, deed.value):
                faults.append(f"stale: {deed}, after {furthest}")
        learn(math.inf)
    return faults


def invented(writes: Iterable[Deed], looks: Iterable[Deed]) -> list[str]:
    """Values that were seen before anybody asked for them, or that nobody asked for, or that were refused."""
    first: dict[tuple, float] = {}
    for write in writes:
        if write.outcome is not Outcome.REFUSED:
            first[write.subject, write.value] = min(write.begun, first.get((write.subject, write.value), math.inf))
    return [f"out of nothing: {look}" for look in looks if look.outcome is Outcome.DONE and look.value is not None
            and first.get((look.subject, look.value), math.inf) > look.ended]


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """One change of something, in the order in which they happened."""

    # The state after it.
    state: object
    # Before this it cannot have happened.
    earliest: float
    # After this it has happened; infinity where nobody knows.
    latest: float = math.inf


def trail(looks: Iterable[Deed], start: object, steps: list[Step]) -> list[str]:
    """Looks at something whose every state is known: each must have seen one of them, at an instant between its own.

    That is after whatever was seen or acknowledged before it began, and before whatever was begun after it had ended.
    """
    places = collections.defaultdict(list)
    for place, state in enumerate([start, *(step.state for step in steps)]):
        places[state].append(place)
    # By instants: how far it surely had come, and could have come at most.
    surely = sorted((step.latest, place) for place, step in enumerate(steps, 1))
    earliest, possible = -math.inf, []
    for step in steps:
        # What stands later has not happened earlier.
        earliest = max(earliest, step.earliest)
        possible.append(earliest)
    faults, floor, taken = [], 0, 0
    done = sorted((look for look in looks if look.outcome is Outcome.DONE), key=lambda look: look.begun)
    chosen: list[tuple[float, int]] = []
    for look in done:
        while taken < len(surely) and surely[taken][0] < look.begun:
            floor = max(floor, surely[taken][1])
            taken += 1
        # Those that ended before this one began; they come in the order of their beginnings.
        waiting = []
        for ended, place in chosen:
            if ended < look.begun:
                floor = max(floor, place)
            else:
                waiting.append((ended, place))
        chosen = waiting
        ceiling = bisect.bisect_right(possible, look.ended)
        fitting = [place for place in places.get(look.value, []) if floor <= place <= ceiling]
        if fitting:
            # The earliest that explains it leaves most room to the others.
            chosen.append((look.ended, fitting[0]))
        elif look.value not in places:
            faults.append(f"never so: {look}")
        else:
            faults.append(f"not so then: {look}, states {places[look.value]} of {floor} to {ceiling}")
    return faults


def torn(writes: dict[str, dict[str, int]], looks: Iterable[dict[str, tuple[int, str]]]) -> list[str]:
    """Writes of several records at once of which a look has seen a part.

    A look gives each record's version and the name of the write that it is from; a write says which versions it made.
    """
    faults = []
    for look in looks:
        for record, (version, name) in look.items():
            for other, made in writes.get(name, {}).items():
                if look.get(other, (0, ""))[0] < made:
                    faults.append(f"torn: {record} is of {name} (version {version}), and {other} is not yet")
    return faults


@dataclasses.dataclass(frozen=True, slots=True)
class Sheet:
    """All balances of an asset at one instant."""

    asset: str
    # Over all accounts, those of the outside and of fees with them.
    total: int
    # The least that somebody has, that is held, and that is available of theirs.
    least: int
    least_held: int
    least_available: int


def bank(sheets: Iterable[Sheet], totals: dict[str, int]) -> list[str]:
    """Sheets on which money was made or lost, or somebody has less than nothing."""
    faults = []
    for sheet in sheets:
        if sheet.total != totals.get(sheet.asset, 0):
            faults.append(f"money out of nothing, or lost: {sheet}, and it should be {totals.get(sheet.asset, 0)}")
        if min(sheet.least, sheet.least_held, sheet.least_available) < 0:
            faults.append(f"less than nothing: {sheet}")
    return faults
