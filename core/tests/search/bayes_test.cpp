// Beliefs about values: the formulas against numbers worked out elsewhere, against quadrature and
// against each other; the draws against the moments and the distributions they must have.
#include "search/bandit/bayes.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <span>

using namespace otherminds;
using namespace otherminds::bayes;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double printed = 0.5e-10;  // ten printed digits
constexpr double exact = 1e-12;

bool near(double x, double y, double error) { return std::abs(x - y) <= error; }

// The integral over (0, infinity) by the double exponential rule (Takahasi and Mori 1974), which
// takes heavy tails as they come.
template <class Function>
double integral(Function&& function) {
  constexpr double step = 1.0 / 64;
  double sum = 0.0;
  for (double t = -5.0; t <= 6.0; t += step) {
    const double x = std::exp(std::numbers::pi / 2 * std::sinh(t));
    sum += function(x) * x * std::numbers::pi / 2 * std::cosh(t);
  }
  return sum * step;
}

// That many draws have the mean and the variance (the fourth moment over the squared variance is
// given), within five standard errors.
template <class Draw>
bool has_moments(Moments expected, double kurtosis, Draw&& draw) {
  constexpr int n = 200'000;
  Rng rng(7);
  double mean = 0.0;
  double variance = 0.0;
  for (int i = 0; i < n; ++i) {
    const double x = draw(rng) - expected.mean;
    mean += x / n;
    variance += x * x / n;
  }
  return near(mean, 0.0, 5 * std::sqrt(expected.variance / n)) &&
         near(variance, expected.variance, 5 * expected.variance * std::sqrt((kurtosis - 1) / n));
}

// The share of 200,000 draws up to each point is the cdf there, within five standard errors.
template <class Draw, class Cdf>
bool has_cdf(std::initializer_list<double> points, Draw&& draw, Cdf&& cdf) {
  constexpr int n = 200'000;
  for (const double point : points) {
    Rng rng(8);
    int below = 0;
    for (int i = 0; i < n; ++i) below += draw(rng) <= point;
    const double chance = cdf(point);
    if (!near(1.0 * below / n, chance, 5 * std::sqrt(chance * (1 - chance) / n))) return false;
  }
  return true;
}

// Eleven levels as in Karamalegkos (2016), whose tree keeps a histogram of rewards at each node.
void dirichlet_moments() {
  std::array<float, 11> counts;
  counts.fill(1);
  const Moments prior = dirichlet(counts);
  assert(near(prior.mean, 0.5, exact));
  assert(near(std::sqrt(prior.variance), 0.0912870929, printed));
  counts[4] += 10;
  counts[5] += 10;
  const Moments later = dirichlet(counts);
  assert(near(later.mean, 0.4677419355, printed));
  assert(near(std::sqrt(later.variance), 0.0343097538, printed));

  // Two levels are a beta distribution, whose mean is the predicted chance of the next reward.
  const Moments two = dirichlet(std::array<float, 2>{2, 5});
  const Moments chance = beta(5, 2);
  assert(near(two.mean, 5.0 / 7, exact) && near(chance.mean, 5.0 / 7, exact));
  assert(near(two.variance, 10.0 / (49 * 8), exact) && near(chance.variance, 10.0 / 392, exact));
  // All weight on one level: no variance, not even a rounded one.
  const Moments certain = dirichlet(std::array<float, 4>{0, 0.3F, 0, 0});
  assert(near(certain.mean, 1.0 / 3, exact) && certain.variance >= 0 && certain.variance < exact);
}

void student_distribution() {
  for (const double x : {-1e6, -20.0, -3.0, -0.5, -1e-9, 0.0, 1e-5, 0.7, 1.0, 2.5, 40.0, 1e200}) {
    // One, two and four degrees have elementary forms.
    assert(near(student_cdf(x, 1), 0.5 + std::atan(x) / std::numbers::pi, exact));
    assert(near(student_density(x, 1), 1 / (std::numbers::pi * (1 + x * x)), exact));
    const double y = std::abs(x) > 1e100 ? 1.0 : x / std::sqrt(2 + x * x);
    assert(near(student_cdf(x, 2), 0.5 + y / 2, exact));
    const double z = std::abs(x) > 1e100 ? 1.0 : x / std::sqrt(4 + x * x);
    assert(near(student_cdf(x, 4), 0.5 + 0.75 * (z - z * z * z / 3), exact));
    assert(near(student_cdf(x, 1e9), normal_cdf(x), 1e-9));
    assert(near(student_density(x, 1e9), normal_density(x), 1e-9));
    for (const double degrees : {0.2, 1.5, 3.0, 50.0, 1e5})
      assert(near(student_cdf(x, degrees) + student_cdf(-x, degrees), 1.0, exact));
  }
  // From 40-digit arithmetic.
  struct Value {
    double x, degrees, cdf;
  };
  for (const Value& value :
       {Value{-2, 0.3, 0.2821348494803914}, Value{0.1, 1.2, 0.5328021454865948},
        Value{-1.5, 7.5, 0.08724028529323212}, Value{2.25, 30, 0.9840303225696627},
        Value{-8, 250, 2.326400759458772e-14}, Value{1.7, 250, 0.954812689339482},
        Value{-1.75, 20000, 0.04006682409513864}, Value{0.5, 2000000, 0.6914624337689116},
        Value{-3, 2000000, 0.001349914651116068}}) {
    const double cdf = student_cdf(value.x, value.degrees);
    assert(near(cdf, value.cdf, exact) && near(cdf / value.cdf, 1.0, 1e-10));
  }
  assert(near(student_density(0, 33), 0.39593186816510797, 1e-15));
  assert(normal_cdf(0) == 0.5 && near(normal_cdf(1.96), 0.9750021048517795, exact));
  assert(near(normal_density(1), 0.2419707245191434, exact));
}

