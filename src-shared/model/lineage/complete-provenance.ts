/**
 * How many secondary files are given their primary files at once: a rule says which name belongs to which. Pure. It
 * never chooses between several files that fit: a person does.
 */
import { splitList } from '../files/assignment.ts';
import type { CitableFile } from './citable-file.ts';
import {
  fillPattern,
  readName,
  readPattern,
  type NamePattern,
  type Parts,
} from './name-pattern.ts';

export interface CitationRule {
  /** Of the names of secondary files: `peaks_{name}.csv`. */
  readonly pattern: string;
  /** The name of each of their primary files: `{name}.raw`. */
  readonly primaries: readonly string[];
  /** The procedures they cite: ids of the service, or local ids. */
  readonly procedures: readonly string[];
  readonly description: string;
  /** Separated by commas; empty: the labels stay as they are. */
  readonly labels: string;
}

export type RuleNames = Pick<CitationRule, 'pattern' | 'primaries'>;

export type RuleFault =
  | 'no-pattern'
  | 'bad-pattern'
  | 'no-primary'
  | 'bad-primary'
  /** A primary file is named by a part that the pattern does not have. */
  | 'unknown-part'
  | 'no-procedure'
  | 'no-description';

/** What keeps a rule from being followed; null when nothing does. */
export function checkRule(rule: CitationRule): RuleFault | null {
  const names = checkNames(rule);
  if (names !== null) return names;
  if (rule.procedures.length === 0) return 'no-procedure';
  return rule.description.trim() === '' ? 'no-description' : null;
}

/** The same without what every file is given alike: enough to look for primary files. */
export function checkNames({ pattern, primaries }: RuleNames): RuleFault | null {
  if (pattern.trim() === '') return 'no-pattern';
  const own = readPattern(pattern);
  if (own === null) return 'bad-pattern';
  if (primaries.length === 0) return 'no-primary';
  for (const text of primaries) {
    const primary = readPattern(text);
    const isName = primary?.tokens.every(({ is }) => is === 'text' || is === 'part');
    if (primary === null || isName !== true) return 'bad-primary';
    if (primary.parts.some((part) => !own.parts.includes(part))) return 'unknown-part';
  }
  return null;
}

/** One primary file that a rule asks for. */
export interface CitationSlot {
  /** Its name; several when the secondary file's name can be read in several ways. */
  readonly names: readonly string[];
  readonly found: readonly CitableFile[];
}

export type CompletionVerdict =
  /** Each slot has exactly one file. */
  | 'complete'
  /** A person has to choose. */
  | 'several'
  | 'none'
  /** Its name does not fit the pattern. */
  | 'no-match'
  /** The pattern fits in too many ways to be meant. */
  | 'vague';

export interface Completion {
  readonly verdict: CompletionVerdict;
  readonly slots: readonly CitationSlot[];
}

export type CitableByName = ReadonlyMap<string, readonly CitableFile[]>;

/** Primary files alone: others cannot be cited as primary data. */
export function citableByName(files: readonly CitableFile[]): CitableByName {
  return Map.groupBy(
    files.filter(({ fileType }) => fileType === 'primary'),
    ({ name }) => name,
  );
}

/** A rule that was read once, for many names; null for one that `checkNames` finds fault with. */
export function compileRule(
  rule: RuleNames,
): ((name: string, by: CitableByName) => Completion) | null {
  const pattern = checkNames(rule) === null ? readPattern(rule.pattern) : null;
  if (pattern === null) return null;
  const templates = rule.primaries.flatMap((text) => readPattern(text) ?? []);
  return (name, byName) => completeOne(name, pattern, templates, byName);
}

/** Whoever cites itself proves nothing: `name` is never its own primary file. */
function completeOne(
  name: string,
  pattern: NamePattern,
  templates: readonly NamePattern[],
  byName: CitableByName,
): Completion {
  const readings = readName(pattern, name);
  if (readings === 'vague') return { verdict: 'vague', slots: [] };
  if (readings.length === 0) return { verdict: 'no-match', slots: [] };
  const slots = templates.map((template) => slotOf(template, readings, name, byName));
  return { verdict: verdictOf(slots), slots };
}

function slotOf(
  template: NamePattern,
  readings: readonly Parts[],
  own: string,
  byName: CitableByName,
): CitationSlot {
  const names = [...new Set(readings.flatMap((parts) => fillPattern(template, parts) ?? []))];
  const found = names.filter((name) => name !== own).flatMap((name) => byName.get(name) ?? []);
  return { names, found };
}

function verdictOf(slots: readonly CitationSlot[]): CompletionVerdict {
  if (slots.some(({ found }) => found.length === 0)) return 'none';
  return slots.every(({ found }) => found.length === 1) ? 'complete' : 'several';
}

/** What a file is given. */
export interface GivenCitations {
  readonly primaries: readonly string[];
  readonly procedures: readonly string[];
  readonly description: string;
  readonly labels: string;
}

/**
 * What a file is given by a rule: `chosen` has, for each slot with several, the id that a person chose. Null while
 * something is still to be found or chosen.
 */
export function citationsBy(
  rule: CitationRule,
  { slots, verdict }: Completion,
  chosen: readonly (string | null)[] = [],
): GivenCitations | null {
  if (verdict === 'no-match' || verdict === 'vague') return null;
  const primaries = slots.map(({ found }, index) => {
    const wish = chosen[index] ?? null;
    if (found.length === 1) return found[0]?.id ?? null;
    return found.some(({ id }) => id === wish) ? wish : null;
  });
  const all = primaries.filter((id) => id !== null);
  if (all.length < primaries.length) return null;
  const { procedures, description, labels } = rule;
  return {
    primaries: [...new Set(all)],
    procedures,
    description,
    labels: splitList(labels).join(','),
  };
}

/**
 * What a file is given by the rules of its folder: only when one reading alone is possible. Several rules that say the
 * same count as one.
 */
export function citationsByRules(
  name: string,
  rules: readonly CitationRule[],
  byName: CitableByName,
): GivenCitations | null {
  const given = new Map<string, GivenCitations>();
  for (const rule of rules) {
    const completion = checkRule(rule) === null ? compileRule(rule)?.(name, byName) : undefined;
    if (completion === undefined || completion.verdict === 'no-match') continue;
    const own = completion.verdict === 'complete' ? citationsBy(rule, completion) : null;
    if (own === null) return null; // it is meant by this rule, and a person has to look
    given.set(JSON.stringify(own), own);
  }
  const [only, ...others] = given.values();
  return others.length === 0 ? (only ?? null) : null;
}
