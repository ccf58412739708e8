// The board of Catan drawn with letters.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "games/catan/rules/state.hpp"

namespace otherminds::catan {

// By seat: small letters are roads and settlements, capitals are cities.
inline constexpr std::array<std::string_view, most_seats> colours = {"red", "blue", "green",
                                                                     "yellow"};

// Many lines: each hex with its number after #, terrain, token and robber; each vertex with its
// number; roads, buildings and ports.
std::string board_text(const Table& table);

}  // namespace otherminds::catan