void normal_gamma_posterior() {
  const NormalGamma prior{.mean = 0.5, .weight = 3, .shape = 2, .rate = 0.4};
  const NormalGamma same = posterior(prior, 0, 0, 0);
  assert(same.mean == 0.5 && same.weight == 3 && same.shape == 2 && same.rate == 0.4);
  const NormalGamma one = posterior(prior, 1, 0.9, 0.81);
  assert(near(one.mean, 2.4 / 4, exact) && one.weight == 4 && one.shape == 2.5);
  assert(near(one.rate, 0.4 + 3 * 0.4 * 0.4 / 8, exact));
  // One after the other or all at once.
  NormalGamma step = prior;
  double total = 0;
  double squares = 0;
  for (const double reward : {0.1, 0.9, 0.4, 0.4, -2.0}) {
    step = posterior(step, 1, reward, reward * reward);
    total += reward;
    squares += reward * reward;
  }
  const NormalGamma batch = posterior(prior, 5, total, squares);
  assert(near(step.mean, batch.mean, exact) && near(step.rate, batch.rate, exact));
  assert(step.weight == batch.weight && step.shape == batch.shape);
  // Equal rewards, whose sums round to less than no spread.
  const NormalGamma equal = posterior({.mean = 0.1, .weight = 0, .shape = 1, .rate = 0}, 3, 0.3,
                                      3 * 0.1 * 0.1 * (1 - 1e-15));
  assert(equal.rate == 0 && of_mean(equal).variance == 0);

  assert(of_mean(prior).mean == 0.5 && near(of_mean(prior).variance, 0.4 / 3, exact));
  assert(of_mean({.mean = 2, .weight = 3, .shape = 1, .rate = 0.4}).variance == infinity);
}

void value_of_information() {
  const NormalGamma belief{.mean = 0.5, .weight = 3, .shape = 2, .rate = 0.4};
  assert(near(vpi(belief, 0.7, false), 0.0565016090, printed));
  assert(near(vpi(belief, 0.7, true), 0.2565016090, printed));
  assert(near(gaussian_vpi({0.5, 0.0025}, 0.45, true), 0.0041657735, printed));
  assert(near(gaussian_vpi({0.45, 0.0025}, 0.5, false), 0.0041657735, printed));

  for (const double shape : {0.6, 1.0, 2.0, 7.3, 60.0, 4000.0}) {
    for (const double threshold : {-1.0, 0.2, 0.5, 0.7, 3.0}) {
      const NormalGamma b{.mean = 0.5, .weight = 3, .shape = shape, .rate = 0.2 * shape};
      const double scale = std::sqrt(0.2 / 3);
      for (const bool best : {false, true}) {
        // The gain y over the threshold, upwards or downwards.
        const double expected = integral([&](double y) {
          const double x = best ? threshold - y : threshold + y;
          return y * student_density((x - b.mean) / scale, 2 * shape) / scale;
        });
        assert(near(vpi(b, threshold, best), expected, 1e-10));
        const double normal = integral([&](double y) {
          const double x = best ? threshold - y : threshold + y;
          return y * normal_density((x - b.mean) / scale) / scale;
        });
        assert(near(gaussian_vpi({0.5, scale * scale}, threshold, best), normal, 1e-10));
      }
    }
  }
  // Far off there is nothing to learn, or all of the distance; never less than nothing.
  assert(gaussian_vpi({0.5, 1e-4}, 0.9, false) >= 0);
  assert(near(gaussian_vpi({0.5, 1e-4}, 0.9, true), 0.4, exact));
  for (const double far : {1e3, 1e100, 1e250}) {
    const double nothing = vpi({.mean = 0, .weight = 1, .shape = 50, .rate = 50}, far, false);
    assert(nothing >= 0 && nothing < exact);
  }
  // Certain values, and a belief too vague to have an expectation.
  assert(near(gaussian_vpi({0.5, 0}, 0.4, false), 0.1, exact));
  assert(gaussian_vpi({0.5, 0}, 0.4, true) == 0 && gaussian_vpi({0.5, 0}, 0.5, false) == 0);
  const NormalGamma certain{.mean = 0.5, .weight = 1, .shape = 0.5, .rate = 0};
  assert(near(vpi(certain, 0.4, false), 0.1, exact) && vpi(certain, 0.4, true) == 0);
  assert(vpi({.mean = 0.5, .weight = 1, .shape = 0.5, .rate = 1}, 0.4, true) == infinity);
}

