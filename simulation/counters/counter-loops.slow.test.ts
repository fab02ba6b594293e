import os from 'node:os';
import { describe, expect, test } from 'vitest';
import { lineOf } from './loop-report.ts';
import { FAULTS } from './faults.ts';
import { loopsWith, playLoops } from './play-loops.ts';
import { SERVICES, type ServiceName } from './run-loop.ts';

const THREADS = os.availableParallelism();
const MINUTES_MS = 300_000;
/** Every sixty-fourth moment of each kind: some seconds. `npm run simulate -- --counters` plays all of them. */
const SHARDS = 64;
/** After these nobody can know whether an upload was recorded, unless the service keeps what it has of it. */
const MAY_ASK: Readonly<Record<ServiceName, readonly string[]>> = {
  documented: [
    'write: the program dies after it',
    'answer: reset, nothing was done',
    'answer: 500, nothing was done',
    'answer: HTML, nothing was done',
  ],
  resumable: [],
};

describe('counter loops', () => {
  test.each(SERVICES)(
    'whatever fails once, with a %s service, everything comes to its end and is paid once',
    async (service) => {
      const verdicts = await playLoops(loopsWith(service, SHARDS), THREADS);
      for (const verdict of verdicts) console.info(lineOf(verdict));
      const broken = verdicts.flatMap(({ fault, broken: all }) =>
        all.map(({ k, what }) => `${fault}, ${k}: ${what}`),
      );
      expect(broken).toEqual([]);
      // The loops have met something, and ended because they ran out of moments.
      expect(verdicts.map(({ fault }) => fault)).toEqual(Object.keys(FAULTS));
      for (const { moments, runs } of verdicts) {
        expect(moments).toBeGreaterThan(30);
        expect(runs).toBeGreaterThanOrEqual(Math.floor(moments / SHARDS));
      }
      expect(verdicts.reduce((sum, { charges }) => sum + charges, 0)).toBeGreaterThan(100);
      // What was lost before anything was done ends as a question, never as a second charge.
      const asking = verdicts.filter(({ asked }) => asked > 0).map(({ fault }) => fault);
      expect(MAY_ASK[service]).toEqual(expect.arrayContaining(asking));
      expect(asking.length > 0).toBe(MAY_ASK[service].length > 0);
    },
    MINUTES_MS,
  );
});
