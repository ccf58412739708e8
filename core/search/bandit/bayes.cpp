#include "search/bandit/bayes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <utility>

namespace otherminds::bayes {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double positive(double x) { return std::max(0.0, x); }

// Gamma(x + 1/2) / Gamma(x), x > 0: the only gamma functions that Student's t needs. As a ratio it
// keeps its digits where the difference of two log-gammas of a large x would not; and the C
// library's lgamma writes a global. The series is that of the logarithm, with the coefficients
// (2^-k - 2) B_{k+1} / (k (k + 1)); it is good to 1e-15 from 16 on, where the recurrence leads.
double gamma_ratio(double x) {
  double factor = 1.0;
  for (; x < 16.0; x += 1.0) factor *= x / (x + 0.5);
  const double y = 1.0 / x;
  const double y2 = y * y;
  const double series =
      y * (-1.0 / 8 + y2 * (1.0 / 192 + y2 * (-1.0 / 640 + y2 * (17.0 / 14336 - y2 * 31 / 18432))));
  return factor * std::sqrt(x) * std::exp(series);
}

// I_x(a, b) B(a, b) / (x^a y^b) for y = 1 - x, the incomplete beta function without its power: the
// continued fraction of DiDonato and Morris (1992), which takes y apart from x and so loses nothing
// where x is nearly 1, by the modified Lentz method (Thompson and Barnett 1986).
double beta_fraction(double a, double b, double x, double y) {
  constexpr double tiny = 1e-300;
  constexpr double precision = 1e-15;
  const double lambda = a * y - b * x;
  double fraction = a * (lambda + 1.0) / (a + 1.0);
  double c = fraction;
  double d = 0.0;
  // The bound is only for arguments that are not numbers.
  for (int n = 1; n < 10'000; ++n) {
    const double odd = a + 2 * n;
    const double over = n * (b - n) * x / (odd - 1.0);
    const double alpha = (a + n - 1.0) * (a + b + n - 1.0) / (odd - 1.0) * x * over;
    const double beta = n + over + (a + n) * (lambda + 1.0 + n * (1.0 + y)) / (odd + 1.0);
    d = beta + alpha * d;
    d = 1.0 / (d == 0.0 ? tiny : d);
    c = beta + alpha / c;
    if (c == 0.0) c = tiny;
    fraction *= c * d;
    if (std::abs(c * d - 1.0) < precision) break;
  }
  return 1.0 / fraction;
}

// Student's density without its power: the height at 0.
double student_height(double degrees) {
  return gamma_ratio(0.5 * degrees) / std::sqrt(degrees * std::numbers::pi);
}

// P(T > x) for x >= 0, half of I(degrees / 2, 1/2) at 1 / (1 + x^2 / degrees). The power that the
// fraction leaves out is x times the density. The complement, from the centre, loses digits far
// out and the tail costs steps near the centre: for more than one degree of freedom this bound
// keeps both below 35 steps.
double student_tail(double x, double degrees) {
  const double front = 0.5 * x * student_density(x, degrees);
  const double centre = degrees / (degrees + x * x);
  const double off = 1.0 / (1.0 + degrees / (x * x));
  if (x > 2.5) return front * beta_fraction(0.5 * degrees, 0.5, centre, off);
  return 0.5 - front * beta_fraction(0.5, 0.5 * degrees, off, centre);
}

double scale_of_mean(const NormalGamma& belief) {
  return std::sqrt(belief.rate / (belief.weight * belief.shape));
}

// A point in the unit disc, its centre left out: the start of both polar methods.
struct DiscPoint {
  double x;
  double square;  // of its distance from the centre, uniform in (0, 1)
};

DiscPoint sample_disc(Rng& rng) {
  for (;;) {
    const double x = 2.0 * rng.unit() - 1.0;
    const double y = 2.0 * rng.unit() - 1.0;
    const double square = x * x + y * y;
    if (square > 0.0 && square < 1.0) return {x, square};
  }
}

// A draw of sum theta_k k / (K - 1) by the gamma construction of theta.
template <class Count>
double sample_levels(std::span<const Count> counts, Rng& rng) {
  double sum = 0.0;
  double weighted = 0.0;
  double count = 0.0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (!(counts[k] > 0)) continue;
    const double draw = sample_gamma(counts[k], rng);
    sum += draw;
    weighted += draw * static_cast<double>(k);
    count += counts[k];
  }
  const auto top = static_cast<double>(counts.size() - 1);
  if (sum > 0.0) return weighted / (sum * top);
  // All draws underflowed. Those of tiny counts are exp(-E / count_k) with exponential E, so one
  // level has all the weight, and as E has no memory it is level k with chance count_k / count.
  double rest = rng.unit() * count;
  std::size_t last = 0;
  for (std::size_t k = 0; k < counts.size() && rest >= 0.0; ++k) {
    if (!(counts[k] > 0)) continue;
    rest -= counts[k];
    last = k;
  }
  return static_cast<double>(last) / top;
}

