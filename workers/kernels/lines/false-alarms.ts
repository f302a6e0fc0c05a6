/** ln Γ(x) for x > 0 by Lanczos' series (1964), g = 5, n = 6; error under 2e-10. */
function logGamma(x: number): number {
  const c = [
    76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2,
    -0.5395239384953e-5,
  ]
  let sum = 1.000000000190015
  for (let k = 0; k < c.length; k++) sum += c[k]! / (x + 1 + k)
  const t = x + 5.5
  return (x + 0.5) * Math.log(t) - t + Math.log((2.5066282746310007 * sum) / x)
}

/** ln of a sum of two values given as logarithms. */
function logAdd(a: number, b: number): number {
  const high = Math.max(a, b)
  return high + Math.log1p(Math.exp(Math.min(a, b) - high))
}

/**
 * −log10 of the expected number of accidental finds (Desolneux, Moisan, Morel 2000): how often chance alone would
 * bring `k` or more of `n` independent pixels into agreement of probability `p`, in any of 10^`logTests` places.
 * Above 0 a find is meaningful.
 */
export function meaning(n: number, k: number, p: number, logTests: number): number {
  if (n === 0 || k === 0) return -logTests
  const lp = Math.log(p)
  const lq = Math.log(1 - p)
  let term = logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1) + k * lp + (n - k) * lq
  let tail = term
  for (let i = k + 1; i <= n; i++) {
    term += Math.log((n - i + 1) / i) + lp - lq
    tail = logAdd(tail, term)
    // What is left is a falling geometric series; below this it cannot show.
    if (term < tail - 30) break
  }
  return -tail / Math.LN10 - logTests
}
