/** What the handlers work with. Everything that varies between a test, a demo and a rehearsal comes in here. */
import { type Chain, makeChain } from './chain/chain.ts';
import type { Readings } from './control/readings.ts';
import { type Credits, makeCredits } from './credits/credits.ts';
import { makeTokens, type Tokens } from './http/credentials.ts';
import type { ObjectStore } from './objects/object-store.ts';
import type { Store } from './store/store.ts';

export interface ServiceParts {
  readonly store: Store;
  /** Contents of public files, reachable by pre-signed link. */
  readonly objects: ObjectStore;
  /** Contents of private files; nothing serves them. */
  readonly privateContents: Pick<ObjectStore, 'keep' | 'remove'>;
  /** Asked anew for every request: they change while the service runs. */
  readonly readings: () => Readings;
  readonly nowMs: () => number;
}

export interface Service extends ServiceParts {
  readonly chain: Chain;
  readonly credits: Credits;
  readonly tokens: Tokens;
}

export function makeService(parts: ServiceParts): Service {
  const { store, readings, nowMs } = parts;
  return {
    ...parts,
    chain: makeChain(store.chain, readings, nowMs),
    credits: makeCredits(store, readings, nowMs),
    tokens: makeTokens(store.settings.tokenSecret(), nowMs),
  };
}
