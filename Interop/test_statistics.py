"""The noise of released figures, judged by OpenDP: the same distribution, the same bounds, the same privacy.

What our sampler draws is recorded in Tests/StatisticsTests/Fixtures/noise.json, and a test there holds it to the file.
"""

import json
import math
import pathlib

import pytest

dp = pytest.importorskip("opendp.prelude")
dp.enable_features("contrib")

NOISE = json.loads(
    (pathlib.Path(__file__).parent.parent / "Tests/StatisticsTests/Fixtures/noise.json").read_text())


def named(noise):
    return f"{noise['numerator']}/{noise['denominator']}"


def measurement(noise):
    """OpenDP's discrete Laplace for integers, of the scale that the budget asks for."""
    return dp.m.make_laplace(
        dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int), scale=noise["denominator"] / noise["numerator"])


@pytest.mark.parametrize("noise", NOISE, ids=named)
def test_numbers_are_distributed_as_opendp_draws_them(noise):
    theirs = {}
    for value in measurement(noise)([0] * noise["draws"]):
        theirs[value] = theirs.get(value, 0) + 1
    ours = {int(value): count for value, count in noise["counts"].items()}
    # Two samples, one distribution: numbers that came seldom are one class at each end.
    reach = 0
    while min(ours.get(s * (reach + 1), 0) + theirs.get(s * (reach + 1), 0) for s in (1, -1)) >= 20:
        reach += 1

    def classes(counts):
        return (
            [counts.get(value, 0) for value in range(-reach, reach + 1)]
            + [sum(count for value, count in counts.items() if value > reach)]
            + [sum(count for value, count in counts.items() if value < -reach)])

    pairs = [(a, b) for a, b in zip(classes(ours), classes(theirs)) if a + b > 0]
    statistic = sum((a - b) ** 2 / (a + b) for a, b in pairs)
    degrees = len(pairs) - 1
    # Beyond five deviations: about once in a million runs by chance.
    assert statistic < degrees + 5 * math.sqrt(2 * degrees) + 10, (statistic, degrees)


@pytest.mark.parametrize("noise", NOISE, ids=named)
def test_bounds_are_opendps(noise):
    from opendp.accuracy import discrete_laplacian_scale_to_accuracy

    scale = noise["denominator"] / noise["numerator"]
    for bound, alpha in zip(noise["bounds"], (0.05, 0.01)):
        # OpenDP interpolates between whole numbers; the noise has none between them.
        assert math.floor(discrete_laplacian_scale_to_accuracy(scale, alpha)) == bound


@pytest.mark.parametrize("noise", NOISE, ids=named)
def test_opendp_says_that_this_scale_spends_the_stated_budget(noise):
    assert measurement(noise).map(d_in=1) == pytest.approx(noise["numerator"] / noise["denominator"])
    assert measurement(noise).map(d_in=2) == pytest.approx(2 * noise["numerator"] / noise["denominator"])
