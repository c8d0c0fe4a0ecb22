"""Programs similar to the judge: property checks of two libraries on committees and on single winners. They decide other properties on
other objects, so the figures only show the cost of a check in a similar task. Argument: abcvoting or pref_voting. Prints the seconds per
check.
"""
import sys
import time


def committees():
    from abcvoting import abcrules, preferences, properties

    profiles = []
    for k in range(20):
        profile = preferences.Profile(4)
        profile.add_voters([{0, 1 + k % 3}, {1, 2}, {k % 4}])
        profiles.append((profile, abcrules.compute_pav(profile, 2, algorithm="branch-and-bound", resolute=True)[0]))
    return lambda k: properties.check_EJR(*profiles[k % 20])


def winners():
    from pref_voting.generate_profiles import generate_profile
    from pref_voting.voting_methods import borda

    profiles = [generate_profile(3, 3, seed=k) for k in range(20)]
    from pref_voting.strategic_axioms import has_strategy_proofness_violation

    return lambda k: has_strategy_proofness_violation(profiles[k % 20], borda)


check = {"abcvoting": committees, "pref_voting": winners}[sys.argv[1]]()
rounds = 200
start = time.perf_counter()
for k in range(rounds):
    check(k)
print((time.perf_counter() - start) / rounds)
