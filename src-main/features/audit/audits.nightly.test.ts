import fs from 'node:fs';
import path from 'node:path';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { auditedFiles } from '../../../src-shared/model/proofs/audit.ts';
import { temporaryState } from '../../test-support/temporary-state.ts';
import { makeAudits, type AuditParts } from './audits.ts';
import { realClock } from '../../platform/real-ports.ts';
import { makeWorkers } from '../workers.ts';

const FILES = 4_000;
const never = new AbortController().signal;

/** Memory in use after garbage collection. */
function usedMb(): number {
  v8.setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}

test(`${FILES} files are read with the same memory at the beginning and at the end, and read again`, async () => {
  const { state, folder } = temporaryState();
  const root = path.join(path.dirname(folder), 'data');
  for (let at = 0; at < FILES; at += 1) {
    const directory = path.join(root, String(at % 40));
    if (at < 40) fs.mkdirSync(directory, { recursive: true });
    fs.writeFileSync(path.join(directory, `${at}.raw`), `content ${at}`);
  }
  const workers = makeWorkers();
  onTestFinished(() => workers.close());
  const nothingKnown = {
    verifying: {
      held: { withDigests: () => [], listedIn: () => new Map() },
      method: () => null,
    },
    platformFiles: {},
  } as unknown as Pick<AuditParts, 'verifying' | 'platformFiles'>;
  const used: number[] = [];
  const audits = makeAudits({
    state,
    workers,
    clock: realClock,
    service: 'https://notary.test/',
    accountName: () => '',
    tell({ kind }) {
      if (kind === 'audit-progress') used.push(usedMb());
    },
    ...nothingKnown,
  });

  const beganMs = performance.now();
  for (let round = 0; round < 2; round += 1) {
    const begun = await audits.start({ path: root }, never);
    const run = begun.ok ? await audits.ended(begun.value.id, never) : begun;
    expect(run).toMatchObject({ ok: true, value: { state: 'complete' } });
    expect(run.ok ? auditedFiles(run.value.totals) : 0).toBe(FILES);
  }
  const [least, most] = [Math.min(...used), Math.max(...used)];
  console.info(
    `${FILES} files twice in ${Math.round(performance.now() - beganMs)} ms, ${least.toFixed(1)}-${most.toFixed(1)} MB in use`,
  );
  expect(used.length).toBeGreaterThan(1);
  // A row alone takes some 700 bytes: keeping all of them would show.
  expect(most - least).toBeLessThan(2.5);
}, 60_000);
