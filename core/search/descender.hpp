// The way of one iteration from the root of the tree to the position that is judged.
//
// At each step the node of the position is found, then chance or a model acts, or a move is chosen
// and followed to the node behind it. The way ends at a node that is new, at the end of the game,
// at the tree's depth, or where the tree has no room left.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "engine/game.hpp"
#include "engine/playout.hpp"
#include "search/bandit/bandit.hpp"
#include "search/bandit/node_priors.hpp"
#include "search/bandit/selection.hpp"
#include "search/descent.hpp"
#include "search/options.hpp"
#include "search/others/drawn_models.hpp"
#include "search/quirks.hpp"
#include "search/resolved.hpp"
#include "search/tree.hpp"

namespace otherminds {

// What a descent has to look at. For UCT on a plain tree it is known when the code is compiled that
// there is nothing else, so that the commonest search pays for no other.
struct OnlyUct {
  static constexpr bool plain = true;
  static constexpr bool draws_models = false;
  static constexpr bool modelled = false;
  static constexpr bool mixed = false;
  static constexpr bool afterstates = false;
  static constexpr bool trail = false;
  static constexpr bool node_totals = false;
  static constexpr bool transpositions = false;
  static constexpr bool yields = false;
  static constexpr bool opens = false;
  static constexpr bool skips_new_move = false;
  static constexpr std::optional<std::int64_t> depth = {};
};

struct AllThatIsAsked {
  static constexpr bool draws_models = true;
  bool plain = false;     // UCB1 on a plain tree: its edges that were tried come first
  bool modelled = false;  // models decide for some seats in the tree
  bool mixed = false;     // models and the search take turns at the same nodes
  bool afterstates = false;
  bool trail = false;        // nodes of chance and models are visited and touched as well
  bool node_totals = false;  // the tree keeps totals of nodes
  bool transpositions = false;
  bool yields = false;                     // quirks, see there
  bool opens = false;                      // likewise
  bool skips_new_move = false;             // likewise
  std::optional<std::int64_t> depth = {};  // decisions at most
};

template <Game G, class Walker>
class Descender {
 public:
  // What one thread descends with.
  struct Hands : Worker {
    Hands(const Descender& way, const Walker& from, const Acquaintance& known, Rng own)
        : Worker(own),
          walker(from),
          drawn(way.game_, way.resolved_, known, way.seat_),
          selection(way.options_, way.priors_.priors(), way.resolved_.types) {}

    Walker walker;
    DrawnModels<G> drawn;
    Selection selection;
    ActionList actions;
    bool varies = false;  // the moves of the node differ between visits: `actions` are those of now
  };

  // `masked`: a node's moves may differ between visits.
  Descender(const G& game, int seat, const SearchOptions& options, const Resolved<G>& resolved,
            Tree& tree, const NodePriors<G>& priors, bool masked)
      : game_(game),
        seat_(seat),
        options_(options),
        resolved_(resolved),
        tree_(tree),
        priors_(priors),
        masked_(masked) {
    const TreeOptions& wanted = options.tree;
    const Others<G>& others = resolved.others;
    const auto* ucb = std::get_if<Ucb1>(&options.bandit);
    if (ucb) warm_up_ = static_cast<std::uint32_t>(ucb->warm_up);
    asked_.plain = !masked && !wanted.afterstates && !wanted.widening && !wanted.by_type &&
                   !Walker::weighted && ucb && ucb->decay == 0 && wanted.ties == Ties::random;
    asked_.modelled = others.any && others.in_tree;
    asked_.mixed = (others.reserve || options.quirks.yields) && others.in_tree;
    asked_.afterstates = wanted.afterstates;
    asked_.trail = tree.needs().moments;
    asked_.node_totals = tree.needs().seats > 0;
    asked_.transpositions = wanted.transpositions;
    asked_.yields = options.quirks.yields;
    asked_.opens = options.quirks.opens;
    // Several threads try edges in the order in which they lie: none of them picks one out.
    if (options.shares_tree() && (asked_.mixed || asked_.opens || warm_up_ > 0))
      asked_.plain = false;
    asked_.skips_new_move = options.quirks.skips_new_move;
    asked_.depth = wanted.depth;
  }

