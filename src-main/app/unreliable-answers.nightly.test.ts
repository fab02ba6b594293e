import { expect, test, vi } from 'vitest';
import type { FaultRule } from '../../src-mock/control/fault-rules.ts';
import { MINUTE_MS } from '../../src-shared/model/text/time.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';
import { makeShiftedClock } from '../test-support/shifted-clock.ts';

/** For each of three steps; a busy computer takes its time. */
const PATIENCE_MS = 180_000;
vi.setConfig({ testTimeout: 4 * PATIENCE_MS });

const FILES = 400;
const POLL_MS = 500;
const STILL_POLLS = 12;

/** Of a hundred answers to uploads, five are not what they should be: half of those before the upload is carried out. */
const BAD_ANSWERS: readonly FaultRule['do'][] = [
  { kind: 'html', status: 502, at: 'before-handling' },
  { kind: 'html', status: 502, at: 'after-commit' },
  { kind: 'status', status: 503, at: 'before-handling' },
  { kind: 'status', status: 503, at: 'after-commit' },
  { kind: 'html', at: 'before-handling' },
  { kind: 'html', at: 'after-commit' },
  { kind: 'garbage', at: 'before-handling' },
  { kind: 'drop', at: 'before-handling' },
  { kind: 'drop', at: 'after-commit' },
  { kind: 'hang', at: 'before-handling' },
  { kind: 'hang', at: 'after-commit' },
  { kind: 'redirect', to: '/elsewhere', at: 'before-handling' },
];
const SHARE = 0.05 / BAD_ANSWERS.length;

/** What became of all files, and about how many a person was asked. */
async function uploadAll(resumableUploads: 'on' | 'off') {
  const clock = makeShiftedClock();
  const lab = await engineAtService(clock);
  const { service } = lab;
  const call = lab.call.bind(lab);
  service.setReadings({ ...service.readings(), resumableUploads });
  await lab.signIn();
  for (let at = 0; at < FILES; at += 1) lab.write(`run/${at}.raw`, `measurement ${at}`);
  for (const [at, action] of BAD_ANSWERS.entries()) {
    service.faults.add({ endpoint: 'uploadPrivateFile', chance: SHARE, seed: at + 3, do: action });
  }
  const before = service.ledger();
  await lab.watch('run', { budgetCredits: 2 * FILES });

  const countOf = async (state: string, hold: string | null = null): Promise<number> => {
    const { account } = await call('status.read', {});
    const found = account?.counts.filter((count) => count.state === state && count.hold === hold);
    return found?.reduce((sum, { files }) => sum + files, 0) ?? 0;
  };
  const rest = async () => {
    const [notarized, undecided] = [
      await countOf('notarized'),
      await countOf('confirming', 'undecided'),
    ];
    const [checking, waiting] = [await countOf('confirming'), await countOf('held', 'server')];
    return { notarized, undecided, checking, waiting };
  };
  const isSent = ({ notarized, undecided, checking, waiting }: Awaited<ReturnType<typeof rest>>) =>
    notarized + undecided + checking + waiting === FILES;
  /** Where nothing changes any more something waits for time to pass. */
  const untilRest = (isWanted: (now: Awaited<ReturnType<typeof rest>>) => boolean) => {
    let [last, polls] = ['', 0];
    return vi.waitFor(
      async () => {
        const now = await rest();
        if (isWanted(now)) return now;
        const seen = JSON.stringify(now);
        polls = seen === last ? polls + 1 : 0;
        last = seen;
        if (polls > 0 && polls % STILL_POLLS === 0) {
          clock.shift(6 * MINUTE_MS);
          lab.engine.lookAgain();
        }
        throw new Error(seen);
      },
      { timeout: PATIENCE_MS, interval: POLL_MS },
    );
  };
  await untilRest(isSent);
  service.faults.clear();
  const afterSending = await rest();
  const judged = await untilRest((now) => isSent(now) && now.checking + now.waiting === 0);

  const groups = await call('files.doubts', {});
  const ledger = service.ledger();
  const charged = ledger.transactions.length - before.transactions.length;
  const recorded = ledger.records.length - before.records.length;
  return { afterSending, judged, groups, charged, recorded };
}

test.each(['off', 'on'] as const)(
  'one answer in twenty is bad: each file is recorded and paid once, and nobody is asked (resumable %s)',
  async (resumable) => {
    const end = await uploadAll(resumable);
    if (process.env['SHOW'] === '1') console.log(JSON.stringify(end));
    expect([end.charged, end.recorded, end.groups]).toEqual([FILES, FILES, []]);
  },
);
