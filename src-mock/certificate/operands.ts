/** Numbers as a PDF has them before an operator: without exponents, to a thousandth of a point. */
export function operands(...values: readonly number[]): string {
  return values.map((value) => Math.round(value * 1_000) / 1_000).join(' ');
}
