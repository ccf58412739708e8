// The forward pass of a small network that scores any number of actions, and of one that judges
// positions.
//
//   one(x)      = b1 + S x              the state's half, once per position
//   hidden(a)   = relu(one + A[a])      A[a]: the action's half, once per model
//   score(a)    = relu(b2 + W hidden) . v + b3
//
// A network without actions has no A and several outputs, each with a v and a b3 of its own.
//
// Every lane adds up its terms in the same order with and without AVX2, and multiplication and
// addition are never fused, so that both ways give the same bits: one seed gives one match whatever
// the processor.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace otherminds {

// How many numbers the wide path works on at once; layers are filled up to it with zeros.
inline constexpr std::size_t lanes = 8;

inline constexpr std::size_t in_lanes(std::size_t size) {
  return (size + lanes - 1) / lanes * lanes;
}

// Whether this processor has what the wide path needs; asked once.
inline bool has_wide_lanes() {
#if defined(__x86_64__)
  static const bool found = __builtin_cpu_supports("avx2");
  return found;
#else
  return false;
#endif
}

namespace forward {

// out += x * row, for sizes that are whole lanes.
inline void add_scaled(float* out, const float* row, float x, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) out[i] += x * row[i];
}

// out = relu(one + other)
inline void rectified_sum(float* out, const float* one, const float* other, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    const float sum = one[i] + other[i];
    out[i] = sum > 0 ? sum : 0;
  }
}

// The eight sums of products of equal places, added up in one fixed order.
inline float folded(const std::array<float, lanes>& sums) {
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

inline float rectified_dot(const float* one, const float* weights, std::size_t size) {
  std::array<float, lanes> sums{};
  for (std::size_t i = 0; i < size; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const float value = one[i + lane];
      sums[lane] += (value > 0 ? value : 0) * weights[i + lane];
    }
  }
  return folded(sums);
}

// out = bias + in * rows, row by row; zeros, which relu makes many of, are skipped.
inline void layer(float* out, const float* bias, const float* in, std::size_t in_size,
                  const float* rows, std::size_t out_size) {
  std::copy_n(bias, out_size, out);
  for (std::size_t i = 0; i < in_size; ++i) {
    if (in[i] != 0) add_scaled(out, rows + i * out_size, in[i], out_size);
  }
}

#if defined(__x86_64__)

__attribute__((target("avx2"))) inline void add_scaled_wide(float* out, const float* row, float x,
                                                            std::size_t size) {
  const __m256 factor = _mm256_set1_ps(x);
  for (std::size_t i = 0; i < size; i += lanes) {
    const __m256 term = _mm256_mul_ps(factor, _mm256_loadu_ps(row + i));
    _mm256_storeu_ps(out + i, _mm256_add_ps(_mm256_loadu_ps(out + i), term));
  }
}

__attribute__((target("avx2"))) inline void rectified_sum_wide(float* out, const float* one,
                                                               const float* other,
                                                               std::size_t size) {
  const __m256 zero = _mm256_setzero_ps();
  for (std::size_t i = 0; i < size; i += lanes) {
    const __m256 sum = _mm256_add_ps(_mm256_loadu_ps(one + i), _mm256_loadu_ps(other + i));
    _mm256_storeu_ps(out + i, _mm256_max_ps(sum, zero));
  }
}

__attribute__((target("avx2"))) inline float rectified_dot_wide(const float* one,
                                                                const float* weights,
                                                                std::size_t size) {
  const __m256 zero = _mm256_setzero_ps();
  __m256 sums = zero;
  for (std::size_t i = 0; i < size; i += lanes) {
    const __m256 value = _mm256_max_ps(_mm256_loadu_ps(one + i), zero);
    sums = _mm256_add_ps(sums, _mm256_mul_ps(value, _mm256_loadu_ps(weights + i)));
  }
  std::array<float, lanes> each;
  _mm256_storeu_ps(each.data(), sums);
  return folded(each);
}

// As layer(), with up to `width` registers of the result kept at hand.
template <std::size_t width>
__attribute__((target("avx2"))) inline void block_wide(float* out, const float* bias,
                                                       const float* in, std::size_t in_size,
                                                       const float* rows, std::size_t stride) {
  __m256 sums[width];
  for (std::size_t k = 0; k < width; ++k) sums[k] = _mm256_loadu_ps(bias + lanes * k);
  for (std::size_t i = 0; i < in_size; ++i) {
    if (in[i] == 0) continue;
    const __m256 factor = _mm256_set1_ps(in[i]);
    const float* row = rows + i * stride;
    for (std::size_t k = 0; k < width; ++k)
      sums[k] = _mm256_add_ps(sums[k], _mm256_mul_ps(factor, _mm256_loadu_ps(row + lanes * k)));
  }
  for (std::size_t k = 0; k < width; ++k) _mm256_storeu_ps(out + lanes * k, sums[k]);
}