void extremes_of_two() {
  const Moments x{0.5, 0.01};
  const Moments y{0.4, 0.01};
  for (const Moments& greater : {maximum(x, y), maximum(y, x)}) {
    assert(near(greater.mean, 0.5199641228, printed));
    assert(near(greater.variance, 0.0076050215, printed));
  }
  // Clark's formulas as printed, and min(x, y) + max(x, y) = x + y.
  for (const double mean : {-0.7, 0.1, 0.5, 0.8, 3.0}) {
    for (const double variance : {0.0, 1e-4, 0.02, 1.0}) {
      const Moments other{mean, variance};
      const double deviation = std::sqrt(x.variance + variance);
      const double a = (x.mean - mean) / deviation;
      const double density = deviation * normal_density(a);
      const double first = x.mean * normal_cdf(a) + mean * normal_cdf(-a) + density;
      const double second = (x.mean * x.mean + x.variance) * normal_cdf(a) +
                            (mean * mean + variance) * normal_cdf(-a) + (x.mean + mean) * density;
      const Moments greater = maximum(x, other);
      assert(near(greater.mean, first, exact));
      assert(near(greater.variance, second - first * first, exact));
      assert(near(minimum(x, other).mean + greater.mean, x.mean + mean, exact));
    }
  }
  const Moments smaller = minimum(x, y);
  assert(near(smaller.mean, 0.9 - 0.5199641228, printed));
  assert(near(smaller.variance, 0.0076050215, printed));
  assert(maximum({0.3, 0}, {0.6, 0}).mean == 0.6 && maximum({0.3, 0}, {0.6, 0}).variance == 0);
  assert(minimum({0.3, 0}, {0.6, 0}).mean == 0.3 && maximum({0.3, 0}, {0.3, 0}).mean == 0.3);
  // Around a large mean no digits are lost.
  assert(near(maximum({1e6 + 0.5, 0.01}, {1e6 + 0.4, 0.01}).variance, 0.0076050215, 1e-9));
}

void extremes_of_many() {
  std::array<double, 4> chances{};
  const std::array<Moments, 4> values{{{0.5, 0.01}, {0.4, 0.01}, {0.55, 0.002}, {0.1, 0.0025}}};
  const std::span<const Moments> all(values);

  const Moments alone = maximum(all.first(1), chances);
  assert(alone.mean == 0.5 && alone.variance == 0.01 && chances[0] == 1);
  const Moments two = maximum(all.first(2), chances);
  assert(two.mean == maximum(values[0], values[1]).mean);
  const double first = normal_cdf(0.1 / std::sqrt(0.02));
  assert(near(chances[0], first, exact) && near(chances[1], 1 - first, exact));

  // All four, against 400,000 draws: their standard errors are below 0.001 in the chances and
  // 0.0002 in the mean, and what remains is the error of matching the moments.
  const Moments four = maximum(all, chances);
  assert(near(chances[0] + chances[1] + chances[2] + chances[3], 1, exact));
  constexpr int n = 400'000;
  std::array<double, 4> share{};
  Moments drawn;
  Rng rng(3);
  for (int i = 0; i < n; ++i) {
    std::array<double, 4> draws;
    for (std::size_t k = 0; k < 4; ++k)
      draws[k] = values[k].mean + std::sqrt(values[k].variance) * sample_normal(rng);
    const auto greatest = std::max_element(draws.begin(), draws.end());
    share[static_cast<std::size_t>(greatest - draws.begin())] += 1.0 / n;
    drawn.mean += *greatest / n;
    drawn.variance += (*greatest - four.mean) * (*greatest - four.mean) / n;
  }
  assert(near(four.mean, drawn.mean, 0.002) && near(four.variance, drawn.variance, 0.0005));
  for (std::size_t k = 0; k < 4; ++k) assert(near(chances[k], share[k], 0.03));

  // Certain values: the greatest takes all, equals share.
  const std::array<Moments, 4> points{{{0.2, 0}, {0.7, 0}, {0.7, 0}, {0.7, 0}}};
  const Moments greatest = maximum(points, chances);
  assert(greatest.mean == 0.7 && greatest.variance == 0 && chances[0] == 0);
  for (std::size_t k = 1; k < 4; ++k) assert(near(chances[k], 1.0 / 3, exact));
  maximum(std::array<Moments, 4>{{{0.2, 0}, {0.2, 0}, {0.7, 0}, {0.7, 0}}}, chances);
  assert(chances[0] == 0 && chances[1] == 0 && chances[2] == 0.5 && chances[3] == 0.5);
}

