#include "engine/type_distribution.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

#include "engine/error.hpp"

namespace otherminds {

namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::option, sentence); }

std::size_t type_index(const std::string& name, std::span<const std::string_view> names) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) {
    std::vector<std::string> accepted;
    for (const std::string_view known : names) accepted.emplace_back(known);
    refuse(unknown_name("action type", name, accepted));
  }
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace

std::vector<PolicyOption> type_distribution_options() {
  return {
      {.name = "weights",
       .kind = "weights",
       .standard = {Value::Members{}},
       .summary = "How often each kind of action is drawn; without any, all kinds alike."},
      {.name = "conditioned",
       .kind = "weights by types",
       .standard = {Value::List{}},
       .summary = "Weights that hold where exactly these kinds are legal."},
      {.name = "backoff",
       .kind = "choice",
       .standard = {std::string("per_type")},
       .summary = "When the general weights hold instead: where nothing is known of the legal "
                  "kinds, or also for a kind of which nothing is known there.",
       .choices = {"per_type", "unseen"}},
      {.name = "temperature",
       .kind = "number",
       .standard = {1.0},
       .summary = "Weights are raised to the power 1 / temperature.",
       .range = above(0)},
  };
}

TypeDistribution::TypeDistribution(const Value& options,
                                   std::span<const std::string_view> type_names) {
  if (type_names.empty() || type_names.size() > 64)
    refuse("Typed play needs a game with 1 to 64 action types.");
  general_.assign(type_names.size(), 1.0);
  double temperature = 1;
  const auto* members = std::get_if<Value::Members>(&options.data);
  if (!members) refuse("The options of typed play must be named values.");
  for (const auto& [name, value] : *members) {
    if (name == "weights") {
      const auto* given = std::get_if<Value::Members>(&value.data);
      if (!given || !given->empty()) general_ = read_type_weights(value, type_names);
    } else if (name == "conditioned") {
      const auto* list = std::get_if<Value::List>(&value.data);
      if (!list) refuse("conditioned must be a list.");
      for (const Value& entry : *list) {
        const Value* types = member(entry, "types");
        const Value* weights = member(entry, "weights");
        const auto* legal = types ? std::get_if<Value::List>(&types->data) : nullptr;
        if (!legal || !weights)
          refuse("conditioned needs entries of legal types and their weights.");
        std::uint64_t mask = 0;
        for (const Value& type : *legal) {
          const auto* text = std::get_if<std::string>(&type.data);
          if (!text) refuse("A type must be named by a text, not " + describe(type) + ".");
          mask |= std::uint64_t{1} << type_index(*text, type_names);
        }
        conditioned_.emplace_back(mask, read_type_weights(*weights, type_names));
      }
      std::ranges::sort(conditioned_, {}, &std::pair<std::uint64_t, std::vector<double>>::first);
    } else if (name == "backoff") {
      const auto* text = std::get_if<std::string>(&value.data);
      if (!text || (*text != "per_type" && *text != "unseen"))
        refuse("backoff must be 'per_type' or 'unseen', not " + describe(value) + ".");
      per_type_ = *text == "per_type";
    } else if (name == "temperature") {
      from_value(value, temperature, ErrorKind::option, "temperature");
      if (!(temperature > 0) || std::isinf(temperature))
        refuse("The temperature of typed play must be a number above 0.");
    } else {
      refuse(unknown_name("option of typed", name,
                          {"weights", "conditioned", "backoff", "temperature"}));
    }
  }
  if (temperature != 1) {
    const auto temper = [&](std::vector<double>& weights) {
      for (double& weight : weights)
        if (weight > 0) weight = std::pow(weight, 1 / temperature);
    };
    temper(general_);
    for (auto& [legal, weights] : conditioned_) temper(weights);
  }
  uniform_ = conditioned_.empty() && general_[0] > 0 &&
             std::ranges::count(general_, general_[0]) == std::ssize(general_);
}

std::vector<double> read_type_weights(const Value& weights, std::span<const std::string_view> names,
                                      const std::string& what) {
  std::vector<double> result(names.size(), 0.0);
  const auto* members = std::get_if<Value::Members>(&weights.data);
  if (!members) refuse(what + " must be named values.");
  double sum = 0;
  for (const auto& [name, value] : *members) {
    double weight = 0;
    from_value(value, weight, ErrorKind::option, "The weight of " + name);
    if (!(weight >= 0) || std::isinf(weight))
      refuse("The weight of " + name + " must be a number of 0 or more.");
    result[type_index(name, names)] = weight;
    sum += weight;
  }
  if (sum <= 0) refuse(what + " need one above 0.");
  return result;
}

const std::vector<double>* TypeDistribution::seen(std::uint64_t legal) const {
  const auto place = std::ranges::lower_bound(
      conditioned_, legal, {}, &std::pair<std::uint64_t, std::vector<double>>::first);
  return place != conditioned_.end() && place->first == legal ? &place->second : nullptr;
}

double TypeDistribution::weight(const std::vector<double>* seen, std::size_t type) const {
  if (!seen) return general_[type];
  return per_type_ && (*seen)[type] <= 0 ? general_[type] : (*seen)[type];
}

void TypeDistribution::probabilities(std::uint64_t legal, std::span<double> out) const {
  const std::vector<double>* counted = seen(legal);
  double sum = 0;
  for (std::size_t type = 0; type < out.size(); ++type) {
    out[type] = legal >> type & 1 ? weight(counted, type) : 0.0;
    sum += out[type];
  }
  // Legal types that nobody was ever seen to choose count alike.
  for (std::size_t type = 0; type < out.size(); ++type) {
    if (sum > 0)
      out[type] /= sum;
    else
      out[type] = (legal >> type & 1) ? 1.0 / std::popcount(legal) : 0.0;
  }
}

int TypeDistribution::draw(std::uint64_t legal, Rng& rng) const {
  const auto each_alike = [&] {
    std::uint64_t rest = legal;
    for (auto n = rng.below(static_cast<std::uint32_t>(std::popcount(legal))); n > 0; --n)
      rest &= rest - 1;
    return std::countr_zero(rest);
  };
  if (uniform_) return each_alike();
  const std::vector<double>* counted = seen(legal);
  double sum = 0;
  for (std::uint64_t rest = legal; rest != 0; rest &= rest - 1)
    sum += weight(counted, static_cast<std::size_t>(std::countr_zero(rest)));
  if (sum <= 0) return each_alike();
  double point = rng.unit() * sum;
  int last = 0;
  for (std::uint64_t rest = legal; rest != 0; rest &= rest - 1) {
    const int type = std::countr_zero(rest);
    const double chance = weight(counted, static_cast<std::size_t>(type));
    if (chance <= 0) continue;
    last = type;
    if (point < chance) break;
    point -= chance;
  }
  return last;
}

}  // namespace otherminds
