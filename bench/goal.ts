/** What a goal asks for and what became of it, in words. */
import { judgeBudget, unitOf, type Budget, type Result } from './contest.ts';
import { quantityWords } from './quantity.ts';

const FIGURE_WORDS: Readonly<Record<string, string>> = {
  wallMs: 'wall',
  cpuMs: 'processor',
  peakBytes: 'peak memory',
};

export function figureWords(figure: string): string {
  return FIGURE_WORDS[figure] ?? figure;
}

/** `labseal: processor ≤ 1.10 × curl + sha256sum`; it is also the name of the goal. */
export function goalWords(budget: Budget, results: readonly Result[]): string {
  const { ours, figure = 'wallMs', than, plus, atMost } = budget;
  const asked = figure === 'wallMs' ? ours : `${ours}: ${figureWords(figure)}`;
  const beside = plus === undefined ? '' : ` + ${plus}`;
  if (than === undefined) {
    return `${asked} ≤ ${quantityWords({ value: atMost, unit: unitOf(results, figure) })}${beside}`;
  }
  const others = [than].flat();
  const theirs = others.length === 1 ? others[0] : `the larger of ${others.join(' and ')}`;
  return `${asked} ≤ ${atMost.toFixed(2)} × ${theirs}${beside}`;
}

export interface Outcome {
  readonly state: 'met' | 'missed' | 'not measured';
  /** Empty when it was not measured. */
  readonly measured: string;
  /** By how much of the limit it is missed; empty when it is not. */
  readonly surplus: string;
}

/** For a goal that names peers the ratio, with as much of it as belongs to them; otherwise the figure itself. */
export function outcomeOf(budget: Budget, results: readonly Result[]): Outcome {
  const verdict = judgeBudget(budget, results);
  if (verdict === null) return { state: 'not measured', measured: '', surplus: '' };
  const { measured, limit, isMet } = verdict;
  const unit = unitOf(results, budget.figure ?? 'wallMs');
  const state = isMet ? 'met' : 'missed';
  const surplus =
    isMet || limit === 0 ? '' : ` (${((measured / limit - 1) * 100).toFixed(0)} % too much)`;
  if (budget.than === undefined || budget.plus !== undefined) {
    const of = budget.plus === undefined ? '' : ` of ${quantityWords({ value: limit, unit })}`;
    return { state, measured: `${quantityWords({ value: measured, unit })}${of}`, surplus };
  }
  const ratio = ((measured / limit) * budget.atMost).toFixed(2);
  return { state, measured: `× ${ratio}`, surplus };
}
