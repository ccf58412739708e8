#include "dynamic/networks.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>

#include "dynamic/action_encoding.hpp"
#include "dynamic/packed.hpp"
#include "engine/hash.hpp"

namespace otherminds {

namespace {

// Of no game: the game stands in the model, so that it can be described without knowing which.
const PackedHeader model_header{"otherminds", 1, 0, "model"};

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 28;
constexpr std::size_t largest_table = std::size_t{1} << 26;  // numbers: actions by first layer
constexpr std::size_t widest_layer = 4096;

[[noreturn]] void refuse_file(const std::string& path, const std::string& why) {
  throw Error(ErrorKind::option, "The model file " + path + " cannot be read: " + why + ".");
}

std::string whole_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    throw Error(ErrorKind::option, "There is no model file " + path + ".");
  if (std::filesystem::file_size(path, error) > largest_file || error)
    refuse_file(path, "it is too large");
  std::ifstream opened(path, std::ios::binary);
  std::ostringstream bytes;
  if (!opened || !(bytes << opened.rdbuf())) refuse_file(path, "it is empty or not open to us");
  return std::move(bytes).str();
}

// Rows of `from` numbers as rows of `to`, filled up with zeros.
std::vector<float> widened(std::span<const float> rows, std::size_t from, std::size_t to) {
  std::vector<float> wide(rows.size() / from * to, 0.0F);
  for (std::size_t i = 0; i < rows.size(); ++i) wide[i / from * to + i % from] = rows[i];
  return wide;
}

std::size_t layer_size(const ModelFile& model, std::string_view bias) {
  const std::size_t size = model.named(bias).numbers.size();
  if (size == 0 || size > widest_layer)
    throw Error(ErrorKind::format, "A layer of this model has an impossible size.");
  return size;
}

// Added up in the same order on every machine: rows of the encoding name the columns in theirs.
std::vector<float> action_halves(const ActionEncoding& encoding, std::span<const float> weights,
                                 std::size_t first) {
  const std::size_t wide = in_lanes(first);
  std::vector<float> halves(encoding.rows.size() * wide, 0.0F);
  for (std::size_t action = 0; action < encoding.rows.size(); ++action) {
    for (const auto& [column, amount] : encoding.rows[action]) {
      for (std::size_t i = 0; i < first; ++i)
        halves[action * wide + i] += amount * weights[column * first + i];
    }
  }
  return halves;
}

Network network_of(const ModelFile& model, const ActionEncoding& encoding) {
  const bool judged = model.kind == "value";
  const std::size_t first = layer_size(model, "first_bias");
  const std::size_t second = layer_size(model, "second_bias");
  Network net;
  net.inputs = static_cast<std::size_t>(model.tensor + model.seats);
  net.first = in_lanes(first);
  net.second = in_lanes(second);
  net.outputs = judged ? static_cast<std::size_t>(model.seats) : 1;
  if (!judged && encoding.rows.size() * net.first > largest_table)
    throw Error(ErrorKind::option, "This model is too large for a game with so many actions.");
  net.state = widened(model.array("state", {net.inputs, first}), first, net.first);
  net.first_bias = widened(model.array("first_bias", {first}), first, net.first);
  if (!judged)
    net.actions =
        action_halves(encoding, model.array("actions", {encoding.columns.size(), first}), first);
  net.hidden = widened(model.array("hidden", {first, second}), second, net.second);
  net.hidden.resize(net.first * net.second, 0.0F);
  net.second_bias = widened(model.array("second_bias", {second}), second, net.second);
  net.output = widened(model.array("output", {net.outputs, second}), second, net.second);
  net.output_bias = model.array("output_bias", {net.outputs});
  return net;
}

std::size_t tensor_size(const AnyGame& game) {
  std::size_t size = 1;
  for (const int extent : game.tensor_shape()) size *= static_cast<std::size_t>(extent);
  return size;
}

// A model that was prepared for a game, and what it was prepared from.
struct Kept {
  std::string path;
  std::filesystem::file_time_type written;
  std::uintmax_t size;
  std::string game;
  std::string options;
  std::string checksum;
  std::shared_ptr<const PreparedModel> model;
};

class Shelf {
 public:
  std::shared_ptr<const PreparedModel> find(const Kept& wanted, const std::string& checksum) {
    const std::lock_guard lock(mutex_);
    for (const Kept& kept : kept_) {
      if (kept.path == wanted.path && kept.written == wanted.written && kept.size == wanted.size &&
          kept.game == wanted.game && kept.options == wanted.options &&
          (checksum.empty() || kept.checksum == checksum))
        return kept.model;
    }
    return nullptr;
  }

  void put(Kept fresh) {
    const std::lock_guard lock(mutex_);
    std::erase_if(kept_, [&](const Kept& kept) { return kept.path == fresh.path; });
    if (kept_.size() == places) kept_.erase(kept_.begin());
    kept_.push_back(std::move(fresh));
  }