  // Whether UCT on a plain tree is all that is asked of a descent.
  bool only_uct() const {
    return asked_.plain && !Walker::keyed && priors_.virtual_visits() == 0 &&
           !resolved_.others.any && !resolved_.played && !asked_.depth &&
           !options_.tree.outcome_widening && !options_.quirks.change_the_loop();
  }

  void descend(Hands& hands) { descend(asked_, hands); }

  // The same where only_uct() holds.
  void descend_by_uct(Hands& hands) { descend(OnlyUct{}, hands); }

  // Only a game written in Python can do this to us.
  [[noreturn]] void report_fickle() const {
    throw Error(ErrorKind::game, "actor() of " + game_.name() +
                                     " answered differently after the same moves; it must follow "
                                     "from them alone.");
  }

 private:
  // Where a descent has got to.
  struct Place {
    std::uint32_t node = Walker::keyed ? no_node : 0;
    int depth = 0;
    bool unknown = Walker::keyed;  // the node of the position has yet to be found
  };

  template <class Asked>
  void descend(const Asked& asked, Hands& hands) {
    hands.descent.clear();
    hands.underway = true;  // from here on: the thread may step out in the middle
    hands.walker.reset(hands.rng);
    if (asked.draws_models) hands.drawn.draw_types(hands.rng);
    Place place;
    while (step(asked, hands, place)) {
    }
    arrive(asked, hands, place);
  }

  // One step down; false where the way ends.
  template <class Asked>
  bool step(const Asked& asked, Hands& hands, Place& place) {
    const int actor = hands.walker.actor();
    const Model<G>* model = asked.modelled && actor >= 0 ? hands.drawn.model(actor) : nullptr;
    const bool acts = actor == chance || (model && !asked.mixed);
    if constexpr (Walker::keyed) {
      if (place.unknown && !find_node(asked, hands, place, actor, acts)) return false;
    }
    if (actor == nobody) return false;
    if (acts) return let_act(asked, hands, place, actor, model);
    return decide(asked, hands, place, actor, model);
  }

  // The node of a position in which the search decides, or any where positions count themselves.
  // False where there is no room for it.
  template <class Asked>
  bool find_node(const Asked& asked, Hands& hands, Place& place, int actor, bool acts) {
    if (actor < 0 && !asked.afterstates) return true;
    if (!acts || asked.afterstates) {
      place.node = tree_.node_of(hands.walker.key(), hands.plot, place.depth == 0);
      if (place.depth == 0) note_root(hands.tally.roots, place.node);
      if (place.node == no_node) return false;
    }
    place.unknown = false;
    return true;
  }

  // Chance, or a model that the search does not take turns with.
  template <class Asked>
  bool let_act(const Asked& asked, Hands& hands, Place& place, int actor, const Model<G>* model) {
    if (!Walker::keyed && tree_.node(place.node).of_seat()) report_fickle();
    const Action taken = model ? model_move(hands, actor, *model) : outcome(hands, place.node);
    if (asked.afterstates) touch(asked, hands.descent, place.node);
    if (model) {
      hands.drawn.count(actor, hands.rng);
      ++hands.descent.moves;
    }
    move(asked, hands, place, taken, false);
    if constexpr (Walker::keyed) {
      place.unknown = true;
      return true;
    }
    if (asked.trail) {
      hands.descent.touch(place.node, 0);
      visit(place.node);
    }
    place.node = tree_.outcome_child(place.node, taken, hands.plot);
    return place.node != no_node;
  }

