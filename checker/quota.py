"""Divisions of an amount among children with weights, floors and caps (mechanisms/quota-tree.md, quota-tree-over.md)."""

from fractions import Fraction


def level(amount, terms):
    """The parts of children (weight, floor, cap or None): one level for all, found between the points where it bends."""
    floors = sum((floor for _, floor, _ in terms), Fraction(0))
    if floors > amount:
        return [floor * amount / floors for _, floor, _ in terms]
    heavy = [k for k, (weight, _, _) in enumerate(terms) if weight > 0]
    light = [k for k in range(len(terms)) if k not in heavy]
    parts = [floor for _, floor, _ in terms]
    for group, alike in ((heavy, False), (light, True)):
        others = sum((x for k, x in enumerate(parts) if k not in group), Fraction(0))
        among = [((Fraction(1) if alike else terms[k][0]), terms[k][1], terms[k][2]) for k in group]
        for k, part in zip(group, at_level(amount - others, among)):
            parts[k] = part
    return parts


def at_level(amount, among):
    """The parts of children of positive weight."""
    def part(child, at):
        weight, floor, cap = child
        return max(floor, weight * at) if cap is None else min(max(floor, weight * at), cap)

    def used(at):
        return sum((part(child, at) for child in among), Fraction(0))

    bends = sorted({bound / weight for weight, floor, cap in among for bound in (floor, cap) if bound is not None} | {Fraction(0)})
    start = max((at for at in bends if used(at) <= amount), default=Fraction(0))
    rising = [weight for weight, floor, cap in among if weight * start >= floor and (cap is None or weight * start < cap)]
    end = start + (amount - used(start)) / sum(rising) if rising else start
    return [part(child, end) for child in among]


def over(amount, terms):
    """The parts of children: floors first, and what is left by weight; nothing more for weight zero."""
    floors = sum((floor for _, floor, _ in terms), Fraction(0))
    if floors > amount:
        return [floor * amount / floors for _, floor, _ in terms]
    heavy = [k for k, (weight, _, _) in enumerate(terms) if weight > 0]
    among = [(weight, Fraction(0), None if cap is None else cap - floor) for weight, floor, cap in (terms[k] for k in heavy)]
    parts = [floor for _, floor, _ in terms]
    for k, part in zip(heavy, at_level(amount - floors, among)):
        parts[k] += part
    return parts