 private:
  static constexpr std::size_t places = 8;

  std::mutex mutex_;
  std::vector<Kept> kept_;
};

Shelf& shelf() {
  static Shelf only;
  return only;
}

}  // namespace

NetworkOptions read_network_options(const Value& options) {
  static const std::vector<PolicyOption> declared = policy_options(NetworkOptions{});
  check_policy_options(std::string(network_name), declared, options);
  NetworkOptions chosen = chosen_options<NetworkOptions>(options);
  if (chosen.file.empty())
    throw Error(ErrorKind::option,
                "A network is named by its file: network('othello.om'). otherminds learn makes "
                "one.");
  return chosen;
}

std::string pack_model(const ModelFile& model) { return pack(model_header, write_model(model)); }

LoadedModel unpack_model(std::string_view bytes) {
  return {read_model(unpack(model_header, bytes)), hexadecimal(hash_text(bytes))};
}

LoadedModel load_model(const std::string& path) {
  try {
    return unpack_model(whole_file(path));
  } catch (const Error& error) {
    if (error.kind != ErrorKind::format) throw;
    throw Error(ErrorKind::format, path + " is no model file. " + error.what());
  }
}

std::shared_ptr<const PreparedModel> prepare_model(const AnyGame& game, const ModelFile& model) {
  if (model.game != game.name())
    throw Error(ErrorKind::option, "This model was learned from games of " + model.game +
                                       ", not of " + game.name() + ".");
  const ActionEncoding encoding = encode_actions(game);
  const std::size_t tensor = tensor_size(game);
  if (model.seats != static_cast<std::uint64_t>(game.seats()) || model.tensor != tensor ||
      model.actions != static_cast<std::uint64_t>(game.action_count()) ||
      model.encoding != encoding.key())
    throw Error(ErrorKind::option, "This model was learned from games of " + model.game +
                                       " with other options than this game has.");
  auto made = std::make_shared<PreparedModel>();
  made->tensor = tensor;
  made->seats = static_cast<std::size_t>(game.seats());
  if (model.kind == "frequency") {
    made->scored = Scored::table;
    const auto& weights = model.array("weights", {model.actions});
    made->table.assign(weights.begin(), weights.end());
    if (!std::ranges::all_of(made->table, [](double weight) { return weight >= 0; }))
      throw Error(ErrorKind::format, "The weights of this model must be 0 or more.");
  } else {
    made->scored = model.kind == "value"     ? Scored::judged
                   : model.kind == "sigmoid" ? Scored::sigmoid
                                             : Scored::softmax;
    made->network = network_of(model, encoding);
    const auto* temperature =
        made->scored == Scored::judged ? nullptr : &model.array("temperature", {1});
    if (temperature && temperature->front() > 0) made->temperature = temperature->front();
  }
  return made;
}

std::shared_ptr<const PreparedModel> prepare_model(const AnyGame& game,
                                                   const NetworkOptions& options) {
  std::error_code error;
  Kept kept{.path = options.file,
            .written = std::filesystem::last_write_time(options.file, error),
            .size = std::filesystem::file_size(options.file, error),
            .game = game.name(),
            .options = json_text(game.options()),
            .checksum = {},
            .model = {}};
  if (auto found = shelf().find(kept, options.checksum)) return found;
  const LoadedModel loaded = load_model(options.file);
  if (!options.checksum.empty() && options.checksum != loaded.checksum)
    throw Error(ErrorKind::option, "The model file " + options.file +
                                       " is not the one that is meant: its checksum is " +
                                       loaded.checksum + ", not " + options.checksum + ".");
  kept.checksum = loaded.checksum;
  kept.model = prepare_model(game, loaded.model);
  auto model = kept.model;
  if (!error) shelf().put(std::move(kept));
  return model;
}

void to_chances(const PreparedModel& model, std::span<double> scores, double temperature) {
  // Logarithms of weights; the largest becomes 0, so that nothing overflows.
  for (double& score : scores) {
    if (model.scored == Scored::table)
      score = std::log(std::max(score, 1e-12));
    else if (model.scored == Scored::sigmoid)
      score = -std::log1p(std::exp(-std::clamp(score, -700.0, 700.0)));
  }
  for (double& score : scores) {
    if (!std::isfinite(score)) score = -1e300;  // from a tensor that no training has seen
  }
  const double heat = temperature * model.temperature;
  const double best = *std::ranges::max_element(scores);
  double sum = 0;
  for (double& score : scores) {
    if (heat < 1e-9)
      score = score < best ? 0 : 1;  // ties are drawn from
    else
      score = std::exp(std::max((score - best) / heat, -700.0));
    sum += score;
  }
  for (double& score : scores) score /= sum;
}

}  // namespace otherminds
