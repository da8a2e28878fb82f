"""A verifier of arguments that tries all codes of a small board and uses no rules of deduction."""

from tests.solver import reference


def codes_of(variant):
    return reference.all_codes(variant.symbols, variant.pegs, variant.repeats)


def fitting(codes, history, rows):
    """Return the codes that fit the answers of some rows; rows are counted from 1."""
    return reference.fitting(codes, [history[row - 1] for row in rows])


def is_so(fact, code):
    if hasattr(fact, "holds"):
        return (code[fact.place - 1] == fact.color) is fact.holds
    return fact.least <= code.count(fact.color) <= fact.most


def faults(variant, history, steps):
    """Return descriptions of the faults of an argument; empty if the argument is valid."""
    codes, found = codes_of(variant), []
    for number, step in enumerate(steps, start=1):
        if not all(0 < other < number for other in step.rests_on):
            found.append(f"step {number} rests on a later one")
            continue
        below = [steps[other - 1] for other in step.rests_on]
        if not all(is_so(step.fact, code) for code in fitting(codes, history, step.rows)):
            found.append(f"step {number} does not follow from its rows")
        if {row for one in below for row in one.rows} | set(step.looks_at) != set(step.rows):
            found.append(f"step {number} names other rows than it rests on")
        if {one.fact for one in below} != set(step.premises):
            found.append(f"step {number} names other facts than it rests on")
        found += _faults_of(codes, history, step, set(step.premises), f"step {number}")
    return found


def _faults_of(codes, history, step, known, name):
    if not set(step.premises) <= known:
        return [f"{name} rests on what is not known"]
    if step.supposition:
        return _faults_of_supposition(codes, history, step, known, name)
    left = _codes_left(codes, history, step)
    return [] if all(is_so(step.fact, code) for code in left) else [f"{name} does not follow"]


def _faults_of_supposition(codes, history, step, known, name):
    supposed, end = step.supposition.fact, step.supposition.end
    found = []
    if any(is_so(supposed, code) is is_so(step.fact, code) for code in codes):
        found.append(f"{name} supposes something else than the opposite")
    known = known | {supposed}
    for inner in step.supposition.steps:
        found += _faults_of(codes, history, inner, known, f"{name}, within")
        known = known | {inner.fact}
    if not set(end.premises) <= known:
        found.append(f"{name} ends with what is not known")
    if _codes_left(codes, history, end):
        found.append(f"{name} ends where a code is left")
    return found


def _codes_left(codes, history, place):
    left = fitting(codes, history, place.looks_at)
    return [code for code in left if all(is_so(fact, code) for fact in place.premises)]