  // The search decides, or a model does at a node that they share.
  template <class Asked>
  bool decide(const Asked& asked, Hands& hands, Place& place, int actor, const Model<G>* model) {
    Descent& descent = hands.descent;
    const std::uint32_t at = place.node;
    if (!model && is_deep(asked, descent)) return false;
    // Equal positions share nodes, so a walk can meet one twice: it is judged there.
    if (asked.transpositions && descent.met(at)) return false;
    if (!expand(hands, at, place.depth)) return false;
    if (asked.yields && model && !has_untried(hands, at)) {
      if (is_deep(asked, descent)) return false;
      model = nullptr;
    }
    const Selection::Choice choice = choose(asked, hands, at, actor, model);
    const std::uint32_t edge = choice.edge;
    descent.path.push_back({at, edge, tree_.edge(edge).action, actor,
                            static_cast<float>(choice.legality),
                            static_cast<std::int32_t>(descent.moves)});
    if (asked.afterstates || asked.trail) descent.touch(at, 1);
    if (asked.depth && !model) ++descent.chosen;
    visit(at);
    const std::uint32_t times = tree_.add(tree_.edge(edge).visits, 1U);
    if (asked.skips_new_move && times == 1) {
      place = {unmade_child(asked, hands, edge), place.depth + 1, false};
      return false;
    }
    if (asked.modelled) hands.drawn.count(actor, hands.rng);
    ++descent.moves;
    move(asked, hands, place, tree_.edge(edge).action, true);
    return follow(asked, hands, place, edge);
  }

  // To the node behind an edge; false where there is no room for it.
  template <class Asked>
  bool follow(const Asked& asked, Hands& hands, Place& place, std::uint32_t edge) {
    if constexpr (Walker::keyed) {
      place.unknown = true;
      if (!asked.afterstates) return true;
      place.node = tree_.node_of(hands.walker.key(), hands.plot);
      if (place.node == no_node) return false;
      store(tree_.edge(edge).child, place.node);
      place.unknown = false;
      return true;
    } else {
      place.node = tree_.child_of(edge, hands.plot);
      return place.node != no_node;
    }
  }

  // What the iteration leaves behind at its end.
  template <class Asked>
  void arrive(const Asked& asked, Hands& hands, const Place& place) {
    Descent& descent = hands.descent;
    hands.tally.deepest = std::max(hands.tally.deepest, place.depth);
    hands.tally.depths += place.depth;
    descent.leaf = place.unknown ? no_node : place.node;
    if (descent.leaf == no_node || met(asked, descent, descent.leaf)) return;
    visit(descent.leaf);
    if (asked.node_totals) descent.touch(descent.leaf, 0);
  }

  // A node is expanded on its second visit (a root on its first): most never get one. Returns
  // false where the descent ends.
  bool expand(Hands& hands, std::uint32_t at, int depth) {
    const Node& node = tree_.node(at);
    if (node.of_chance()) report_fickle();
    const bool fresh = linked(node.run).count == 0;
    if (fresh && loaded(node.visits) == 0 && depth > 0) return false;
    hands.varies = masked_ && !hands.walker.settled();
    if (!fresh && !hands.varies) return true;
    hands.walker.legal(hands.actions);
    if (fresh && lay_edges(hands, at, depth)) return true;
    if (hands.varies) include_edges(hands, at);
    return true;
  }

  // False where another thread came first.
  bool lay_edges(Hands& hands, std::uint32_t at, int depth) {
    const auto world = [&]() -> typename G::State& { return hands.walker.world(hands.rng); };
    const Run run = tree_.lay(hands.actions, hands.plot);
    const std::uint32_t visits = priors_.fill(run, hands.actions, world, hands.rng);
    if (depth == 0) priors_.fill_root(run, world);
    if (visits > 0 && !masked_) store(tree_.node(at).tried, run.count);
    if (visits == 0 && asked_.plain && tree_.shared()) shuffle(tree_.edges(run), hands.rng);
    if (!tree_.give(at, run, hands.plot)) return false;
    if (visits > 0) tree_.add(tree_.node(at).visits, visits);
    return true;
  }

