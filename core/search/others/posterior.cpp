#include "search/others/posterior.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace otherminds {

namespace {

// The foresight is judged for so many moves ahead, and a chance of this much stays for surprises.
constexpr std::size_t longest_foresight = 30;
constexpr double surprise = 0.1;

void normalise(std::vector<double>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
}

}  // namespace

const Types& hypothesised(const OthersAnswer& others) {
  static const Types none;
  const auto* types = std::get_if<Types>(&others);
  return types ? *types : none;
}

double time_weight(const TimeWeighted& posterior, std::size_t age) {
  if (posterior.b == 0) return posterior.a;
  // 0^0 is 1, so that c = 0 weighs all ages alike; std::pow agrees.
  const double fading = posterior.b * std::pow(static_cast<double>(age - 1), posterior.c);
  return std::max(0.0, posterior.a - fading);
}

std::size_t combinations_of(const Types& types, int seats) {
  std::size_t all = 1;
  std::size_t fewest = most_combinations + 1;
  for (int seat = 0; seat < seats; ++seat) {
    const SeatPolicies* entry = entry_of(types.types, seat);
    const std::size_t own = entry ? entry->policies.size() + (types.reserve > 0 ? 1 : 0) : 1;
    fewest = std::min(fewest, own);
    all = std::min(all * own, most_combinations * most_combinations);
  }
  return all / fewest;
}

std::size_t draw_index(const std::vector<double>& weights, Rng& rng) {
  double point = rng.unit() * std::accumulate(weights.begin(), weights.end(), 0.0);
  std::size_t last = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    last = i;
    if (point < weights[i]) break;
    point -= weights[i];
  }
  return last;
}

TypePosterior::TypePosterior() = default;
TypePosterior::TypePosterior(const TypePosterior&) = default;
TypePosterior::TypePosterior(TypePosterior&&) noexcept = default;
TypePosterior& TypePosterior::operator=(const TypePosterior&) = default;
TypePosterior& TypePosterior::operator=(TypePosterior&&) noexcept = default;
TypePosterior::~TypePosterior() = default;

TypePosterior::TypePosterior(const Types& options, const std::array<std::size_t, max_seats>& counts,
                             Rng& rng)
    : options_(options) {
  for (int seat = 0; seat < max_seats; ++seat) {
    const bool reserve = options.reserve > 0;
    const std::size_t all = counts[static_cast<std::size_t>(seat)];
    if (all == 0) continue;
    const std::size_t count = reserve ? all - 1 : all;
    seats_.push_back(seat);
    Weights prior(count, 1.0);
    if (!options.prior.weights.empty()) prior = options.prior.weights;
    if (options.prior.random) {
      // Half of the types, rounded down, are all but ruled out; which ones is drawn.
      std::vector<std::size_t> order(count);
      std::iota(order.begin(), order.end(), std::size_t{0});
      for (std::size_t i = count; i > 1; --i)
        std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
      const std::size_t unlikely = count / 2;
      constexpr double least = 0.0001;
      const double rest =
          (1 - least * static_cast<double>(unlikely)) / static_cast<double>(count - unlikely);
      for (std::size_t i = 0; i < count; ++i) prior[order[i]] = i < unlikely ? least : rest;
    }
    normalise(prior);
    if (reserve) {
      for (double& weight : prior) weight *= 1 - options.reserve;
      prior.push_back(options.reserve);
    }
    prior_[static_cast<std::size_t>(seat)] = prior;
    now_[static_cast<std::size_t>(seat)] = prior;
  }
  if (is_correlated()) update_joint();
}

// Adds up what a seat's moves say. Products and sums go on from the last move; only what is
// weighed by age is kept whole, as far back as it counts.
void TypePosterior::gather(int seat, Weights row) {
  const auto place = static_cast<std::size_t>(seat);
  Weights& sums = evidence_[place];
  if (std::holds_alternative<Product>(options_.posterior)) {
    if (sums.empty()) sums.assign(row.size(), 1.0);
    for (std::size_t type = 0; type < sums.size(); ++type) sums[type] *= row[type];
    // A long product would vanish; only the ratios count.
    const double greatest = *std::ranges::max_element(sums);
    for (double& sum : sums) sum = greatest > 0 ? sum / greatest : 0.0;
    return;
  }
  if (std::holds_alternative<Sum>(options_.posterior)) {
    sums.resize(row.size());
    for (std::size_t type = 0; type < sums.size(); ++type) sums[type] += row[type];
    return;
  }
  auto& rows = history_[place];
  rows.push_back(std::move(row));
  const auto* by_age = std::get_if<TimeWeighted>(&options_.posterior);
  if (!by_age) return;
  while (time_weight(*by_age, rows.size()) <= 0 && rows.size() > 1)
    rows.erase(rows.begin());  // weights never grow with age
  sums.assign(of(seat).size(), 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double weight = time_weight(*by_age, rows.size() - i);
    for (std::size_t type = 0; type < sums.size(); ++type) sums[type] += weight * rows[i][type];
  }
}

