// Learned models: their files, and the forward pass by hand.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstring>
#include <utility>

#include "convert.hpp"
#include "dynamic/action_encoding.hpp"
#include "dynamic/any.hpp"
#include "dynamic/checks.hpp"
#include "dynamic/networks.hpp"
#include "lock.hpp"
#include "module.hpp"

namespace otherminds::python {

namespace {

using Floats = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;

nb::object to_numpy(std::vector<float> numbers, const std::vector<std::size_t>& shape) {
  auto* kept = new std::vector<float>(std::move(numbers));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<float>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, float>(kept->data(), shape.size(), shape.data(), owner));
}

std::size_t tensor_size(const AnyGame& game) {
  std::size_t size = 1;
  for (const int extent : game.tensor_shape()) size *= static_cast<std::size_t>(extent);
  return size;
}

nb::tuple encoded(const AnyGame& game) {
  const ActionEncoding encoding = encode_actions(game);
  const std::size_t width = encoding.columns.size();
  std::vector<float> dense(encoding.rows.size() * width, 0.0F);
  for (std::size_t action = 0; action < encoding.rows.size(); ++action) {
    for (const auto& [column, amount] : encoding.rows[action])
      dense[action * width + column] = amount;
  }
  nb::list columns;
  for (const std::string& column : encoding.columns)
    columns.append(nb::str(column.data(), column.size()));
  return nb::make_tuple(columns, to_numpy(std::move(dense), {encoding.rows.size(), width}));
}

nb::bytes packed(const AnyGame& game, const std::string& kind, const std::string& card,
                 nb::dict arrays) {
  ModelFile model{.game = game.name(),
                  .kind = kind,
                  .encoding = encode_actions(game).key(),
                  .tensor = tensor_size(game),
                  .seats = static_cast<std::uint64_t>(game.seats()),
                  .actions = static_cast<std::uint64_t>(game.action_count()),
                  .card = card,
                  .arrays = {}};
  for (const auto& [name, numbers] : arrays) {
    Floats given;
    std::string text;
    if (!nb::try_cast(name, text) || !nb::try_cast(numbers, given))
      throw Error(ErrorKind::option, "The arrays of a model are arrays of float32 by name.");
    ModelArray& array = model.arrays.emplace_back();
    array.name = text;
    for (std::size_t i = 0; i < given.ndim(); ++i) array.shape.push_back(given.shape(i));
    array.numbers.assign(given.data(), given.data() + given.size());
  }
  const std::string bytes = pack_model(model);
  return nb::bytes(bytes.data(), bytes.size());
}

nb::dict described(const LoadedModel& loaded) {
  const ModelFile& model = loaded.model;
  nb::dict arrays;
  for (const ModelArray& array : model.arrays)
    arrays[nb::steal(PyUnicode_DecodeUTF8(array.name.data(),
                                          static_cast<Py_ssize_t>(array.name.size()), "replace"))] =
        to_numpy(array.numbers, {array.shape.begin(), array.shape.end()});
  const auto text = [](const std::string& given) {
    return nb::steal(
        PyUnicode_DecodeUTF8(given.data(), static_cast<Py_ssize_t>(given.size()), "replace"));
  };
  nb::dict result;
  result["game"] = text(model.game);
  result["kind"] = text(model.kind);
  result["card"] = text(model.card);
  result["checksum"] = text(loaded.checksum);
  result["seats"] = model.seats;
  result["actions"] = model.actions;
  result["tensor"] = model.tensor;
  result["arrays"] = arrays;
  return result;
}

// A model made ready for a game, whose passes are asked for one by one.
struct NativeModel {
  std::shared_ptr<const PreparedModel> model;
  std::size_t actions;

  std::span<const float> checked(const Floats& inputs) const {
    if (inputs.size() != model->tensor + model->seats)
      throw Error(ErrorKind::option, "This model takes " +
                                         std::to_string(model->tensor + model->seats) +
                                         " numbers, not " + std::to_string(inputs.size()) + ".");
    return {inputs.data(), inputs.size()};
  }

  std::vector<float> scores(const Floats& inputs, const std::vector<Action>& asked,
                            bool wide) const {
    if (model->scored == Scored::judged || model->scored == Scored::table)
      throw Error(ErrorKind::option, "This model has no scores of actions.");
    for (const Action action : asked) {
      if (action < 0 || static_cast<std::size_t>(action) >= actions)
        throw Error(ErrorKind::option, "There is no action " + std::to_string(action) + ".");
    }
    NetworkScratch scratch;
    ForwardPass pass(model->network, scratch, wide);
    pass.begin(checked(inputs));
    std::vector<float> out;
    for (const Action action : asked) out.push_back(pass.score(static_cast<std::size_t>(action)));
    return out;
  }

  std::vector<float> judge(const Floats& inputs, bool wide) const {
    if (model->scored != Scored::judged)
      throw Error(ErrorKind::option, "This model does not judge positions.");
    NetworkScratch scratch;
    ForwardPass pass(model->network, scratch, wide);
    pass.begin(checked(inputs));
    std::vector<float> out(model->seats);
    pass.judge(out);
    return out;
  }
};

}  // namespace

void bind_networks(nb::module_& module) {
  nb::class_<NativeModel>(module, "NativeModel",
                          "A learned model made ready for a game, asked by hand.")
      .def(
          "__init__",
          [](NativeModel* self, const AnyGame& game, nb::bytes data) {
            const LoadedModel loaded = unpack_model({data.c_str(), data.size()});
            new (self) NativeModel{prepare_model(game, loaded.model),
                                   static_cast<std::size_t>(game.action_count())};
          },
          nb::arg("game"), nb::arg("data"))
      .def("scores", &NativeModel::scores, nb::arg("inputs"), nb::arg("actions"),
           nb::arg("wide") = true,
           nb::sig("def scores(self, inputs: numpy.typing.NDArray[numpy.float32], "
                   "actions: collections.abc.Sequence[int], wide: bool = True) -> list[float]"),
           "The score of each action; `wide` may be False to do without AVX2.")
      .def("judge", &NativeModel::judge, nb::arg("inputs"), nb::arg("wide") = true,
           nb::sig("def judge(self, inputs: numpy.typing.NDArray[numpy.float32], "
                   "wide: bool = True) -> list[float]"),
           "The outputs of a model of values, before they become returns.");
  module.def("encode_actions", encoded, nb::arg("game"),
             nb::sig("def encode_actions(game: Game) -> "
                     "tuple[list[str], numpy.typing.NDArray[numpy.float32]]"),
             "What a network knows of each action: names of columns, and a row per action.");
  module.def("pack_model", packed, nb::arg("game"), nb::arg("kind"), nb::arg("card"),
             nb::arg("arrays"),
             nb::sig("def pack_model(game: Game, kind: str, card: str, "
                     "arrays: dict[str, numpy.typing.NDArray[numpy.float32]]) -> bytes"),
             "A model as the bytes of its file.");
  module.def(
      "unpack_model",
      [](nb::bytes data) { return described(unpack_model({data.c_str(), data.size()})); },
      nb::arg("data"), nb::sig("def unpack_model(data: bytes) -> dict[str, typing.Any]"),
      "What bytes of a model hold.");
  module.def(
      "load_model", [](const std::string& path) { return described(load_model(path)); },
      nb::arg("path"), nb::sig("def load_model(path: str) -> dict[str, typing.Any]"),
      "What a model file holds.");
}

}  // namespace otherminds::python
