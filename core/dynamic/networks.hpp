// Learned models as policies and evaluations of a game, read from files (engine/model_file.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "dynamic/any.hpp"
#include "engine/model_file.hpp"
#include "engine/network.hpp"
#include "engine/policy.hpp"
#include "search/rollout/evaluator.hpp"

namespace otherminds {

// The name under which every native game takes a learned model as a policy.
inline constexpr std::string_view network_name = "network";

// How a model is named in options.
struct NetworkOptions {
  std::string file;
  std::string checksum;    // of the file; empty: whatever the file holds
  double temperature = 1;  // 0: only what is thought likeliest

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("file", self.file, Says{"The file of the model."});
    visit("checksum", self.checksum, Says{"What the file has to hold; empty for anything."});
    visit("temperature", self.temperature, between(0, 1000),
          Says{"Chances to the power 1 / temperature; 0 for the likeliest action."});
  }
};

// Refuses, as an option, what does not name a model.
NetworkOptions read_network_options(const Value& options);

// How scores become chances.
enum class Scored { softmax, sigmoid, table, judged };

// A model made ready for one game; it never changes.
struct PreparedModel {
  Scored scored = Scored::softmax;
  Network network;
  std::vector<double> table;  // of a counted model: the weight of each action
  std::size_t tensor = 0;
  std::size_t seats = 0;
  double temperature = 1;
};

struct LoadedModel {
  ModelFile model;
  std::string checksum;
};

// The bytes of a model file, and back; both throw Error(format).
std::string pack_model(const ModelFile& model);
LoadedModel unpack_model(std::string_view bytes);
// Reads a file; Error(option) where there is none, Error(format) where it is no model.
LoadedModel load_model(const std::string& path);

// The model that the options name, for this game; Error(option) if it was learned for another.
// What was prepared lately is kept, so that each match of a tournament does not read it again.
std::shared_ptr<const PreparedModel> prepare_model(const AnyGame& game,
                                                   const NetworkOptions& options);
std::shared_ptr<const PreparedModel> prepare_model(const AnyGame& game, const ModelFile& model);

// Scores, in place, as chances that sum to 1.
void to_chances(const PreparedModel& model, std::span<double> scores, double temperature);

// What a policy or an evaluation writes on its way.
struct ModelScratch {
  std::vector<float> inputs;
  NetworkScratch network;
};

// A view as a network sees it: its tensor, then which seat it is of.
template <class G>
std::span<const float> inputs_of(const G& game, const typename G::View& view,
                                 const PreparedModel& model, ModelScratch& scratch) {
  scratch.inputs.assign(model.tensor + model.seats, 0.0F);
  game.tensor(view, std::span(scratch.inputs).first(model.tensor));
  scratch.inputs[model.tensor + static_cast<std::size_t>(view.seat)] = 1;
  return scratch.inputs;
}

template <Game G>
class NetworkPolicy final : public Policy<G> {
 public:
  NetworkPolicy(std::shared_ptr<const PreparedModel> model, double temperature)
      : model_(std::move(model)), temperature_(temperature) {
    if (model_->scored == Scored::judged)
      throw Error(ErrorKind::option,
                  "This model says what positions are worth, not what is played: it is an "
                  "evaluation, not a policy.");
  }

  bool watches() const override { return false; }

  void probabilities(const G& game, const typename G::View& view, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    static thread_local ModelScratch scratch;
    if (model_->scored == Scored::table) {
      for (std::size_t i = 0; i < legal.size(); ++i)
        out[i] = model_->table[static_cast<std::size_t>(legal[i])];
    } else {
      ForwardPass pass(model_->network, scratch.network);
      pass.begin(inputs_of(game, view, *model_, scratch));
      for (std::size_t i = 0; i < legal.size(); ++i)
        out[i] = pass.score(static_cast<std::size_t>(legal[i]));
    }
    to_chances(*model_, out, temperature_);
  }

  Action act(const G& game, const typename G::View& view, const Memory& memory,
             Rng& rng) const override {
    static thread_local ActionList legal;  // saves allocations per move
    static thread_local std::vector<double> chances;
    game.legal(view, legal);
    chances.resize(legal.size());
    probabilities(game, view, memory, legal, chances);
    double point = rng.unit();
    std::size_t last = 0;
    for (std::size_t i = 0; i < legal.size(); ++i) {
      if (chances[i] <= 0) continue;
      last = i;
      if (point < chances[i]) break;
      point -= chances[i];
    }
    return legal[last];
  }

 private:
  std::shared_ptr<const PreparedModel> model_;
  double temperature_;
};

// What a position is worth to each seat, from the view of the seat that acts; where chance acts,
// from that of the first seat.
template <Game G>
class NetworkEvaluator final : public Evaluator<G> {
 public:
  explicit NetworkEvaluator(std::shared_ptr<const PreparedModel> model) : model_(std::move(model)) {
    if (model_->scored != Scored::judged)
      throw Error(ErrorKind::option,
                  "This model says what is played, not what positions are worth: it is a policy, "
                  "not an evaluation.");
  }

  void evaluate(const G& game, std::span<const typename G::State* const> positions,
                std::span<Returns> values, std::vector<std::vector<double>>&) const override {
    static thread_local ModelScratch scratch;
    const ReturnRange range = game.return_range();
    const std::size_t seats = model_->seats;
    std::array<float, max_seats> outputs{};
    ForwardPass pass(model_->network, scratch.network);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const int seat = std::max(game.actor(*positions[i]), 0);
      pass.begin(inputs_of(game, game.view(*positions[i], seat), *model_, scratch));
      pass.judge(std::span(outputs).first(seats));
      values[i] = {};
      for (std::size_t next = 0; next < seats; ++next) {
        const double share = 1 / (1 + std::exp(-static_cast<double>(outputs[next])));
        values[i][(static_cast<std::size_t>(seat) + next) % seats] =
            range.low + share * (range.high - range.low);
      }
    }
  }

 private:
  std::shared_ptr<const PreparedModel> model_;
};

}  // namespace otherminds
