/**
 * Everything that can be simulated, by the names that `--variant` takes. Most are worlds whose service or faults are of a
 * certain kind; a few play something else. Of each a seed says all that happens, and a verdict whether what was promised held.
 */
import { WORLDS } from './fault-profile.ts';
import type { ScratchFolder } from './scratch-folder.ts';

export interface Verdict {
  /** Null when every invariant held. `invariant` is null for an error that is none of them: a bug all the same. */
  readonly broken: { readonly invariant: number | null; readonly what: string } | null;
  /** What happened, line by line. */
  readonly trace: readonly string[];
  /** The same for two plays of a seed; null: it measures what no two plays have alike. */
  readonly digest: string | null;
  /** What happened how often, to be summed up over the seeds. */
  readonly figures: Readonly<Record<string, number>>;
  /** For the table of its variant. */
  readonly cells?: readonly unknown[];
}

export interface SeedOptions {
  readonly scratchFolder: ScratchFolder;
  /** The name of the variant. */
  readonly variant: string;
  /** What was written to the console since the seed began, for as long as it runs. */
  readonly logs: readonly string[];
}

export interface Play {
  readonly play: (seed: number, options: SeedOptions) => Promise<Verdict>;
  /** What came of all seeds, in Markdown. */
  readonly table?: (cells: readonly unknown[]) => string;
}

export interface Variant {
  /** So many seeds are played unless somebody says otherwise. */
  readonly seeds: number;
  /** So many, the first ones, are played on each push; 0: at night alone. */
  readonly fewSeeds: number;
  /** Figures without which nothing was proven, once `fewSeeds` were played. */
  readonly happens: readonly string[];
  /** It measures its own process, and has to be the only one in it. */
  readonly isAlone?: boolean;
  /** Not before a mutant was put in. */
  readonly load: () => Promise<Play>;
}

/** With fewer there may be no crash in any. */
const TELLING_WORLDS = 50;

const world: Variant = {
  seeds: 500,
  fewSeeds: 5,
  happens: ['charges'],
  load: async () => ({ play: (await import('./play-world.ts')).playWorld }),
};

/** Hours of one run of the program, in which nothing may grow but its files. */
const soak: Variant = {
  seeds: 1,
  fewSeeds: 1,
  happens: ['charges'],
  isAlone: true,
  load: async () => ({ play: (await import('./soak/play-soak.ts')).playSoak }),
};

export const VARIANTS: Readonly<Record<string, Variant>> = {
  ...Object.fromEntries(Object.keys(WORLDS).map((name) => [name, world])),
  any: { ...world, fewSeeds: TELLING_WORLDS, happens: ['charges', 'crashes'] },
  /** In one small world the k-th database write, file system call or answer fails: k = 1, 2, 3 … */
  counters: {
    seeds: 2_304,
    fewSeeds: 36,
    happens: ['mishaps', 'charges'],
    load: async () => ({ play: (await import('./counters/play-counters.ts')).playCounters }),
  },
  /** Each status after the last byte of an upload, in each circumstance. */
  statuses: {
    seeds: 14_400,
    fewSeeds: 240,
    happens: ['charges'],
    async load() {
      const { playStatuses } = await import('./statuses/play-statuses.ts');
      const { statusTable } = await import('./statuses/status-table.ts');
      return { play: playStatuses, table: statusTable };
    },
  },
  /** Two people's changes that wait to be sent, and everything that goes wrong between them. */
  outbox: {
    seeds: 100,
    fewSeeds: 2,
    happens: ['crashes', 'changes'],
    load: async () => ({ play: (await import('./outbox/play-outbox.ts')).playOutbox }),
  },
  /** A thousand clients at one service: an ordinary day, an outage, a morning. */
  fleet: {
    seeds: 2,
    fewSeeds: 1,
    happens: ['requests'],
    async load() {
      const { playFleet, fleetTable } = await import('./fleet/play-fleet.ts');
      return { play: playFleet, table: fleetTable };
    },
  },
  soak,
  'soak-days': { ...soak, fewSeeds: 0 },
};
