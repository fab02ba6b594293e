/** What a program holds, taken again and again while it runs, and what became of that from the beginning to the end. */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { median, type Quantity } from './contest.ts';
import { holdingsOf } from './rest.ts';
import type { Served } from './served.ts';

const HOUR_MS = 3_600_000;
const SAMPLE_EVERY_MS = 5_000;
/** Of the samples: until then everything is loaded and compiled for the first time. */
const WARM_UP_SHARE = 0.2;
export const LARGEST_LOG = 'largest write-ahead log';

/** What the program holds at one moment. */
export interface Sample {
  readonly atMs: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly openFiles: number;
  readonly threads: number;
  readonly logBytes: number;
  readonly rows: number;
}

/** What is compared, by what it is called. */
export const COMPARED: Readonly<Record<string, (sample: Sample) => number>> = {
  'memory, last quarter to first': ({ residentBytes }) => residentBytes,
  'JavaScript memory, last quarter to first': ({ heapBytes }) => heapBytes,
  'open files, last quarter to first': ({ openFiles }) => openFiles,
  'threads, last quarter to first': ({ threads }) => threads,
};

export async function takeSamples(
  served: Served,
  home: string,
  forMs: number,
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const beganMs = performance.now();
  while (performance.now() - beganMs < forMs) {
    await sleep(SAMPLE_EVERY_MS);
    const sample = await takeSample(served, home, performance.now() - beganMs);
    if (sample !== null) samples.push(sample);
  }
  return samples;
}

async function takeSample(served: Served, home: string, atMs: number): Promise<Sample | null> {
  const held = holdingsOf(served.pid);
  const database = fs.globSync(path.join(home, 'accounts', '*', 'labseal.db'))[0];
  if (held === null || database === undefined) return null;
  const { heapBytes } = await served.probe();
  const logBytes = fs.statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return { atMs, ...held, heapBytes, logBytes, rows: rowsIn(database) };
}

function rowsIn(database: string): number {
  const db = new Database(database, { readonly: true });
  try {
    const tables = db
      .prepare<[], { name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
      )
      .all();
    return tables.reduce((sum, { name }) => {
      const count = db.prepare<[], { rows: number }>(`SELECT count(*) AS rows FROM "${name}"`);
      return sum + (count.get()?.rows ?? 0);
    }, 0);
  } finally {
    db.close();
  }
}

/** The last quarter against the first one, once it is warm; and the straight line through all of it. */
export function othersOf(samples: readonly Sample[]): Readonly<Record<string, Quantity>> {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const quarter = Math.max(1, Math.floor(warm.length / 4));
  const [first, last] = [warm.slice(0, quarter), warm.slice(-quarter)];
  const ratios = Object.entries(COMPARED).map(([name, of]) => {
    const value = median(last.map(of)) / median(first.map(of));
    return [name, { value, unit: '×' as const }];
  });
  const end = (of: (sample: Sample) => number) => median(last.map(of));
  return {
    ...Object.fromEntries(ratios),
    'memory, first quarter': bytes(median(first.map(({ residentBytes }) => residentBytes))),
    'memory, last quarter': bytes(end(({ residentBytes }) => residentBytes)),
    'memory, growth in an hour': bytes(slopePerHour(warm, ({ residentBytes }) => residentBytes)),
    'JavaScript memory, growth in an hour': bytes(slopePerHour(warm, ({ heapBytes }) => heapBytes)),
    'open files': { value: end(({ openFiles }) => openFiles), unit: 'files' },
    [LARGEST_LOG]: bytes(Math.max(...samples.map(({ logBytes }) => logBytes))),
    'rows at the end': { value: samples.at(-1)?.rows ?? 0, unit: 'rows' },
  };
}

function bytes(value: number): Quantity {
  return { value, unit: 'bytes' };
}

/** The straight line through all samples that fits best. */
function slopePerHour(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const meanMs = mean(samples.map(({ atMs }) => atMs));
  const meanValue = mean(samples.map(of));
  const slope = samples.reduce((sum, one) => sum + (one.atMs - meanMs) * (of(one) - meanValue), 0);
  const spread = samples.reduce((sum, { atMs }) => sum + (atMs - meanMs) ** 2, 0);
  return (slope / spread) * HOUR_MS;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