// The maximum of two values, and the chance that it is the first.
std::pair<Moments, double> greater(Moments x, Moments y) {
  const bool swapped = x.mean < y.mean;
  if (swapped) std::swap(x, y);
  const double deviation = std::sqrt(x.variance + y.variance);
  const double ahead = x.mean - y.mean;
  if (deviation == 0.0) return {x, ahead > 0.0 ? (swapped ? 0.0 : 1.0) : 0.5};
  const double a = ahead / deviation;
  const double second = normal_cdf(-a);
  // Clark's moments around the greater mean, where nothing large cancels: with the gain
  // E[(y - x)+], the second moment is that of the mixture less ahead * gain.
  const double gain = positive(deviation * normal_density(a) - ahead * second);
  const double variance = x.variance + (y.variance - x.variance) * second - gain * (ahead + gain);
  return {{x.mean + gain, positive(variance)}, swapped ? second : 1.0 - second};
}

}  // namespace

double normal_density(double x) {
  constexpr double height = std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  return height * std::exp(-0.5 * x * x);
}

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

double student_density(double x, double degrees) {
  return student_height(degrees) * std::exp(-0.5 * (degrees + 1.0) * std::log1p(x * x / degrees));
}

double student_cdf(double x, double degrees) {
  return x < 0.0 ? student_tail(-x, degrees) : 1.0 - student_tail(x, degrees);
}

double sample_normal(Rng& rng) {
  const auto [x, square] = sample_disc(rng);
  return x * std::sqrt(-2.0 * std::log(square) / square);
}

double sample_gamma(double shape, Rng& rng) {
  if (shape < 1.0) {
    const double power = std::log(1.0 - rng.unit()) / shape;
    return sample_gamma(shape + 1.0, rng) * std::exp(power);
  }
  const double d = shape - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  for (;;) {
    const double x = sample_normal(rng);
    const double root = 1.0 + c * x;
    if (root <= 0.0) continue;
    const double v = root * root * root;
    const double u = rng.unit();
    const double x2 = x * x;
    // The first test spares the logarithms nearly always.
    if (u < 1.0 - 0.0331 * x2 * x2 || std::log(u) < 0.5 * x2 + d * (1.0 - v + std::log(v)))
      return d * v;
  }
}

double sample_student(double degrees, Rng& rng) {
  const auto [x, square] = sample_disc(rng);
  // sqrt(degrees (square^(-2 / degrees) - 1) / square): sample_normal's, as the degrees grow.
  return x * std::sqrt(degrees * std::expm1(-2.0 / degrees * std::log(square)) / square);
}

Moments dirichlet(std::span<const float> counts) {
  double count = 0.0;
  double first = 0.0;
  double second = 0.0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const auto level = static_cast<double>(k);
    const double weight = counts[k];
    count += weight;
    first += weight * level;
    second += weight * level * level;
  }
  const auto top = static_cast<double>(counts.size() - 1);
  const double mean = first / count;
  const double spread = positive(second / count - mean * mean);
  return {mean / top, spread / (top * top * (count + 1.0))};
}

