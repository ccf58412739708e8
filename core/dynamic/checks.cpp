#include "dynamic/checks.hpp"

#include <algorithm>
#include <cctype>

namespace otherminds {

void check_seat(int seat, int seats) {
  if (seat >= 0 && seat < seats) return;
  throw Error(ErrorKind::option, "Seat " + std::to_string(seat) +
                                     " does not exist; seats are 0 to " +
                                     std::to_string(seats - 1) + ".");
}

void check_view_of(int viewer, int seat, std::string_view whose) {
  if (viewer == seat) return;
  throw Error(ErrorKind::option, "This is the view of seat " + std::to_string(viewer) + "; " +
                                     std::string(whose) + " seat " + std::to_string(seat) + ".");
}

void check_id(const AnyGame& game, Action id, int count, const std::string& kind) {
  if (id >= 0 && id < count) return;
  throw Error(ErrorKind::illegal_action,
              "The " + kind + " " + std::to_string(id) + " does not exist in " + game.name() +
                  "; " +
                  (count ? "ids are 0 to " + std::to_string(count - 1) + "." : "it has none."));
}

void check_type(int type, std::size_t types) {
  if (type >= 0 && static_cast<std::size_t>(type) < types) return;
  throw Error(ErrorKind::option, "Action type " + std::to_string(type) +
                                     " does not exist; types are 0 to " +
                                     std::to_string(types - 1) + ".");
}

void check_possible(const AnyState& state, Action action) {
  const int who = state.actor();
  if (who == nobody)
    throw Error(ErrorKind::illegal_action, "The game is over: no action can be applied.");
  const bool possible =
      who == chance
          ? std::ranges::any_of(state.outcomes(), [&](const Outcome& o) { return o.id == action; })
          : std::ranges::binary_search(state.legal_actions(), action);
  if (possible) return;
  const auto game = state.game();
  const int count = who == chance ? game->outcome_count() : game->action_count();
  const std::string kind = who == chance ? "outcome" : "action";
  std::string sentence = "The " + kind + " " + std::to_string(action);
  if (action >= 0 && action < count) {
    sentence += " (" + (who == chance ? game->outcome_text(action) : game->action_text(action)) +
                ") is not possible here.";
  } else {
    sentence +=
        " does not exist in " + game->name() + "; ids are 0 to " + std::to_string(count - 1) + ".";
  }
  throw Error(ErrorKind::illegal_action, sentence);
}

void check_answer(const AnyGame& game, const ActionList& legal, int seat, Action action) {
  if (std::ranges::binary_search(legal, action)) return;
  const bool exists = action >= 0 && action < game.action_count();
  throw AgentFault("The agent in seat " + std::to_string(seat) + " answered " +
                   std::to_string(action) +
                   (exists ? " (" + game.action_text(action) + ")" : std::string()) +
                   ", which is not legal here.");
}

void check_line_up(const AnyGame& game, std::size_t agents) {
  if (agents == static_cast<std::size_t>(game.seats())) return;
  throw Error(ErrorKind::option, game.name() + " has " + std::to_string(game.seats()) + " seats; " +
                                     std::to_string(agents) + " agents were given.");
}

void refuse_agent(const AnyGame& game, std::size_t seat) {
  throw Error(ErrorKind::agent, "The agent in seat " + std::to_string(seat) +
                                    " was made for another game than " + game.name() +
                                    " with these options.");
}

void refuse_view(const AnyGame& game) {
  throw Error(ErrorKind::option,
              "This is a view of another game than " + game.name() + " with these options.");
}

void refuse_turn() {
  throw Error(ErrorKind::illegal_action, "It is not this seat's turn: no action is legal.");
}

Returns to_returns(const std::vector<double>& returns, int seats) {
  if (returns.size() != static_cast<std::size_t>(seats))
    throw Error(ErrorKind::option,
                "One return for each of " + std::to_string(seats) + " seats is needed.");
  Returns result{};
  std::ranges::copy(returns, result.begin());
  return result;
}

std::array<std::string, max_seats> by_seat(const std::vector<std::string>& types, int seats) {
  if (types.size() != static_cast<std::size_t>(seats))
    throw Error(ErrorKind::option, "An agent is told one type for each seat, here " +
                                       std::to_string(seats) + ", not " +
                                       std::to_string(types.size()) + ".");
  std::array<std::string, max_seats> all;
  std::ranges::copy(types, all.begin());
  return all;
}

Action parse_id(const AnyGame& game, const std::string& given, int count, const std::string& kind,
                std::string (AnyGame::*text)(Action) const) {
  const auto fold = [](std::string letters) {
    std::ranges::transform(letters, letters.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return letters;
  };
  const std::string wanted = fold(given);
  std::vector<std::string> known;
  for (Action id = 0; id < count; ++id) {
    known.push_back((game.*text)(id));
    if (fold(known.back()) == wanted) return id;
  }
  const std::string near = nearest_name(given, known);
  throw Error(ErrorKind::format, describe({given}) + " is not an " + kind + " of " + game.name() +
                                     "; " +
                                     (known.empty()  ? "it has none."
                                      : near.empty() ? "an example is '" + known.front() + "'."
                                                     : "did you mean '" + near + "'?"));
}

}  // namespace otherminds
