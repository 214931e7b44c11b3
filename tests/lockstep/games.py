"""How positions and actions of OpenSpiel's games are those of ours."""

from collections import Counter

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
    #: The options of our game that make its rules OpenSpiel's.
    OPTIONS = {}
    #: What is known to differ, and how often it was met.
    DIFFERENCES = []
    COUNTED = Counter()

    def __init__(self, bridge, rng):
        self.bridge, self.rng = bridge, rng
        self.deal = []

    def begin(self):
        self.bridge.begin(self.PACK, self.PLAYERS, self.OPTIONS)
        self.deal = self.bridge.shuffle(self.rng)

    def chance(self, state):
        """The next card, as OpenSpiel numbers it."""
        return self.card(self.deal.pop(0))

    def legal(self, state):
        """OpenSpiel's legal actions as our options offer them, each with its option's number."""
        return {self.action(said, state): number for said, number in self.bridge.options().items()}

    def agreed(self, theirs, ours, state):
        """What may be chosen in both, if they agree as far as they should."""
        return theirs if theirs == ours else set()

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
    ACTIONS = {"checks": 0, "folds": 0, "bets": 1, "calls": 1}

    def card(self, name):
        return ["Jack", "Queen", "King"].index(rank(name))

    def action(self, said, state):
        return self.ACTIONS[said.split()[-1]]


class Leduc(LockstepGame):
    PACK = "leduc_poker"
    OPEN_SPIEL = "leduc_poker(players=2)"
    SCORE = "chips"
    ACTIONS = {"folds": 0, "calls": 1, "raises": 2}

    def card(self, name):
        return 2 * ["Jack", "Queen", "King"].index(rank(name)) + (suit(name) == "Spades")

    def action(self, said, state):
        return self.ACTIONS[said.split()[-1]]


class CrazyEights(LockstepGame):
    PACK = "crazy_eights"
    OPEN_SPIEL = "crazy_eights(players=2,max_draw_cards=5,max_turns=1000,use_special_cards=false,reshuffle=false)"
    OPTIONS = {"most_drawn": 5, "ace": 10}
    DIFFERENCES = ["OpenSpiel counts the number of a card plus two instead of its rank: compared by that, and by ours"]
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
            return self.PASS
        if said.endswith("draws a card"):
            return self.DRAW
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
        return {"Ace": 10, "Jack": 10, "Queen": 10, "King": 10}.get(rank(card)) or int(rank(card))


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
            self.bridge.begin(self.PACK, self.PLAYERS, self.OPTIONS)
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


