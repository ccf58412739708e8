// What kinds of actions people choose in the midst of their turn: a typed player.
//
// Counts of about 60 games, published by the author of Dobre 2018 under the MIT licence. The
// package has them as a file, too (src/otherminds/agents/catan/human_types.json), to which a test
// holds this table. Each entry: the types that were legal together, then how often each was chosen.
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/policy_options.hpp"
#include "engine/range.hpp"
#include "games/catan/players/typed.hpp"

namespace otherminds::catan {

namespace {

constexpr std::string_view people_counts =
    "TE:E2126T113 BTE:E572B364T131 RTE:R513E254T45 DTE:D322E196T30 RBTE:R237E105B87T48 "
    "KTE:E232K73T9 BDTE:D130B66E66T21 E:E137 BKTE:E60B41K21T11 SRTE:S110R14E4 "
    "SRDTE:S104R12D6E4T1 RKTE:R56E22K5T3 RBDTE:R37B17E16D10T4 DKTE:D37E28K9T3 "
    "CBTE:C61E5B4T2 RDTE:R49D14E6T2 SRBTE:S54R7B3E2T1 RBKTE:R35K9E8B6T5 CBDTE:C47B6T3D2 "
    "SRBDTE:S35R5D3T2 MTE:E34M9 BDKTE:D19E11B8K3T1 CTE:C31E1 RMTE:R13M5E4T2 YTE:E17Y7 "
    "RCBTE:C13R6B2T1 BMTE:E9B5M4T1 FTE:E11F7 BYTE:Y6E6B4T1 SRKTE:S13R2T1E1 CDTE:C11E3D1 "
    "DMTE:E6D5M2T1 RBMTE:R7M3T2B1E1 SRBKTE:S7R6 RDKTE:R7D3T2 SRDKTE:S8K3D1 RYTE:R7Y3E1 "
    "RCBDTE:C7R2D1 KE:E7K2 RE:E6R2 RBDKTE:R5D3 CBKTE:C5T2K1 SRCBDTE:R3S3C2 RFTE:E6R1 "
    "BDMTE:D4T1B1M1 RBFTE:E4F2B1 SRBDKTE:S6 RBKMTE:R3K1M1E1 CBDKTE:C6 KFTE:E3K2F1 RCTE:C3R2 "
    "DE:D5 KMTE:K2T1M1E1 DFTE:D4F1 DYTE:Y2E2D1 BFTE:F2T1B1 BKMTE:E3B1 RBDFTE:D2E2 BE:E3B1 "
    "ME:E4 BKFTE:E2B1F1 RCDTE:C3R1 DKMTE:D2K1M1 SRBMTE:S3 BDYTE:T1B1E1 SRCDTE:S2C1 "
    "RDFTE:F2E1 CKTE:C3 RBYTE:R1B1Y1 SRDMTE:S3 BDKFTE:T1K1E1 RBKFTE:K2F1 RBDYTE:R1D1 YE:E2 "
    "RKFTE:F1E1 RBE:R1B1 CDKTE:C2 KYTE:K1Y1 CBDMTE:C2 RDMTE:R2 DKE:K1 CBMTE:C1 SRFTE:S1 "
    "DKFTE:D1 RCBKTE:C1 CBDYTE:Y1 RKMTE:M1 CBKFTE:C1 CBFTE:C1 BKYTE:Y1 RCKTE:C1 RBDMTE:B1 "
    "RKE:K1 BFYTE:Y1 SRBDMTE:S1 RCBMTE:C1 CDKYTE:K1 CMTE:C1 SRMTE:S1 SRDKFTE:S1 RDYTE:R1 "
    "RCBFTE:C1 KYMTE:M1 DKYTE:D1 SRDYTE:R1 ";

int type_of_letter(char letter) {
  constexpr std::string_view letters = "SRCBDKFYMTE";
  constexpr std::array<int, letters.size()> types = {
      build_settlement, build_road,         build_city,          bank_trade,    buy_card,
      play_knight,      play_road_building, play_year_of_plenty, play_monopoly, trade_with_player,
      end_turn};
  return types[letters.find(letter)];
}

std::string name_of_letter(char letter) {
  return std::string(type_names[static_cast<std::size_t>(type_of_letter(letter))]);
}

struct SetOfTypes {
  std::string legal;  // letters
  std::map<char, int> chosen;
  int times = 0;
};

std::vector<SetOfTypes> read_sets() {
  std::vector<SetOfTypes> sets;
  std::string_view rest = people_counts;
  while (!rest.empty()) {
    const std::string_view entry = rest.substr(0, rest.find(' '));
    rest.remove_prefix(entry.size() + 1);
    SetOfTypes set{
        .legal = std::string(entry.substr(0, entry.find(':'))), .chosen = {}, .times = 0};
    char letter = 0;
    for (const char each : entry.substr(set.legal.size() + 1)) {
      if (each >= 'A') {
        letter = each;
        continue;
      }
      int& number = set.chosen[letter];
      number = 10 * number + (each - '0');
    }
    for (const auto& [type, number] : set.chosen) set.times += number;
    sets.push_back(std::move(set));
  }
  return sets;
}

// The share of the chances that was taken, in all positions and for each set of legal types.
Value distribution(bool conditioned, double temperature) {
  std::map<char, int> legal;
  std::map<char, int> chosen;
  Value::List entries;
  for (const SetOfTypes& set : read_sets()) {
    Value::List types;
    Value::Members weights;
    for (const char letter : set.legal) {
      legal[letter] += set.times;
      types.push_back(Value{name_of_letter(letter)});
    }
    for (const auto& [letter, number] : set.chosen) {
      chosen[letter] += number;
      weights.emplace_back(name_of_letter(letter), Value{static_cast<double>(number) / set.times});
    }
    entries.push_back(Value{Value::Members{{"types", Value{types}}, {"weights", Value{weights}}}});
  }
  Value::Members general;
  for (const auto& [letter, times] : legal)
    general.emplace_back(name_of_letter(letter),
                         Value{static_cast<double>(chosen[letter]) / times});
  Value::Members options = {{"weights", Value{general}}, {"temperature", Value{temperature}}};
  if (conditioned) options.emplace_back("conditioned", Value{entries});
  return Value{options};
}

struct PeopleOptions {
  bool conditioned = true;
  double temperature = 1;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("conditioned", self.conditioned,
          Says{"Goes by the games in which exactly the same kinds were legal, not by all."});
    visit("temperature", self.temperature, above(0),
          Says{"Shares are raised to the power 1 / temperature."});
  }
};

}  // namespace

PolicyEntry<Catan> people_policy() {
  return {"people",
          "Draws a kind of action as often as people choose it in the midst of their turn, and any "
          "action elsewhere (Dobre 2018).",
          policy_options<PeopleOptions>(), [](const Catan& game, const Value& given) {
            const auto options = chosen_options<PeopleOptions>(given);
            return typed_in_turn(game, distribution(options.conditioned, options.temperature));
          }};
}

}  // namespace otherminds::catan