  void include_edges(Hands& hands, std::uint32_t at) {
    const auto world = [&]() -> typename G::State& { return hands.walker.world(hands.rng); };
    tree_.include(at, hands.actions, hands.plot,
                  [&](Run run) { return priors_.fill(run, hands.actions, world, hands.rng); });
  }

  static void shuffle(std::span<Edge> edges, Rng& rng) {
    for (auto left = static_cast<std::uint32_t>(edges.size()); left > 1; --left)
      std::swap(edges[left - 1], edges[rng.below(left)]);
  }

  // ---- which edge ----

  template <class Asked>
  Selection::Choice choose(const Asked& asked, Hands& hands, std::uint32_t at, int actor,
                           const Model<G>* model) {
    if (model) return edge_to(asked, hands, at, model_move(hands, actor, *model));
    if (asked.opens && has_untried(hands, at))
      return edge_to(asked, hands, at, opening_move(hands, actor));
    if (asked.plain) return {plain_choice(hands, at)};
    std::span<const double> weights;
    if constexpr (Walker::weighted) {
      if (actor != seat_) weights = hands.walker.weights();
    }
    return hands.selection.choose(tree_, at, actor, hands.varies ? &hands.actions : nullptr,
                                  weights, hands.rng);
  }

  // A random one of those never tried, then whatever UCB1 prefers.
  std::uint32_t plain_choice(Hands& hands, std::uint32_t at) {
    Node& node = tree_.node(at);
    const Run run = linked(node.run);
    if (tree_.shared()) {
      const std::uint32_t next = tree_.next_untried(node, run);
      if (next < run.count) return run.first + next;
    } else if (node.visits < warm_up_) {
      const std::uint32_t pick = hands.rng.below(run.count);
      return pick < node.tried ? run.first + pick : first_try(node, pick);
    } else if (node.tried < run.count) {
      return first_try(node, node.tried + hands.rng.below(run.count - node.tried));
    }
    const std::size_t best = select(std::get<Ucb1>(options_.bandit), tree_.edges(run),
                                    options_.quirks.parent_visits(loaded(node.visits)));
    return run.first + static_cast<std::uint32_t>(best);
  }

  // On a plain tree the edges that were tried come first. For one thread.
  std::uint32_t first_try(Node& node, std::uint32_t place) {
    const std::uint32_t first = node.run.first;
    std::swap(tree_.edge(first + node.tried), tree_.edge(first + place));
    return first + node.tried++;
  }

  // The edge of a move that was decided elsewhere.
  template <class Asked>
  Selection::Choice edge_to(const Asked& asked, Hands& hands, std::uint32_t at, Action taken) {
    Node& node = tree_.node(at);
    const Run run = linked(node.run);
    if (tree_.needs().available && !options_.quirks.ignores_first_tries) {
      const ActionList* legal = hands.varies ? &hands.actions : nullptr;
      if (!tree_.count_if_whole(at, run, legal))
        tree_.each_legal(run, hands.actions, [&](std::size_t, std::uint32_t edge) {
          tree_.add(tree_.available(edge), 1U);
        });
    }
    for (std::uint32_t i = 0; i < run.count; ++i) {
      if (tree_.edge(run.first + i).action != taken) continue;
      return {asked.plain && i >= node.tried ? first_try(node, i) : run.first + i};
    }
    report_fickle();
  }

  // Whether a move that is legal now was never tried at a node that is expanded.
  bool has_untried(const Hands& hands, std::uint32_t at) {
    const Node& node = tree_.node(at);
    const auto untried = [](const Edge& edge) { return loaded(edge.visits) == 0; };
    if (!hands.varies) return std::ranges::any_of(tree_.edges(node), untried);
    bool found = false;
    tree_.each_legal(linked(node.run), hands.actions, [&](std::size_t, std::uint32_t edge) {
      found = found || untried(tree_.edge(edge));
    });
    return found;
  }

  // ---- what happens ----

  Action model_move(Hands& hands, int actor, const Model<G>& model) {
    return hands.walker.act(model, actor, hands.drawn.memory(actor), hands.drawn.error(),
                            hands.rng);
  }