void draws_of_normal_gamma_student() {
  assert(has_moments({0, 1}, 3, sample_normal));
  assert(has_cdf({-2, -0.5, 0, 1, 2.5}, sample_normal, normal_cdf));
  for (const double shape : {0.1, 0.7, 1.0, 2.5, 300.0})
    assert(has_moments({shape, shape}, 3 + 6 / shape,
                       [&](Rng& rng) { return sample_gamma(shape, rng); }));
  assert(has_cdf(
      {0.01, 0.3, 1, 4}, [](Rng& rng) { return sample_gamma(1, rng); },
      [](double x) { return 1 - std::exp(-x); }));
  assert(has_cdf(
      {0.001, 0.2, 1, 3}, [](Rng& rng) { return sample_gamma(0.5, rng); },
      [](double x) { return std::erf(std::sqrt(x)); }));
  assert(has_moments({0, 9.0 / 7}, 3 + 6.0 / 5, [](Rng& rng) { return sample_student(9, rng); }));
  for (const double degrees : {0.7, 3.0, 1e7})
    assert(has_cdf(
        {-3, -0.4, 0.1, 2}, [&](Rng& rng) { return sample_student(degrees, rng); },
        [&](double x) { return student_cdf(x, degrees); }));
}

void draws_of_beliefs() {
  // The kurtosis of a bounded value near the middle is below 4.
  std::array<float, 11> counts;
  counts.fill(0.5F);
  counts[4] += 3;
  counts[9] += 2;
  const auto levels = [&](Rng& rng) { return sample_dirichlet(counts, rng); };
  assert(has_moments(dirichlet(counts), 4, levels));
  assert(has_moments(beta(0.4, 0.6), 4, [](Rng& rng) { return sample_beta(0.4, 0.6, rng); }));
  assert(has_cdf(
      {0.1, 0.5, 0.9}, [](Rng& rng) { return sample_beta(2, 1, rng); },
      [](double x) { return x * x; }));
  // Beta(2, 1) has density 2x, so the gain over a threshold t is 2/3 - t + t^3 / 3, with a standard
  // error below 0.001 in 200,000 draws.
  double gain = 0;
  Rng rng(5);
  for (int i = 0; i < 200'000; ++i)
    gain += std::max(0.0, sample_dirichlet(std::array<float, 2>{1, 2}, rng) - 0.5) / 200'000;
  assert(near(gain, 2.0 / 3 - 0.5 + 0.125 / 3, 0.002));
  // Counts so small that gamma draws underflow leave all the weight at one level.
  const std::array<float, 3> tiny{1e-5F, 0, 3e-5F};
  assert(has_moments(dirichlet(tiny), 4, [&](Rng& r) { return sample_dirichlet(tiny, r); }));
  Rng certain(1);
  assert(near(sample_dirichlet(std::array<float, 3>{0, 4, 0}, certain), 0.5, exact));

  const NormalGamma belief{.mean = 0.5, .weight = 3, .shape = 4, .rate = 0.4};
  assert(has_moments(of_mean(belief), 3 + 6.0 / 4, [&](Rng& r) { return sample_mean(belief, r); }));
  assert(sample_mean({.mean = 0.5, .weight = 3, .shape = 4, .rate = 0}, rng) == 0.5);
}

// A fingerprint: the same seed draws the same on every machine.
void a_seed_decides_every_draw() {
  Rng rng(1);
  const std::array<float, 3> counts{0.5F, 1, 2};
  const double draws[] = {sample_normal(rng), sample_gamma(2.5, rng), sample_student(4, rng),
                          sample_beta(2, 3, rng), sample_dirichlet(counts, rng)};
  const double expected[] = {-1.0298310984684402, 2.4750560858373625, -0.78525233962533159,
                             0.7613330451129765, 0.85727035134776153};
  for (std::size_t i = 0; i < std::size(draws); ++i) assert(near(draws[i], expected[i], exact));
}

}  // namespace

int main() {
  dirichlet_moments();
  student_distribution();
  normal_gamma_posterior();
  value_of_information();
  extremes_of_two();
  extremes_of_many();
  draws_of_normal_gamma_student();
  draws_of_beliefs();
  a_seed_decides_every_draw();
  std::puts("bayes: ok");
}
