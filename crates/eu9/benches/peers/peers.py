"""The battle of by_hand/mod.rs, written for other people's programs: plain Python, icepool and NumPy.

Prints a line for each that is installed: its name, the shortest time of some tries in seconds, how many battles that
was (0 for exact odds), and the chance that France wins, which must be ours. OpenSpiel's line is random play of a game of
its own, backgammon: decisions in place of battles, and no chance.
"""

import random
import time
from collections import defaultdict

C = [(0, 0), (0, 0), (1, 0), (1, 0), (2, 1), (3, 1), (4, 1), (5, 2), (6, 2), (7, 2), (8, 3), (9, 3)]
B = [(0, 0), (0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 2), (7, 2), (8, 2), (9, 3), (11, 3)]
E = [(0, 0), (0, 0), (0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (4, 1), (5, 1), (6, 2), (6, 2), (7, 3)]
RETREAT = [0, 0, 1, 1, 2, 2, 3, 3, 3, 3]
SIZE, MORALE, MAN = (8, 5), (3, 4), (3, 4)
ON_SPAIN = [0, 4, 7, 11, 14, 18, 21]


def read(table, die):
    return table[min(max(die, 3), 14) - 3]


def fire(die):
    losses, stars = read(C, die)
    return losses // 2, stars


def roll(which, later, failed, face):
    """France's Fire, Spain's Fire, France's Shock, Spain's Shock."""
    bonus = int(later and failed)
    if which == 0:
        return fire(face + 3 - later + bonus)
    if which == 1:
        return fire(face - later)
    if which == 2:
        return read(B, face - later + bonus)
    return read(B, face + 1 - later)


def on_spain(dealt):
    return dealt + 3 if dealt >= 19 else ON_SPAIN[dealt // 3] + dealt % 3


def on_france(dealt):
    return max(dealt - 2, 0)


def rounded(losses, size):
    return min((losses + 1) // 3, size)


def hit(field, which, reading):
    """A field is what France and Spain have dealt, and the stars each has suffered."""
    dealt, stars = [field[0], field[1]], [field[2], field[3]]
    by = which % 2
    dealt[by] += reading[0]
    stars[1 - by] = min(stars[1 - by] + reading[1], MORALE[1 - by])
    return (*dealt, *stars)


def routs(field):
    return field[2] == 3, field[3] == 4


def winner(field, left):
    france, spain = 3 - field[2], 4 - field[3]
    if on_spain(field[0]) >= 15 or left or france > spain:
        return 1
    return 2 if spain > france else 0


def empty_handed(field, side):
    lost = (on_france(field[1]), on_spain(field[0]))[side]
    return rounded(lost, SIZE[side]) == SIZE[side]


def pursued(field, left, first_day, after_fire, face):
    """Winner, routs and losses in thirds after the pursuit."""
    won, routed, dealt = winner(field, left), list(routs(field)), [field[0], field[1]]
    if won:
        win, lose = won - 1, 2 - won
        if not routed[win] and not empty_handed(field, win):
            losses, stars = read(E, face + (win == 1) + 2 * first_day + after_fire)
            dealt[win] += losses
            routed[lose] = routed[lose] or stars >= MORALE[lose] - field[2 + lose]
    return won, routed[0], routed[1], min(on_france(dealt[1]), 24), min(on_spain(dealt[0]), 15)


def straggled(side, won, routed, thirds, face):
    if won != side + 1:
        man = 0 if routed else MAN[side]
        thirds += RETREAT[min(max(face - man, 1), 10) - 1]
    return rounded(thirds, SIZE[side])


def danger(side, won, losses):
    return 1 + (won != side + 1) + 5 * (losses == SIZE[side])


# ---- plain Python: distributions in dictionaries ----


def plain():
    def spread(all_, which, later):
        after = defaultdict(float)
        for (field, failed), p in all_.items():
            for face in range(1, 11):
                after[hit(field, which, roll(which, later, failed, face)), failed] += p / 10
        return after

    settled = defaultdict(float)

    def close(field, p, left, first_day, after_fire):
        for face in range(1, 11):
            settled[pursued(field, left, first_day, after_fire, face)] += p / 10

    fields = {((0, 0, 0, 0), False): 1.0}
    for day in range(2):
        for phase in range(2):
            for which in (2 * phase, 2 * phase + 1):
                fields = spread(fields, which, day)
            standing = {}
            for (field, failed), p in fields.items():
                if any(routs(field)):
                    close(field, p, False, day == 0, phase == 0)
                else:
                    standing[field, failed] = p
            fields = standing
        if day == 0:
            night = defaultdict(float)
            for (field, _), p in fields.items():
                france, spain = 3 - field[2], 4 - field[3]
                if on_spain(field[0]) >= 15:
                    close(field, p, False, True, False)
                elif spain < france:
                    away = (min(4 + spain, 11) - 1) / 10
                    close(field, p * away, True, True, False)
                    night[field, True] += p * (1 - away)
                else:
                    night[field, False] += p
            fields = night
    for (field, _), p in fields.items():
        close(field, p, False, False, False)
    ends = defaultdict(float)
    for (won, a, b, france, spain), p in settled.items():
        for face in range(1, 11):
            lost = straggled(0, won, a, france, face)
            for other in range(1, 11):
                theirs = straggled(1, won, b, spain, other)
                first, second = danger(0, won, lost) / 10, danger(1, won, theirs) / 10
                q = p / 100
                ends[won, a, b, lost, theirs, True, True] += q * first * second
                ends[won, a, b, lost, theirs, True, False] += q * first * (1 - second)
                ends[won, a, b, lost, theirs, False, True] += q * (1 - first) * second
                ends[won, a, b, lost, theirs, False, False] += q * (1 - first) * (1 - second)
    return sum(p for end, p in ends.items() if end[0] == 1)


# ---- icepool: the same as maps of dice ----


def pool():
    import icepool

    d10 = icepool.d10
    # A state is ("on", field, failed), or ("over", field, left, first day, after fire).
    state = icepool.Die([("on", (0, 0, 0, 0), False)])
    for day in range(2):
        for phase in range(2):
            for which in (2 * phase, 2 * phase + 1):

                def rolled(state, face, which=which, day=day):
                    if state[0] != "on":
                        return state
                    return ("on", hit(state[1], which, roll(which, day, state[2], face)), state[2])

                state = icepool.map(rolled, state, d10)

            def standing(state, day=day, phase=phase):
                if state[0] == "on" and any(routs(state[1])):
                    return ("over", state[1], False, day == 0, phase == 0)
                return state

            state = state.map(standing)
        if day == 0:

            def night(state, face):
                if state[0] != "on":
                    return state
                field = state[1]
                france, spain = 3 - field[2], 4 - field[3]
                if on_spain(field[0]) >= 15:
                    return ("over", field, False, True, False)
                if spain < france:
                    left = face < 4 + spain
                    return ("over", field, True, True, False) if left else ("on", field, True)
                return ("on", field, False)

            state = icepool.map(night, state, d10)

    def chase(state, face):
        closing = state[2:] if state[0] == "over" else (False, False, False)
        return pursued(state[1], *closing, face)

    def straggle(state, first, second):
        won, a, b, france, spain = state
        return won, a, b, straggled(0, won, a, france, first), straggled(1, won, b, spain, second)

    def withdraw(state, first, second):
        won, _, _, lost, theirs = state
        return (*state, first <= danger(0, won, lost), second <= danger(1, won, theirs))

    ends = icepool.map(chase, state, d10)
    ends = icepool.map(straggle, ends, d10, d10)
    ends = icepool.map(withdraw, ends, d10, d10)
    return float(ends.map(lambda end: end[0] == 1).probability(True))


# ---- NumPy: battles by the million, side by side ----

BATTLES = 1 << 20


def sampled():
    import numpy as np

    dice = np.random.Generator(np.random.PCG64(1))
    d10 = lambda: dice.integers(1, 11, BATTLES, dtype=np.int8)
    tables = {name: (np.array([a for a, _ in table], np.int8), np.array([b for _, b in table], np.int8)) for name, table in (("C", C), ("B", B), ("E", E))}
    spain_of = np.array([on_spain(dealt) for dealt in range(120)], np.int8)
    retreat = np.array(RETREAT, np.int8)

    def read_all(name, die):
        at = np.clip(die, 3, 14) - 3
        losses, stars = tables[name]
        return losses[at], stars[at]

    zero = lambda: np.zeros(BATTLES, np.int8)
    no = lambda: np.zeros(BATTLES, bool)
    dealt, stars = [zero(), zero()], [zero(), zero()]
    over, left, failed, after_fire = no(), no(), no(), no()
    first_day = np.ones(BATTLES, bool)
    for day in range(2):
        for phase in range(2):
            going = ~over
            for which in (2 * phase, 2 * phase + 1):
                bonus = (failed & (day == 1)).astype(np.int8) if which % 2 == 0 else 0
                die = d10() - day + bonus + (3 if which == 0 else 1 if which == 3 else 0)
                losses, marks = read_all("C" if phase == 0 else "B", die)
                if phase == 0:
                    losses = losses // 2
                by = which % 2
                dealt[by] = dealt[by] + losses * going
                stars[1 - by] = np.minimum(stars[1 - by] + marks * going, MORALE[1 - by])
            routed = (stars[0] == 3) | (stars[1] == 4)
            new = going & routed
            over |= new
            if phase == 0:
                after_fire |= new
        if day == 0:
            going = ~over
            destroyed = going & (spain_of[dealt[0]] >= 15)
            over |= destroyed
            going &= ~destroyed
            france, spain = 3 - stars[0], 4 - stars[1]
            wants = going & (spain < france)
            away = wants & (d10() < 4 + spain)
            left |= away
            failed |= wants & ~away
            over |= away
            first_day &= over
    france, spain = 3 - stars[0], 4 - stars[1]
    first_wins = (spain_of[dealt[0]] >= 15) | left | (france > spain)
    won = np.where(first_wins, 1, np.where(spain > france, 2, 0))
    routed = [stars[0] == 3, stars[1] == 4]
    lost = [np.maximum(dealt[1] - 2, 0), spain_of[dealt[0]]]
    for win in range(2):
        lose = 1 - win
        empty = np.minimum((lost[win] + 1) // 3, SIZE[win]) == SIZE[win]
        chases = (won == win + 1) & ~routed[win] & ~empty
        losses, marks = read_all("E", d10() + (win == 1) + 2 * first_day + after_fire)
        dealt[win] = dealt[win] + losses * chases
        routed[lose] = routed[lose] | (chases & (marks >= MORALE[lose] - stars[lose]))
    thirds = [np.maximum(dealt[1] - 2, 0), spain_of[dealt[0]]]
    ends = won * 4 + routed[0] * 2 + routed[1]
    for side in range(2):
        lost_it = won != side + 1
        man = np.where(routed[side], 0, MAN[side])
        more = retreat[np.clip(d10() - man, 1, 10) - 1] * lost_it
        losses = np.minimum((thirds[side] + more + 1) // 3, SIZE[side])
        struck = d10() <= 1 + lost_it + 5 * (losses == SIZE[side])
        ends = (ends * 16 + losses) * 2 + struck
    counts = np.bincount(ends.astype(np.int64))
    keys = np.flatnonzero(counts)
    return float(counts[keys][(keys >> 10) // 4 == 1].sum() / BATTLES)


# ---- OpenSpiel: random play of a game of its own ----

GAMES = 20


def spiel():
    import pyspiel

    game = pyspiel.load_game("backgammon")
    dice = random.Random(1)
    decisions = 0
    for _ in range(GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes())
                state.apply_action(dice.choices(actions, weights)[0])
            else:
                decisions += 1
                state.apply_action(dice.choice(state.legal_actions()))
    return decisions


def shortest(work, tries):
    best, found = float("inf"), None
    for _ in range(tries):
        begun = time.perf_counter()
        found = work()
        best = min(best, time.perf_counter() - begun)
    return best, found


if __name__ == "__main__":
    for name, work, tries, battles in (("python", plain, 3, 0), ("icepool", pool, 1, 0), ("numpy", sampled, 3, BATTLES)):
        try:
            seconds, chance = shortest(work, tries)
            print(name, seconds, battles, chance, flush=True)
        except ImportError:
            pass
    try:
        seconds, decisions = shortest(spiel, 1)
        print("openspiel", seconds, decisions, "-", flush=True)
    except ImportError:
        pass