  // What the roll-out's policy would do.
  Action opening_move(Hands& hands, int actor) {
    return hands.walker.act(*resolved_.rollout[static_cast<std::size_t>(actor)], actor,
                            hands.drawn.rollout_memory(actor), 0, hands.rng);
  }

  // A chance outcome; with widening an old one while there are enough.
  Action outcome(Hands& hands, std::uint32_t at) {
    const std::optional<double> widening = options_.tree.outcome_widening;
    if (!widening || Walker::keyed) return hands.walker.draw(hands.rng);
    std::uint32_t seen = 0;
    std::uint32_t visits = 0;
    tree_.each_outcome(tree_.node(at), [&](const SeenOutcome& outcome) {
      ++seen;
      visits += loaded(outcome.visits);
    });
    if (seen < opened(options_.tree, *widening, visits)) return hands.walker.draw(hands.rng);
    std::uint32_t pick = hands.rng.below(visits);
    Action chosen = 0;
    bool found = false;
    tree_.each_outcome(tree_.node(at), [&](const SeenOutcome& outcome) {
      if (found) return;
      const std::uint32_t share = loaded(outcome.visits);
      if (pick < share) {
        chosen = outcome.id;
        found = true;
      } else {
        pick -= share;
      }
    });
    return chosen;
  }

  template <class Asked>
  void move(const Asked& asked, Hands& hands, Place& place, Action action, bool searched) {
    if (++place.depth > longest_game(game_)) report_endless(game_);
    if constexpr (!Walker::weighted) {
      if (asked.draws_models && hands.drawn.watches()) {
        const typename G::State before = hands.walker.world(hands.rng);
        hands.walker.apply(action, searched, hands.rng);
        hands.drawn.witness(before, action, hands.walker.world(hands.rng));
        return;
      }
    }
    hands.walker.apply(action, searched, hands.rng);
  }

  // The node behind a move that is not made, as far as it is the search's and there is room.
  template <class Asked>
  std::uint32_t unmade_child(const Asked& asked, Hands& hands, std::uint32_t edge) {
    if constexpr (Walker::keyed) {
      Walker scout = hands.walker;
      scout.apply(tree_.edge(edge).action, true, hands.rng);
      const int actor = scout.actor();
      const bool searched =
          actor >= 0 && (!asked.modelled || asked.mixed || hands.drawn.model(actor) == nullptr);
      if (!searched && !asked.afterstates) return no_node;
      const std::uint32_t child = tree_.node_of(scout.key(), hands.plot);
      if (asked.afterstates) store(tree_.edge(edge).child, child);
      return child;
    } else {
      return tree_.child_of(edge, hands.plot);
    }
  }

  // ---- what is counted ----

  template <class Asked>
  static bool is_deep(const Asked& asked, const Descent& descent) {
    return asked.depth && descent.chosen >= *asked.depth;
  }

  // Whether this iteration has counted the node already.
  template <class Asked>
  static bool met(const Asked& asked, const Descent& descent, std::uint32_t at) {
    return asked.transpositions && descent.met(at);
  }

  template <class Asked>
  void touch(const Asked& asked, Descent& descent, std::uint32_t at) {
    if (met(asked, descent, at)) return;
    visit(at);
    descent.touch(at, 0);
  }

  void visit(std::uint32_t node) { tree_.add(tree_.node(node).visits, 1U); }

  void note_root(std::vector<std::uint32_t>& roots, std::uint32_t at) {
    const bool seen = !roots.empty() && loaded(tree_.node(at).visits) > 0;
    if (!seen && std::ranges::find(roots, at) == roots.end()) roots.push_back(at);
  }

  const G& game_;
  int seat_;
  const SearchOptions& options_;
  const Resolved<G>& resolved_;
  Tree& tree_;
  const NodePriors<G>& priors_;
  bool masked_;
  AllThatIsAsked asked_;
  std::uint32_t warm_up_ = 0;  // at nodes with fewer visits the bandit is not asked
};

}  // namespace otherminds
