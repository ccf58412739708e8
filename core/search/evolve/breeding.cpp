#include "search/evolve/breeding.hpp"

#include <algorithm>
#include <utility>

#include "search/patience.hpp"

namespace otherminds {

Breeding::Breeding(const GameSize& size, ReturnRange range, int seat, const SearchOptions& options,
                   Rng rng)
    : seat_(seat),
      options_(options),
      rng_(rng),
      evolve_(*options.evolve),
      seats_(static_cast<std::size_t>(size.seats())),
      actions_(size.action_count()),
      scale_(range) {}

Breeding::~Breeding() = default;

SearchResult Breeding::run(Population& population, Monitor* monitor) {
  start_ = Patience::since();
  monitor_ = monitor;
  living_ = &population;
  legal_ = first_moves();
  statistics_.clear();
  for (const Action action : legal_) statistics_.push_back({action, 0, 0.0});
  while (population.size() < static_cast<std::size_t>(evolve_.population))
    population.push_back(random_plan());
  try {
    evolve(population);
  } catch (const Patience::Over&) {
    if (Patience::nested()) throw;
    rank(population);
  }
  return result(population.front());
}

void Breeding::evolve(Population& population) {
  population.resize(static_cast<std::size_t>(evolve_.population));
  for (Plan& plan : population) {
    plan.judged = false;
    if (!evolve_.varying) {  // plans that were shifted grow back to their length
      while (plan.genes.size() < static_cast<std::size_t>(evolve_.length))
        plan.genes.push_back(random_gene());
    }
    if (!spent()) judge(plan);
  }
  rank(population);
  while (!spent()) breed(population);
}

double Breeding::since_start() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

bool Breeding::spent() {
  if (Patience::nested()) Patience::check();
  if (evaluations_ == 0) return false;
  const Budget& budget = options_.budget;
  if (stopped_ || (budget.iterations && evaluations_ >= *budget.iterations)) return true;
  if (budget.seconds && since_start() >= *budget.seconds) return true;
  if (monitor_ && evaluations_ % 16 == 0 && Clock::now() >= monitor_->next_look) {
    Patience::note(evaluations_);
    stopped_ = !monitor_->look(evaluations_, since_start(), [this] { return so_far(); });
  }
  return stopped_;
}

// ---- plans ----

Gene Breeding::random_gene() {
  return {static_cast<Action>(rng_.below(static_cast<std::uint32_t>(actions_))),
          static_cast<int>(evolve_.macro) *
              (1 + static_cast<int>(rng_.below(static_cast<std::uint32_t>(evolve_.turns))))};
}

// The first move of a plan is one that is legal now.
Gene Breeding::first_gene() {
  Gene gene = random_gene();
  gene.action = legal_[rng_.below(static_cast<std::uint32_t>(legal_.size()))];
  return gene;
}

Plan Breeding::random_plan() {
  Plan plan;
  auto length = static_cast<std::uint32_t>(evolve_.length);
  if (evolve_.varying) {
    const std::uint32_t least = least_genes(options_.quirks, length);
    length = least + rng_.below(length - least + 1);
  }
  for (std::uint32_t i = 0; i < length; ++i)
    plan.genes.push_back(i == 0 ? first_gene() : random_gene());
  return plan;
}

void Breeding::rank(Population& population) {
  // Plans that the budget did not reach come last.
  std::ranges::stable_sort(population, [](const Plan& one, const Plan& other) {
    return std::pair(one.judged, one.fitness) > std::pair(other.judged, other.fitness);
  });
}

void Breeding::breed(Population& population) {
  Population next;
  const auto elites =
      std::min<std::size_t>(static_cast<std::size_t>(evolve_.elites), population.size() - 1);
  for (std::size_t i = 0; i < elites; ++i) next.push_back(population[i]);
  if (population.size() == 1) {
    // One plan and its child: the better one lives, among equals the child.
    Plan& parent = population.front();
    Plan child = mutated(parent);
    judge(child);
    const bool equal = child.fitness == parent.fitness;
    if (equal ? options_.quirks.replaces_equal(rng_) : child.fitness > parent.fitness)
      parent = std::move(child);
    return;
  }
  while (next.size() < population.size()) {
    Plan child = evolve_.distinct ? child_of_two(population)
                                  : crossed(select(population), select(population));
    child = mutated(std::move(child));
    if (spent()) {
      next.push_back(population[next.size()]);
      continue;
    }
    judge(child);
    next.push_back(std::move(child));
  }
  population = std::move(next);
  rank(population);
}

// The best of a random few; the population is ranked, so the least index wins.
const Plan& Breeding::select(const Population& population) {
  std::uint32_t best = static_cast<std::uint32_t>(population.size()) - 1;
  for (std::int64_t i = 0; i < evolve_.tournament; ++i)
    best = std::min(best, rng_.below(static_cast<std::uint32_t>(population.size())));
  return population[best];
}

// Two different parents, each the best of different plans.
Plan Breeding::child_of_two(const Population& population) {
  const std::size_t one = select_other(population.size(), population.size());
  return crossed(population[one], population[select_other(population.size(), one)]);
}

// The least of some different places below `size`, none of them `taken`.
std::size_t Breeding::select_other(std::size_t size, std::size_t taken) {
  places_.clear();
  for (std::size_t place = 0; place < size; ++place) {
    if (place != taken) places_.push_back(place);
  }
  std::size_t best = size;
  for (std::int64_t i = 0; i < evolve_.tournament; ++i) {
    const auto drawn = rng_.below(static_cast<std::uint32_t>(places_.size()));
    best = std::min(best, places_[drawn]);
    places_[drawn] = places_.back();
    places_.pop_back();
  }
  return best;
}

Plan Breeding::crossed(const Plan& one, const Plan& other) {
  Plan child;
  child.genes = one.genes;
  const auto shared = static_cast<std::uint32_t>(std::min(one.genes.size(), other.genes.size()));
  if (evolve_.crossover == Crossover::uniform) {
    for (std::uint32_t i = 0; i < shared; ++i) {
      if (rng_.below(2) == 1) child.genes[i] = other.genes[i];
    }
  } else if (evolve_.crossover == Crossover::one_point) {
    const std::uint32_t point = rng_.below(shared + 1);
    child.genes.resize(point);
    child.genes.insert(child.genes.end(), other.genes.begin() + point, other.genes.end());
  }
  return child;
}

Plan Breeding::mutated(Plan plan) {
  plan.judged = false;
  if (options_.quirks.mutates_parts) {
    const auto gene = [this](std::size_t i) { return i == 0 ? first_gene() : random_gene(); };
    mutate_parts(plan, evolve_.mutation, static_cast<int>(evolve_.macro),
                 static_cast<int>(evolve_.turns), gene, rng_);
    return plan;
  }
  for (std::size_t i = 0; i < plan.genes.size(); ++i) {
    if (rng_.unit() < evolve_.mutation) plan.genes[i] = i == 0 ? first_gene() : random_gene();
  }
  if (evolve_.varying && rng_.unit() < evolve_.mutation) {
    const auto size = static_cast<std::uint32_t>(plan.genes.size());
    if (rng_.below(2) == 0 && size > 1)
      plan.genes.erase(plan.genes.begin() + 1 + rng_.below(size - 1));
    else if (size < static_cast<std::uint32_t>(evolve_.length))
      plan.genes.insert(plan.genes.begin() + 1 + rng_.below(size), random_gene());
  }
  return plan;
}

// ---- what they are worth ----

void Breeding::judge(Plan& plan) {
  double sum = 0;
  const Action first = action_of(plan.genes.front(), legal_);
  auto& own = *std::ranges::find(statistics_, first, &ActionStatistics::action);
  for (std::int64_t sample = 0; sample < evolve_.samples; ++sample) {
    const Returns returns = play(plan);
    for (std::size_t seat = 0; seat < seats_; ++seat) {
      totals_[seat] += returns[seat];
      own.values[seat] += returns[seat];  // sums, until somebody asks for the result
    }
    sum += scale_.reward(returns[static_cast<std::size_t>(seat_)]);
    ++plays_;
    ++own.samples;
  }
  ++evaluations_;
  plan.fitness = sum / static_cast<double>(evolve_.samples);
  plan.judged = true;
  ++own.visits;
  own.total += plan.fitness;
}

Action Breeding::action_of(const Gene& gene, const ActionList& legal) {
  if (std::ranges::binary_search(legal, gene.action)) return gene.action;
  return legal[static_cast<std::size_t>(gene.action) % legal.size()];
}

// By the best plan of those that live and were judged.
SearchResult Breeding::so_far() {
  const Plan* best = nullptr;
  for (const Plan& plan : *living_) {
    if (plan.judged && (!best || plan.fitness > best->fitness)) best = &plan;
  }
  return result(*best);
}

SearchResult Breeding::result(const Plan& best) const {
  SearchResult result;
  result.seat = seat_;
  result.action = action_of(best.genes.front(), legal_);
  result.actions = statistics_;
  for (ActionStatistics& each : result.actions) {
    if (each.visits == 0) continue;
    each.value = scale_.value(each.total / static_cast<double>(each.visits));
    for (double& value : each.values) value /= static_cast<double>(each.samples);
  }
  result.line = {{seat_, result.action}};
  for (std::size_t seat = 0; seat < seats_; ++seat)
    result.values[seat] = totals_[seat] / static_cast<double>(std::max<std::int64_t>(plays_, 1));
  result.iterations = evaluations_;
  result.depth = static_cast<int>(best.genes.size());
  result.seconds = since_start();
  result.posterior = beliefs();
  return result;
}

}  // namespace otherminds
