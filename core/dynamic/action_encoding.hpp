// The actions of a game as vectors, made of their types and parts: what a network knows of an
// action before it has seen any.
//
// A column stands for a type ("type=build"), for a value of a part ("node=23"; a list of texts has
// all of its items, one of numbers each in its place) or for a named count ("give.wood", with the
// count as its number). Parts of one name
// share their columns, whatever the type: what was learned of a place by one kind of action serves
// the others.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dynamic/any.hpp"

namespace otherminds {

struct ActionEncoding {
  using Row = std::vector<std::pair<std::uint32_t, float>>;  // columns that are not 0

  std::vector<std::string> columns;
  std::vector<Row> rows;  // by action

  // 64 bits that are equal for equal encodings.
  std::uint64_t key() const;
};

// Refuses, as an option, a game whose actions would need too many columns.
ActionEncoding encode_actions(const AnyGame& game);

}  // namespace otherminds