double sample_dirichlet(std::span<const float> counts, Rng& rng) {
  return sample_levels(counts, rng);
}

Moments beta(double a, double b) {
  const double count = a + b;
  const double mean = a / count;
  return {mean, mean * (b / count) / (count + 1.0)};
}

double sample_beta(double a, double b, Rng& rng) {
  const double counts[] = {b, a};
  return sample_levels<double>(counts, rng);
}

NormalGamma posterior(NormalGamma prior, double n, double total, double squares) {
  if (n == 0.0) return prior;
  const double weight = prior.weight + n;
  const double mean = total / n;
  const double shift = mean - prior.mean;
  const double spread = positive(squares - total * mean);  // rounding may leave less than none
  return {.mean = (prior.weight * prior.mean + total) / weight,
          .weight = weight,
          .shape = prior.shape + 0.5 * n,
          .rate = prior.rate + 0.5 * (spread + n * prior.weight / weight * shift * shift)};
}

Moments of_mean(const NormalGamma& belief) {
  if (belief.rate == 0.0) return {belief.mean, 0.0};
  if (belief.shape <= 1.0) return {belief.mean, infinity};
  return {belief.mean, belief.rate / (belief.weight * (belief.shape - 1.0))};
}

double sample_mean(const NormalGamma& belief, Rng& rng) {
  if (belief.rate == 0.0) return belief.mean;
  return belief.mean + scale_of_mean(belief) * sample_student(2.0 * belief.shape, rng);
}

double vpi(const NormalGamma& belief, double threshold, bool best) {
  // Both cases are E[(distance to the threshold)+], as t is symmetric.
  const double behind = best ? belief.mean - threshold : threshold - belief.mean;
  if (belief.rate == 0.0) return positive(-behind);
  if (belief.shape <= 0.5) return infinity;
  const double degrees = 2.0 * belief.shape;
  const double scale = scale_of_mean(belief);
  const double z = behind / scale;
  // (degrees + z^2) f(z) in one power, which cannot overflow.
  const double power = std::exp(-0.5 * (degrees - 1.0) * std::log1p(z * z / degrees));
  const double spread = student_height(degrees) * degrees / (degrees - 1.0) * power;
  return positive(scale * spread - behind * student_cdf(-z, degrees));
}

double gaussian_vpi(Moments value, double threshold, bool best) {
  const double ahead = best ? threshold - value.mean : value.mean - threshold;
  const double deviation = std::sqrt(value.variance);
  if (deviation == 0.0) return positive(ahead);
  const double u = ahead / deviation;
  return positive(deviation * normal_density(u) + ahead * normal_cdf(u));
}

Moments maximum(Moments x, Moments y) { return greater(x, y).first; }

Moments minimum(Moments x, Moments y) {
  const Moments negated = maximum({-x.mean, x.variance}, {-y.mean, y.variance});
  return {-negated.mean, negated.variance};
}

Moments maximum(std::span<const Moments> values, std::span<double> chances) {
  Moments greatest = values[0];
  chances[0] = 1.0;
  double certain = 1.0;  // how many certain values are the greatest so far, if that is certain
  for (std::size_t i = 1; i < values.size(); ++i) {
    const bool both_certain = greatest.variance + values[i].variance == 0.0;
    if (both_certain && values[i].mean == greatest.mean) {
      chances[i] = 1.0 / ++certain;  // equals share
      continue;
    }
    const auto [moments, earlier] = greater(greatest, values[i]);
    if (both_certain && earlier == 0.0) certain = 1.0;
    greatest = moments;
    chances[i] = 1.0 - earlier;
  }
  double later = 1.0;  // the chance that no later value is greater
  for (std::size_t i = values.size(); i-- > 0;) {
    const double beats_earlier = chances[i];
    chances[i] = beats_earlier * later;
    later *= 1.0 - beats_earlier;
  }
  return greatest;
}

}  // namespace otherminds::bayes
