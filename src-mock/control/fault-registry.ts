/** Which rules fire for a request. Deterministic: counters and seeded draws decide, never the clock. */
import { FaultRule, type FaultAction, type FaultPlace, type KeptFaultRule } from './fault-rules.ts';

interface Entry {
  readonly rule: KeptFaultRule;
  readonly draw: () => number;
  seen: number;
  fired: number;
}

export interface Circumstances {
  readonly place: FaultPlace;
  readonly method: string;
  readonly path: string;
}

export type FaultRegistry = ReturnType<typeof makeFaultRegistry>;

export function makeFaultRegistry() {
  const entries = new Map<string, Entry>();
  let lastNumber = 0;

  function nextId(): string {
    do lastNumber += 1;
    while (entries.has(`fault-${lastNumber}`));
    return `fault-${lastNumber}`;
  }

  return {
    /** Checks and adds; throws a ZodError that names what is wrong. Returns the rule's id. */
    add(given: FaultRule) {
      const parsed = FaultRule.parse(given);
      const rule = { ...parsed, id: parsed.id ?? nextId() };
      entries.set(rule.id, { rule, draw: seededDraw(rule.seed), seen: 0, fired: 0 });
      return rule.id;
    },
    /** False when there is no such rule. */
    remove: (id: string) => entries.delete(id),
    clear: () => entries.clear(),
    list: (): readonly KeptFaultRule[] => [...entries.values()].map(({ rule }) => rule),
    /** How often each rule fired, by id. */
    hits: (): Readonly<Record<string, number>> =>
      Object.fromEntries([...entries].map(([id, { fired }]) => [id, fired])),
    /** Counts one request, and returns the actions of the rules that fire for it, in the order of the rules. */
    decide: (circumstances: Circumstances): readonly FaultAction[] => {
      return [...entries.values()]
        .filter((entry) => fires(entry, circumstances))
        .map(({ rule }) => rule.do);
    },
  };
}

function fires(entry: Entry, { place, method, path }: Circumstances): boolean {
  const { endpoint, when, times, chance } = entry.rule;
  if (endpoint !== '*' && endpoint !== place) return false;
  if (when?.method !== undefined && when.method !== method) return false;
  if (when?.pathContains !== undefined && !path.includes(when.pathContains)) return false;
  entry.seen += 1;
  if (entry.seen <= (when?.afterCount ?? 0)) return false;
  if (times !== undefined && entry.fired >= times) return false;
  if (chance !== undefined && entry.draw() >= chance) return false;
  entry.fired += 1;
  return true;
}

/** Mulberry32: 32 bits of state are plenty for drawing faults, and it is the same everywhere. */
function seededDraw(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