class GinRummy(LockstepGame):
    PACK = "gin_rummy"
    OPEN_SPIEL = "gin_rummy(oklahoma=false,knock_card=10,gin_bonus=25,undercut_bonus=25,num_ranks=13,num_suits=4,hand_size=10)"
    DIFFERENCES = [
        "a game of OpenSpiel's is one deal; ours goes on to a hundred points, so each of its deals is compared",
        "the other differences are counted, and never chosen",
    ]
    OPTIONS = {"returns": True, "ties": "nothing"}
    COUNTED = Counter()
    PILE, STOCK, PASS, KNOCK, MELD = 52, 53, 54, 55, 56
    GIN_SUITS = ["Spades", "Clubs", "Diamonds", "Hearts"]
    GIN_RANKS = ["Ace", *RANKS[:-1]]

    def begin(self):
        position = self.bridge.position
        if not (position and position["chance"] and any(p["attributes"].get("points") for p in position["players"])):
            self.bridge.begin(self.PACK, self.PLAYERS, self.OPTIONS)
        self.before = self.points()
        deal = self.bridge.shuffle(self.rng)
        # Here the cards are dealt in turn, there first to one player and then to the other.
        self.deal = deal[0:20:2] + deal[1:20:2] + deal[20:]
        self.first = "AB".index(self.bridge.prompt()["seat"])

    def points(self):
        return [self.bridge.attribute(player, "points") for player in range(2)]

    def card(self, name):
        return 13 * self.GIN_SUITS.index(suit(name)) + self.GIN_RANKS.index(rank(name))

    def legal(self, state):
        """What our open question offers; nothing if nobody is asked."""
        prompts = self.bridge.position["prompts"]
        self.offered = {}
        if not prompts or "AB".index(prompts[0]["seat"]) != self.seat(state):
            return {}
        asked = prompts[0]["question"]["question"]
        offered = {}
        for number, option in enumerate(prompts[0]["options"]):
            offered[self.meant(asked, option)] = number
        if prompts[0]["shape"] == {"kind": "some_of", "from": 0, "to": 1}:
            offered[self.PASS] = None
        self.offered = offered
        return offered

    def seat(self, state):
        return (self.first + state.current_player()) % 2

    def meant(self, asked, option):
        text = option["text"]
        if asked == "lay down which meld":
            return self.MELD + self.meld([self.card(name) for name in text.split(", ")])
        words = {"the pile": self.PILE, "the stock": self.STOCK, "knock": self.KNOCK, "no": self.PASS}
        words["yes"] = self.KNOCK if asked.endswith("knock") else self.PILE
        return words[text] if text in words else self.card(text)

    def meld(self, cards):
        """The number that OpenSpiel gives to a meld."""
        cards = sorted(cards, key=lambda card: (card % 13, card))
        suits, lowest = {card // 13 for card in cards}, cards[0] % 13
        if len(suits) == 1:
            before = {3: 65, 4: 109, 5: 149}[len(cards)]
            return before + cards[0] // 13 * (14 - len(cards)) + lowest
        return 5 * lowest + (4 if len(cards) == 4 else min({0, 1, 2, 3} - suits))

    def agreed(self, theirs, ours, state):
        if not ours or (theirs <= {self.PASS, self.STOCK} and len(theirs) == 1 and theirs != ours and self.KNOCK not in ours):
            # Nothing is to be decided, so ours does not ask; what it asks comes later there.
            self.offered = {}
            return theirs if len(theirs) == 1 else set()
        if theirs - ours:
            return set()
        for action in ours - theirs:
            if action == self.KNOCK and self.may_knock(state):
                self.COUNTED["OpenSpiel does not see a knock with eleven cards"] += 1
            elif action < 52 and self.continues_a_run(action, state):
                self.COUNTED["OpenSpiel does not see a third card laid off at one end of a run"] += 1
            else:
                return set()
        return theirs & ours

    def may_knock(self, state):
        hand = [self.card(name) for name in self.bridge.cards("hand", self.seat(state))]
        if len(hand) == 10:
            hand.append(self.card(self.bridge.cards("pile")[-1]))
        return min(deadwood([other for other in hand if other != card]) for card in hand) <= 10

    def continues_a_run(self, card, state):
        laid = {self.card(name) for name in self.bridge.cards("laid", 1 - self.seat(state))}
        neighbours = {near for near in (card - 1, card + 1) if near // 13 == card // 13}
        return bool(laid & neighbours)

    def choose(self, action, option):
        if action in self.offered:
            chosen = [] if option is None else [option]
            self.bridge.answer(self.bridge.prompt(), *chosen)

    def compare(self, returns):
        position = self.bridge.position
        if position["outcome"] is None and position["chance"] is None:
            raise Divergence(f"OpenSpiel's deal is over, but ours is not\n{self.bridge.shown()}")
        gained = [now - before for now, before in zip(self.points(), self.before)]
        ours = gained[self.first] - gained[1 - self.first]
        if ours != returns[0]:
            raise Divergence(f"OpenSpiel returns {returns}, Cardwright {gained}")


def deadwood(cards):
    """The least deadwood of some cards, by trying everything."""
    if not cards:
        return 0
    first, others = cards[0], cards[1:]
    best = min(first % 13 + 1, 10) + deadwood(others)
    same = [card for card in others if card % 13 == first % 13]
    melds = [same] if len(same) >= 2 else []
    if len(same) == 3:
        melds += [[one, other] for one in same for other in same if one < other]
    for start in range(first - 4, first + 1):
        for length in (3, 4, 5):
            run = set(range(start, start + length))
            if first in run and all(card >= 0 and card // 13 == first // 13 for card in run) and run - {first} <= set(others):
                melds.append(sorted(run - {first}))
    return min([best, *(deadwood([card for card in others if card not in meld]) for meld in melds)])


GAMES = {
    "kuhn_poker": Kuhn,
    "leduc_poker": Leduc,
    "crazy_eights": CrazyEights,
    "crazy_eights_for_five": CrazyEightsForFive,
    "hearts": Hearts,
    "gin_rummy": GinRummy,
}
