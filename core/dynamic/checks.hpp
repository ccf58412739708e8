// What is checked at the edge of the core whatever the game, and the sentences that refuse it.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dynamic/any.hpp"

namespace otherminds {

void check_seat(int seat, int seats);

// A view has to be that of a seat; `whose` says who sits there.
void check_view_of(int viewer, int seat, std::string_view whose);

// An action id has to be below `count`; `kind`: action or outcome.
void check_id(const AnyGame& game, Action id, int count, const std::string& kind);
void check_type(int type, std::size_t types);

// An action or outcome has to be possible in a state.
void check_possible(const AnyState& state, Action action);

// What a foreign agent answers has to be among the legal actions.
void check_answer(const AnyGame& game, const ActionList& legal, int seat, Action action);

void check_line_up(const AnyGame& game, std::size_t agents);
[[noreturn]] void refuse_agent(const AnyGame& game, std::size_t seat);
[[noreturn]] void refuse_view(const AnyGame& game);
[[noreturn]] void refuse_turn();

// One return per seat, and one text per seat.
Returns to_returns(const std::vector<double>& returns, int seats);
std::array<std::string, max_seats> by_seat(const std::vector<std::string>& types, int seats);

// The id below `count` whose text is this one, in capitals or not; `kind`: action or outcome.
Action parse_id(const AnyGame& game, const std::string& given, int count, const std::string& kind,
                std::string (AnyGame::*text)(Action) const);

}  // namespace otherminds
