/**
 * Patterns of file names that a person writes, or has made from an example: `peaks_{run}.csv`. A part in braces stands
 * for one character or more, `*` for any, `?` for one. Pure. No regular expressions: what a person types must not be
 * able to stop the program, so the work for a name has an end, and a pattern that needs more is called vague.
 */

import { assertNever } from '../result.ts';

/** The values of the parts in braces, for one way to read a name. */
export type Parts = ReadonlyMap<string, string>;

type Token =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'part'; readonly name: string }
  | { readonly is: 'any' }
  | { readonly is: 'one' };

const TOKEN = /\{([^{}]*)\}|[*?]|[^{}*?]+|[{}]/g;
const PART_NAME = /^[\p{L}\p{N}_-]{1,40}$/u;
const MOST_STEPS = 20_000;
const MOST_READINGS = 50;
const LONGEST_NAME = 255;

export interface NamePattern {
  readonly tokens: readonly Token[];
  /** Names of its parts, each once. */
  readonly parts: readonly string[];
}

/** Null for what is no pattern: a brace without its other half, or a part without a name. */
export function readPattern(text: string): NamePattern | null {
  const tokens: Token[] = [];
  for (const [whole, name] of text.trim().matchAll(TOKEN)) {
    if (whole === '*') tokens.push({ is: 'any' });
    else if (whole === '?') tokens.push({ is: 'one' });
    else if (whole === '{' || whole === '}') return null;
    else if (name === undefined) tokens.push({ is: 'text', text: whole });
    else if (PART_NAME.test(name)) tokens.push({ is: 'part', name });
    else return null;
  }
  if (tokens.length === 0) return null;
  const parts = new Set(tokens.flatMap((token) => (token.is === 'part' ? [token.name] : [])));
  return { tokens, parts: [...parts] };
}

/** Every way to read a name by a pattern, none twice; `vague` when there are too many, or finding them takes too long. */
export function readName({ tokens }: NamePattern, name: string): readonly Parts[] | 'vague' {
  if (name.length > LONGEST_NAME) return [];
  const readings = new Map<string, Parts>();
  let steps = 0;
  /** False to give up. */
  const read = (index: number, at: number, parts: Parts): boolean => {
    steps += 1;
    if (steps > MOST_STEPS || readings.size > MOST_READINGS) return false;
    const token = tokens[index];
    if (token === undefined) {
      if (at === name.length) readings.set(JSON.stringify([...parts]), parts);
      return true;
    }
    switch (token.is) {
      case 'text':
        return !name.startsWith(token.text, at) || read(index + 1, at + token.text.length, parts);
      case 'one':
        return at === name.length || read(index + 1, at + 1, parts);
      case 'any':
        return each(at, (end) => read(index + 1, end, parts));
      case 'part': {
        const known = parts.get(token.name);
        if (known !== undefined) {
          return !name.startsWith(known, at) || read(index + 1, at + known.length, parts);
        }
        return each(at + 1, (end) =>
          read(index + 1, end, new Map([...parts, [token.name, name.slice(at, end)]])),
        );
      }
      default:
        return assertNever(token);
    }
  };
  const each = (from: number, go: (end: number) => boolean): boolean => {
    for (let end = from; end <= name.length; end += 1) if (!go(end)) return false;
    return true;
  };
  return read(0, 0, new Map()) ? [...readings.values()] : 'vague';
}

/** The name that a pattern without `*` and `?` gives; null when a part is missing. */
export function fillPattern({ tokens }: NamePattern, parts: Parts): string | null {
  let name = '';
  for (const token of tokens) {
    const text =
      token.is === 'text' ? token.text : token.is === 'part' ? parts.get(token.name) : null;
    if (text == null) return null;
    name += text;
  }
  return name;
}

export interface PatternPair {
  /** For the names of secondary files. */
  readonly pattern: string;
  /** For the names of their primary files. */
  readonly primary: string;
}

/**
 * The patterns that an example shows: what both names have in common, apart from their endings, is the part that
 * changes from file to file. Null when they have nothing in common, or braces.
 */
export function patternsOf(secondary: string, primary: string): PatternPair | null {
  if (/[{}*?]/.test(secondary + primary)) return null;
  const common = longestCommon(stemOf(secondary), stemOf(primary));
  const [, kept = ''] = /^[^\p{L}\p{N}]*(.*?)[^\p{L}\p{N}]*$/u.exec(common) ?? [];
  if (kept === '') return null;
  const withPart = (name: string) => name.replace(kept, () => '{name}');
  return { pattern: withPart(secondary), primary: withPart(primary) };
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The first of the longest. */
function longestCommon(one: string, other: string): string {
  let best = '';
  let before: readonly number[] = [];
  for (let row = 0; row < one.length; row += 1) {
    const lengths: number[] = [];
    for (let column = 0; column < other.length; column += 1) {
      const length = one[row] === other[column] ? (before[column - 1] ?? 0) + 1 : 0;
      lengths.push(length);
      if (length > best.length) best = one.slice(row + 1 - length, row + 1);
    }
    before = lengths;
  }
  return best;
}
