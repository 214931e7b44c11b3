"""How positions and actions of OpenSpiel's games are those of ours."""

from bridge import Divergence

SUITS = {"Clubs": "C", "Diamonds": "D", "Hearts": "H", "Spades": "S"}
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace"]


def rank(card):
    return card.split(" of ")[0]


def suit(card):
    return card.split(" of ")[1]


class LockstepGame:
    """A game in both programs."""

    PLAYERS = 2
    DIFFERENCES = []

    def __init__(self, bridge, rng):
        self.bridge, self.rng = bridge, rng
        self.deal = []

    def begin(self):
        self.bridge.begin(self.PACK, self.PLAYERS)
        self.deal = self.bridge.shuffle(self.rng)

    def chance(self, state):
        """The next card, as OpenSpiel numbers it."""
        return self.card(self.deal.pop(0))

    def legal(self, state):
        """OpenSpiel's legal actions as our options offer them, each with its option's number."""
        return {self.action(said, state): number for said, number in self.bridge.options().items()}

    def choose(self, action, option):
        self.bridge.answer(self.bridge.prompt(), option)

    def compare(self, returns):
        if self.bridge.position["outcome"] is None:
            raise Divergence(f"OpenSpiel's game is over, but ours is not\n{self.bridge.shown()}")
        ours = [self.bridge.attribute(player, self.SCORE) for player in range(self.PLAYERS)]
        if ours != list(returns):
            raise Divergence(f"OpenSpiel returns {returns}, Cardwright {ours}")


class Kuhn(LockstepGame):
    PACK = "kuhn_poker"
    OPEN_SPIEL = "kuhn_poker(players=2)"
    SCORE = "chips"
    ACTIONS = {"check": 0, "fold": 0, "bet": 1, "call": 1}

    def card(self, name):
        return ["Jack", "Queen", "King"].index(rank(name))

    def action(self, said, state):
        return self.ACTIONS[said]


class Leduc(LockstepGame):
    PACK = "leduc_poker"
    OPEN_SPIEL = "leduc_poker(players=2)"
    SCORE = "chips"
    ACTIONS = {"fold": 0, "call": 1, "raise": 2}

    def card(self, name):
        return 2 * ["Jack", "Queen", "King"].index(rank(name)) + (suit(name) == "Spades")

    def action(self, said, state):
        return self.ACTIONS[said]


class CrazyEights(LockstepGame):
    PACK = "crazy_eights"
    OPEN_SPIEL = "crazy_eights(players=2,max_draw_cards=5,max_turns=1000,use_special_cards=false,reshuffle=false)"
    DIFFERENCES = [
        "OpenSpiel counts the number of a card plus two instead of its rank, and an ace as ten: compared by that, and by ours"
    ]
    DRAW, PASS, SUIT = 52, 53, 54

    def card(self, name):
        return 4 * RANKS.index(rank(name)) + list(SUITS).index(suit(name))

    def chance(self, state):
        if not state.history():
            # The last seat deals, and the first begins.
            return state.legal_actions()[-1]
        card = self.deal.pop(0)
        if len(state.history()) > self.dealt() and rank(card) == "8" and not self.turned_up:
            # It is turned up, and goes under the stock.
            self.deal.append(card)
        elif len(state.history()) > self.dealt():
            self.turned_up = True
        return self.card(card)

    turned_up = False

    def dealt(self):
        return self.PLAYERS * (7 if self.PLAYERS == 2 else 5)

    def action(self, said, state):
        if said == "pass":
            return self.DRAW if self.DRAW in state.legal_actions() else self.PASS
        return self.SUIT + list(SUITS).index(said) if said in SUITS else self.card(said)

    def compare(self, returns):
        if self.bridge.position["outcome"] is None:
            raise Divergence("OpenSpiel's game is over, but ours is not")
        for player in range(self.PLAYERS):
            hand = self.bridge.cards("hand", player)
            theirs = -sum(map(self.theirs, hand))
            if theirs != returns[player]:
                raise Divergence(f"OpenSpiel returns {returns[player]} for {hand}, which should be {theirs}")
            if self.bridge.attribute(player, "points") != sum(map(self.counts, hand)):
                raise Divergence(f"Cardwright counts {self.bridge.attribute(player, 'points')} points for {hand}")

    def theirs(self, card):
        if rank(card) == "8":
            return 50
        return 10 if RANKS.index(rank(card)) >= 9 else self.card(card) + 2

    def counts(self, card):
        if rank(card) == "8":
            return 50
        return {"Ace": 1, "Jack": 10, "Queen": 10, "King": 10}.get(rank(card)) or int(rank(card))


class CrazyEightsForFive(CrazyEights):
    PLAYERS = 5
    OPEN_SPIEL = "crazy_eights(players=5,max_draw_cards=5,max_turns=1000,use_special_cards=false,reshuffle=false)"


class Hearts(LockstepGame):
    PACK = "hearts"
    PLAYERS = 4
    OPEN_SPIEL = (
        "hearts(pass_cards=true,no_pts_on_first_trick=true,can_lead_any_club=false,jd_bonus=false,"
        "avoid_all_tricks_bonus=false,must_break_hearts=true,qs_breaks_hearts=true,can_lead_hearts_instead_of_qs=false)"
    )
    DIFFERENCES = ["a game of OpenSpiel's is one deal; ours goes on to a hundred points, so each of its deals is compared"]
    PASSING = {"none": 0, "left": 1, "across": 2, "right": 3}
    HEARTS = ["Clubs", "Diamonds", "Hearts", "Spades"]

    #: The points before the deal that is compared, if a game of ours is still running.
    before = None

    def begin(self):
        position = self.bridge.position
        goes_on = position and position["chance"] and any(p["attributes"].get("points") for p in position["players"])
        if not goes_on:
            self.bridge.begin(self.PACK, self.PLAYERS)
        self.before = self.points()
        self.passing = self.bridge.position["game"]["attributes"]["passing"]
        self.deal = self.bridge.shuffle(self.rng)
        self.passed = []

    def points(self):
        return [self.bridge.attribute(player, "points") for player in range(self.PLAYERS)]

    def card(self, name):
        return 4 * RANKS.index(rank(name)) + self.HEARTS.index(suit(name))

    def chance(self, state):
        return self.PASSING[self.passing] if not state.history() else super().chance(state)

    def action(self, said, state):
        return self.card(said)

    def legal(self, state):
        offered = super().legal(state)
        return {action: option for action, option in offered.items() if option not in self.passed}

    def choose(self, action, option):
        """Three cards are passed at once here, one after the other there."""
        prompt = self.bridge.prompt()
        if prompt["shape"]["kind"] == "one_of":
            return self.bridge.answer(prompt, option)
        self.passed.append(option)
        if len(self.passed) == 3:
            self.bridge.answer(prompt, *self.passed)
            self.passed = []

    def compare(self, returns):
        if self.bridge.position["outcome"] is None and self.bridge.position["chance"] is None:
            raise Divergence(f"OpenSpiel's deal is over, but ours is not\n{self.bridge.shown()}")
        ours = [26 - (now - before) for now, before in zip(self.points(), self.before)]
        if ours != list(returns):
            raise Divergence(f"OpenSpiel returns {returns}, Cardwright {ours}")


GAMES = {
    "kuhn_poker": Kuhn,
    "leduc_poker": Leduc,
    "crazy_eights": CrazyEights,
    "crazy_eights_for_five": CrazyEightsForFive,
    "hearts": Hearts,
}
