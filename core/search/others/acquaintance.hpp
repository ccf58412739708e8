// What the searching seat knows of the others when a search begins.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/archive.hpp"
#include "engine/game.hpp"
#include "engine/policy.hpp"
#include "search/others/posterior.hpp"
#include "search/result.hpp"

namespace otherminds {

struct Acquaintance {
  Acquaintance();
  Acquaintance(const Acquaintance&);
  Acquaintance(Acquaintance&&) noexcept;
  Acquaintance& operator=(const Acquaintance&);
  Acquaintance& operator=(Acquaintance&&) noexcept;
  ~Acquaintance();

  TypePosterior posterior;
  std::array<std::vector<Memory>, max_seats> memories;      // one per seat and type
  std::array<Memory, max_seats> rollout;                    // of the roll-out's own policies
  std::array<int, max_seats> told{-1, -1, -1, -1, -1, -1};  // the type of a seat, where it is told

  // How likely a seat is of a type.
  double weight(int seat, std::size_t type) const {
    const int known = told[static_cast<std::size_t>(seat)];
    if (known >= 0) return known == static_cast<int>(type) ? 1.0 : 0.0;
    return posterior.of(seat)[type];
  }

  // Read into what acquaint() made: the numbers of types are known by then.
  template <class Self, class Bytes>
  static void archived(Self& self, PlainArchive<Bytes>& archive);
};

// The names of each seat's types; none for seats that search for themselves.
using TypeNames = std::array<std::vector<std::string>, max_seats>;

// What a seat believes of the other seats' types, for people.
std::vector<TypeBelief> type_beliefs(const TypeNames& names, int self, const Acquaintance& known);

}  // namespace otherminds
