// What do I believe of a value? Conjugate posteriors of an expected reward: their moments, one draw
// from them, what perfect information of them is worth, and how they combine at a node that
// somebody maximises or minimises.
//
// Nothing here allocates, throws or keeps state: these functions run inside the search loop. Draws
// take their numbers from the Rng alone, never from the distributions of std, whose sequences
// differ between libraries. Arguments outside of what a comment allows give meaningless numbers.
#pragma once

#include <span>

#include "engine/random.hpp"

namespace otherminds::bayes {

struct Moments {
  double mean = 0.0;
  double variance = 0.0;

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.mean, self.variance);
  }
};

// The standard normal distribution.
double normal_density(double x);
double normal_cdf(double x);

// Student's t distribution, degrees > 0; the cdf is right to 1e-12.
double student_density(double x, double degrees);
double student_cdf(double x, double degrees);

// --- Draws --------------------------------------------------------------------------------------

// Standard normal, by the polar method (Marsaglia and Bray 1964). The second number of the pair is
// thrown away: to keep it would be state outside of the Rng.
double sample_normal(Rng& rng);

// Gamma with shape > 0 and rate 1 (Marsaglia and Tsang 2000). A tiny shape may underflow to 0.
double sample_gamma(double shape, Rng& rng);

// Student's t, degrees > 0, by the polar method (Bailey 1994): no gamma draw is needed.
double sample_student(double degrees, Rng& rng);

// --- Rewards in [0, 1] --------------------------------------------------------------------------

// Rewards fall on K >= 2 levels k / (K - 1) with unknown chances theta ~ Dirichlet(counts). The
// counts hold the prior and one for each reward seen; none is negative, their sum is positive.
// These are the moments of the expected reward q = sum of theta_k k / (K - 1), not those of one
// reward.
Moments dirichlet(std::span<const float> counts);
double sample_dirichlet(std::span<const float> counts, Rng& rng);

// The chance of a reward of 1, after a of them and b rewards of 0, prior included; the Dirichlet of
// two levels.
Moments beta(double a, double b);
double sample_beta(double a, double b, Rng& rng);

// --- Rewards without bounds ---------------------------------------------------------------------

// Rewards are Normal(mu, 1 / tau), tau ~ Gamma(shape, rate) and mu | tau ~ Normal(mean,
// 1 / (weight tau)) (Dearden, Friedman and Russell 1998). So mu is Student's t with 2 shape degrees
// of freedom around the mean, of scale sqrt(rate / (weight shape)). A rate of 0 is certainty: mu is
// the mean.
struct NormalGamma {
  double mean;
  double weight;
  double shape;
  double rate;
};

// The belief after n rewards of this sum and sum of squares; n = 0 leaves the prior.
NormalGamma posterior(NormalGamma prior, double n, double total, double squares);

// The moments of mu. With shape <= 1 the variance is infinite, unless the rate is 0.
Moments of_mean(const NormalGamma& belief);

double sample_mean(const NormalGamma& belief, Rng& rng);

// --- The value of perfect information -----------------------------------------------------------

// What learning the true value of an action gains, in expectation (Dearden, Friedman and Russell
// 1998). For the best action the threshold is the mean of the second best, and E[(threshold - q)+]
// is gained where the action proves worse than that; for any other it is the mean of the best, and
// the gain is E[(q - threshold)+]. Never negative.

// In closed form for mu. With shape <= 1/2 the expectation is infinite, unless the rate is 0.
double vpi(const NormalGamma& belief, double threshold, bool best);

// The same for a value taken as normal, which costs one exp and one erfc.
double gaussian_vpi(Moments value, double threshold, bool best);

// --- Extremes -----------------------------------------------------------------------------------

// The greater and the smaller of two independent normal values, matched to a normal one by its
// first two moments (Clark 1961).
Moments maximum(Moments x, Moments y);
Moments minimum(Moments x, Moments y);

// The greatest of at least one value, folded from the first to the last, so that it depends a
// little on their order. Fills chances (as many) with each value's chance of being the greatest;
// they sum to 1, and equal certain values share. A value's chance is that it beats the folded
// maximum before it and that no later value beats the maximum then: one cdf a value, and nearer to
// the truth than the normalised products over all pairs, which are not independent.
Moments maximum(std::span<const Moments> values, std::span<double> chances);

}  // namespace otherminds::bayes