void TypePosterior::add(int seat, const Weights& likelihoods, double uniform) {
  if (options_.frozen) return;
  const auto place = static_cast<std::size_t>(seat);
  if (options_.learns_horizon()) score_foresight(seat, likelihoods, uniform);
  Weights row = likelihoods;
  if (options_.likelihood == Likelihood::indicator) {
    for (double& chance : row) chance = chance > 0 ? 1.0 : 0.0;
  }
  if (const auto* switching = std::get_if<Switching>(&options_.posterior)) {
    // Only the last belief counts: the type may have changed, then it moved.
    const Weights expected = after_switch(*switching, seat);
    for (std::size_t type = 0; type < row.size(); ++type) row[type] *= expected[type];
    settle(seat, std::move(row));
    return;
  }
  gather(seat, std::move(row));
  if (is_correlated()) return update_joint();
  Weights next = evidence_[place];
  for (std::size_t type = 0; type < next.size(); ++type) next[type] *= prior(seat)[type];
  settle(seat, std::move(next));
}

// What the belief becomes before the next move of a seat that may change.
TypePosterior::Weights TypePosterior::after_switch(const Switching& switching, int seat) const {
  const double rate = switching.rate;
  const double reserve_rate = switching.reserve_rate;
  const bool reserve = options_.reserve > 0;
  Weights next = of(seat);
  const std::size_t types = next.size() - (reserve ? 1 : 0);
  const double typed = reserve ? 1 - next.back() : 1.0;
  const double typed_prior = reserve ? 1 - prior(seat).back() : 1.0;
  const double left = reserve ? typed * (1 - reserve_rate) : 1.0;
  const double joined = reserve ? next.back() * reserve_rate : 0.0;
  for (std::size_t type = 0; type < types; ++type) {
    const double fresh = prior(seat)[type] / typed_prior;
    const double kept = typed > 0 ? next[type] / typed : fresh;
    next[type] = left * ((1 - rate) * kept + rate * fresh) + joined * fresh;
  }
  if (reserve) next.back() = next.back() * (1 - reserve_rate) + typed * reserve_rate;
  return next;
}

// When no type explains anything the evidence says nothing.
void TypePosterior::settle(int seat, Weights next) {
  if (std::accumulate(next.begin(), next.end(), 0.0) > 0)
    normalise(next);
  else
    next = prior(seat);
  now_[static_cast<std::size_t>(seat)] = std::move(next);
}

void TypePosterior::score_foresight(int seat, const Weights& likelihoods, double uniform) {
  Record& record = records_[static_cast<std::size_t>(seat)];
  record.beliefs.push_back(of(seat));
  if (record.beliefs.size() > longest_foresight) record.beliefs.erase(record.beliefs.begin());
  const std::size_t lags = record.beliefs.size();
  record.gains.resize(std::max(record.gains.size(), lags));
  for (std::size_t lag = 0; lag < lags; ++lag) {
    const Weights& belief = record.beliefs[record.beliefs.size() - 1 - lag];
    double chance = surprise * uniform;
    for (std::size_t type = 0; type < belief.size(); ++type)
      chance += (1 - surprise) * belief[type] * likelihoods[type];
    record.gains[lag] += std::log(chance / uniform);
  }
}

std::optional<std::int64_t> TypePosterior::foresight(int seat) const {
  const auto& gains = records_[static_cast<std::size_t>(seat)].gains;
  for (std::size_t lag = 0; lag < gains.size(); ++lag) {
    if (gains[lag] < 0) return static_cast<std::int64_t>(lag);
  }
  return std::nullopt;
}

