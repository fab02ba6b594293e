/**
 * What can be said in plain words about the data of a certificate, whose shape nobody has written down: the few names
 * that the service documents, and whether a fingerprint of the file is in it. Pure.
 */

/** Names that the service documents, wherever they stand. */
export const KNOWN_NAMES = ['FileHash', 'JsonCid', 'FileLinkStore'] as const;
export type KnownName = (typeof KNOWN_NAMES)[number];

export interface KnownFact {
  readonly name: KnownName;
  readonly value: string;
}

const MOST_DEPTH = 20;

/** The first value of each known name, from the outside in. */
export function knownFacts(data: unknown): readonly KnownFact[] {
  const found = new Map<KnownName, string>();
  let level: readonly unknown[] = [data];
  for (let depth = 0; depth < MOST_DEPTH && level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const [key, inner] of Object.entries(value)) {
        const name = KNOWN_NAMES.find((each) => each === key);
        if (name !== undefined && typeof inner === 'string' && !found.has(name)) {
          found.set(name, inner);
        }
        next.push(inner);
      }
    }
    level = next;
  }
  return KNOWN_NAMES.flatMap((name) => {
    const value = found.get(name);
    return value === undefined ? [] : [{ name, value }];
  });
}

/** Whether the text names this fingerprint, in letters of any case. */
export function namesFingerprint(text: string, hex: string): boolean {
  return text.toLowerCase().includes(hex.toLowerCase());
}