inline void layer_wide(float* out, const float* bias, const float* in, std::size_t in_size,
                       const float* rows, std::size_t out_size) {
  constexpr std::size_t many = 8;
  std::size_t place = 0;
  for (; place + many * lanes <= out_size; place += many * lanes)
    block_wide<many>(out + place, bias + place, in, in_size, rows + place, out_size);
  for (; place < out_size; place += lanes)
    block_wide<1>(out + place, bias + place, in, in_size, rows + place, out_size);
}

#else

inline void add_scaled_wide(float* out, const float* row, float x, std::size_t size) {
  add_scaled(out, row, x, size);
}
inline void rectified_sum_wide(float* out, const float* one, const float* other, std::size_t size) {
  rectified_sum(out, one, other, size);
}
inline float rectified_dot_wide(const float* one, const float* weights, std::size_t size) {
  return rectified_dot(one, weights, size);
}
inline void layer_wide(float* out, const float* bias, const float* in, std::size_t in_size,
                       const float* rows, std::size_t out_size) {
  layer(out, bias, in, in_size, rows, out_size);
}

#endif

}  // namespace forward

// Weights in the order in which they are read; the sizes of layers are whole lanes.
struct Network {
  std::size_t inputs = 0;
  std::size_t first = 0;
  std::size_t second = 0;
  std::size_t outputs = 0;

  std::vector<float> state;        // inputs x first
  std::vector<float> first_bias;   // first
  std::vector<float> actions;      // a row of `first` for each action; empty for a judge
  std::vector<float> hidden;       // first x second
  std::vector<float> second_bias;  // second
  std::vector<float> output;       // outputs x second
  std::vector<float> output_bias;  // outputs
};

// What a pass writes on its way; one per thread.
struct NetworkScratch {
  std::vector<float> one;
  std::vector<float> hidden;
  std::vector<float> two;
};

class ForwardPass {
 public:
  ForwardPass(const Network& network, NetworkScratch& scratch, bool wide = has_wide_lanes())
      : net_(network), scratch_(scratch), wide_(wide && has_wide_lanes()) {
    scratch_.one.resize(net_.first);
    scratch_.hidden.resize(net_.first);
    scratch_.two.resize(net_.second);
  }

  // The state's half; `x` has as many numbers as the network has inputs.
  void begin(std::span<const float> x) {
    std::ranges::copy(net_.first_bias, scratch_.one.begin());
    float* one = scratch_.one.data();
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] == 0) continue;  // most of a position's numbers are
      const float* row = net_.state.data() + i * net_.first;
      wide_ ? forward::add_scaled_wide(one, row, x[i], net_.first)
            : forward::add_scaled(one, row, x[i], net_.first);
    }
  }

  // The score of an action in the position that was begun.
  float score(std::size_t action) {
    const float* half = net_.actions.data() + action * net_.first;
    sum(half);
    return output(0);
  }

  // All outputs of a network without actions.
  void judge(std::span<float> out) {
    if (zeros_.empty()) zeros_.assign(net_.first, 0);
    sum(zeros_.data());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = output(i);
  }

 private:
  void sum(const float* half) {
    const float* one = scratch_.one.data();
    float* hidden = scratch_.hidden.data();
    float* two = scratch_.two.data();
    if (wide_) {
      forward::rectified_sum_wide(hidden, one, half, net_.first);
      forward::layer_wide(two, net_.second_bias.data(), hidden, net_.first, net_.hidden.data(),
                          net_.second);
    } else {
      forward::rectified_sum(hidden, one, half, net_.first);
      forward::layer(two, net_.second_bias.data(), hidden, net_.first, net_.hidden.data(),
                     net_.second);
    }
  }

  float output(std::size_t number) const {
    const float* weights = net_.output.data() + number * net_.second;
    const float* two = scratch_.two.data();
    return (wide_ ? forward::rectified_dot_wide(two, weights, net_.second)
                  : forward::rectified_dot(two, weights, net_.second)) +
           net_.output_bias[number];
  }

  const Network& net_;
  NetworkScratch& scratch_;
  std::vector<float> zeros_;
  bool wide_;
};

}  // namespace otherminds