void TypePosterior::inherit(const TypePosterior& earlier, int seats, int turned) {
  for (const int seat : seats_) {
    const int then = ((seat - turned) % seats + seats) % seats;
    if (earlier.of(then).size() != of(seat).size()) continue;
    const auto place = static_cast<std::size_t>(seat);
    const auto old = static_cast<std::size_t>(then);
    prior_[place] = earlier.prior_[old];
    history_[place] = earlier.history_[old];
    evidence_[place] = earlier.evidence_[old];
    records_[place] = earlier.records_[old];
    now_[place] = earlier.now_[old];
  }
  if (!is_correlated()) return;
  // A round that the end of the match left open is not made up for.
  for (const int seat : seats_) {
    auto& rows = history_[static_cast<std::size_t>(seat)];
    rows.resize(std::min(rows.size(), rounds()));
  }
  update_joint();
}

std::size_t TypePosterior::rounds() const {
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const int seat : seats_)
    least = std::min(least, history_[static_cast<std::size_t>(seat)].size());
  return least;
}

// Round r is the r-th move of every modelled seat; a combination of types earns the product of
// their chances in each round, and rounds add up.
void TypePosterior::update_joint() {
  if (seats_.empty()) return;
  std::size_t combinations = 1;
  for (const int seat : seats_) combinations *= prior(seat).size();
  const std::size_t complete = rounds();
  joint_.assign(combinations, 0.0);
  Weights before(combinations, 0.0);
  for (std::size_t combination = 0; combination < combinations; ++combination) {
    std::array<std::size_t, max_seats> type{};
    std::size_t rest = combination;
    double weight = 1;
    for (std::size_t i = seats_.size(); i-- > 0;) {
      type[i] = rest % prior(seats_[i]).size();
      rest /= prior(seats_[i]).size();
      weight *= prior(seats_[i])[type[i]];
    }
    before[combination] = weight;
    for (std::size_t round = 0; round < complete; ++round) {
      double product = 1;
      for (std::size_t i = 0; i < seats_.size(); ++i)
        product *= history_[static_cast<std::size_t>(seats_[i])][round][type[i]];
      joint_[combination] += weight * product;
    }
  }
  if (std::accumulate(joint_.begin(), joint_.end(), 0.0) <= 0) joint_ = before;
  normalise(joint_);
  for (const int seat : seats_) std::ranges::fill(now_[static_cast<std::size_t>(seat)], 0.0);
  for (std::size_t combination = 0; combination < combinations; ++combination) {
    std::size_t rest = combination;
    for (std::size_t i = seats_.size(); i-- > 0;) {
      const std::size_t count = prior(seats_[i]).size();
      now_[static_cast<std::size_t>(seats_[i])][rest % count] += joint_[combination];
      rest /= count;
    }
  }
}

void TypePosterior::draw(std::array<int, max_seats>& types, Rng& rng) const {
  if (!joint_.empty()) {
    std::size_t rest = draw_index(joint_, rng);
    for (std::size_t i = seats_.size(); i-- > 0;) {
      const std::size_t count = prior(seats_[i]).size();
      types[static_cast<std::size_t>(seats_[i])] = static_cast<int>(rest % count);
      rest /= count;
    }
    return;
  }
  for (const int seat : seats_)
    types[static_cast<std::size_t>(seat)] = static_cast<int>(draw_index(of(seat), rng));
}

template <class Self, class Bytes>
void TypePosterior::archived(Self& self, PlainArchive<Bytes>& archive) {
  const PerSeat before = self.prior_;
  const std::size_t combinations = self.joint_.size();
  archive(self.prior_, self.now_, self.evidence_, self.history_, self.records_, self.joint_);
  archive.check(self.joint_.size() == combinations, "the number of types");
  for (std::size_t seat = 0; seat < before.size(); ++seat) {
    const std::size_t types = before[seat].size();
    const auto fits = [&](const Weights& row) {
      archive.check(row.size() == types, "the number of types");
    };
    fits(self.prior_[seat]);
    fits(self.now_[seat]);
    if (!self.evidence_[seat].empty()) fits(self.evidence_[seat]);
    for (const Weights& row : self.history_[seat]) fits(row);
    for (const Weights& row : self.records_[seat].beliefs) fits(row);
  }
}

template void TypePosterior::archived(const TypePosterior&, PlainArchive<ArchiveWriter>&);
template void TypePosterior::archived(TypePosterior&, PlainArchive<ArchiveReader>&);

}  // namespace otherminds
