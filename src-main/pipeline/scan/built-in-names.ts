/**
 * Tells names that no built-in rule is about, which are nearly all, in a fraction of the time that matching takes. The
 * built-in rules consist of plain characters, `*` and sets, and none is about a path.
 */
import { DEFAULT_IGNORES } from './default-ignores.ts';

/** Those that only a name with this ending has. */
const ENDING = /^\*\.(?<ending>[^.*[\]\\]+)$/;

const PATTERNS = DEFAULT_IGNORES.filter(({ pattern }) => !pattern.startsWith('!')).map(
  ({ pattern }) => pattern.replace(/\/$/, ''),
);
const ENDINGS: ReadonlySet<string> = new Set(
  PATTERNS.flatMap((pattern) => ENDING.exec(pattern)?.groups?.['ending'] ?? []),
);
/** By the first character of the name. */
const BEGINNINGS = groupedBy(
  PATTERNS.filter((pattern) => !pattern.startsWith('*')),
  (pattern) => /^(?:\[(?<set>[^\]]*)\]|\\?(?<plain>.))/.exec(pattern),
);
/** By its last one: what begins with anything and has no ending of its own. */
const OTHERS = groupedBy(
  PATTERNS.filter((pattern) => pattern.startsWith('*') && !ENDING.test(pattern)),
  (pattern) => /(?:\[(?<set>[^\]]*)\]|(?<plain>.))$/.exec(pattern),
);

/** False: no built-in rule leaves out what has this name. */
export function mayBeBuiltIn(name: string): boolean {
  return (
    BEGINNINGS.get(name.charAt(0))?.test(name) === true ||
    ENDINGS.has(name.slice(name.lastIndexOf('.') + 1)) ||
    OTHERS.get(name.charAt(name.length - 1))?.test(name) === true
  );
}

/** `find`: the set of characters, or the plain one, by which a pattern is found. */
function groupedBy(
  patterns: readonly string[],
  find: (pattern: string) => RegExpExecArray | null,
): ReadonlyMap<string, RegExp> {
  const groups = new Map<string, string[]>();
  for (const pattern of patterns) {
    const { set, plain = '' } = find(pattern)?.groups ?? {};
    for (const character of set ?? plain) {
      groups.set(character, [...(groups.get(character) ?? []), nameSource(pattern)]);
    }
  }
  return new Map(
    [...groups].map(([character, sources]) => [
      character,
      new RegExp(`^(?:${sources.join('|')})$`),
    ]),
  );
}

/** A pattern for one name as the source of a regular expression. */
function nameSource(pattern: string): string {
  return pattern.replaceAll(
    /\\(.)|(\[[^\]]*\])|(\*)|([^\w\s])/g,
    (_all, escaped, set, star, other) => {
      if (set !== undefined) return set;
      return star === undefined ? `\\${escaped ?? other}` : '[^/]*';
    },
  );
}
