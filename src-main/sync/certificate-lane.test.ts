import { expect, test } from 'vitest';
import { addRecord } from '../test-support/temporary-state.ts';
import { makeCertificateLane } from './certificate-lane.ts';
import type { KeptCertificate } from './ports.ts';
import { pipeline, type Pipeline } from './test-support/pipeline.ts';
import { answers, playCertificates } from './test-support/played-ports.ts';

const kept: KeptCertificate = { kind: 'kept', pdf: 'c.pdf', json: null, alongside: null };
const notYet: KeptCertificate = { kind: 'not-yet' };

function fetching(p: Pipeline, next: (fileId: string) => KeptCertificate) {
  const { keeper, asked } = playCertificates(p.clock, next);
  return { lane: makeCertificateLane({ ...p, keeper }), asked };
}

const available = (p: Pipeline, name: string) =>
  addRecord(p.state, p.put(name, name, 'ready').contentId ?? 0, { fileId: name });

test('each Available record gets its certificate once, and faces hear of it', async () => {
  const p = pipeline();
  const records = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => available(p, name));
  const { lane, asked } = fetching(p, () => kept);
  expect(await p.run([lane])).toBe('rest');
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(p.events.filter((event) => event.kind === 'certified')).toEqual(
    records.map((record) => ({ kind: 'certified', recordId: record.id })),
  );
  expect(p.state.records.lackingCertificate(9)).toEqual([]);
});

test.each<KeptCertificate>([
  notYet,
  { kind: 'not-a-certificate', what: 'html' },
  { kind: 'fault', fault: { kind: 'forbidden', serviceSays: null } },
])(
  'a certificate that does not come is asked for five times in a run, not for ever: %j',
  async (answer) => {
    const p = pipeline();
    available(p, 'a');
    const { lane, asked } = fetching(p, () => answer);
    expect(await p.run([lane])).toBe('rest');
    expect(asked).toHaveLength(5);
    expect(p.state.records.lackingCertificate(9)).toHaveLength(1);
  },
);

test('one that came on its second try does not end the waiting for another', async () => {
  const p = pipeline();
  for (const name of ['quick', 'slow']) available(p, name);
  const bySlow = answers<KeptCertificate>(notYet, notYet, notYet, kept);
  const byQuick = answers<KeptCertificate>(notYet, kept);
  const { lane, asked } = fetching(p, (fileId) => (fileId === 'slow' ? bySlow() : byQuick()));
  expect(await p.run([lane])).toBe('rest');
  expect(asked.filter((name) => name === 'slow')).toHaveLength(4);
  expect(p.state.records.lackingCertificate(9)).toEqual([]);
});

test('tried ones do not keep others from their turn', async () => {
  const p = pipeline();
  const names = Array.from({ length: 12 }, (_, index) => `${index}`);
  for (const name of names) available(p, name);
  const { lane } = fetching(p, (fileId) => (fileId === '11' ? kept : notYet));
  await p.run([lane]);
  expect(p.state.records.lackingCertificate(99).map((record) => record.fileId)).toEqual(
    names.slice(0, 11),
  );
});

test('an outage is the gate’s business and uses up no try', async () => {
  const p = pipeline();
  available(p, 'a');
  const busy: KeptCertificate = {
    kind: 'fault',
    fault: { kind: 'throttled', retryAfterMs: 1_000 },
  };
  const { lane, asked } = fetching(
    p,
    answers<KeptCertificate>(...Array.from({ length: 9 }, () => busy), kept),
  );
  expect(await p.run([lane])).toBe('rest');
  expect(asked).toHaveLength(10);
});

test('a pause that the service asks for beside a certificate holds for everything, and the certificate is kept', async () => {
  const p = pipeline();
  for (const name of ['a', 'b']) available(p, name);
  const throttled: KeptCertificate = {
    ...kept,
    alongside: { kind: 'throttled', retryAfterMs: 60_000 },
  };
  const times: number[] = [];
  const { lane } = fetching(p, () => {
    times.push(p.clock.monotonicMs());
    return times.length === 1 ? throttled : kept;
  });
  expect(await p.run([{ ...lane, concurrency: 1 }])).toBe('rest');
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(60_000);
  expect(p.state.records.lackingCertificate(9)).toEqual([]);
});

test('what is wrong with one document alone stops nothing', async () => {
  const p = pipeline();
  available(p, 'a');
  const { lane, asked } = fetching(p, () => ({
    ...kept,
    alongside: { kind: 'forbidden', serviceSays: null },
  }));
  expect(await p.run([lane])).toBe('rest');
  expect(asked).toEqual(['a']);
  expect(p.gatekeeper.isOpen()).toBe(true);
});

test('a clock that is set back by a year keeps no certificate from its next try', async () => {
  const p = pipeline();
  available(p, 'a');
  const { lane, asked } = fetching(p, () => notYet);
  const setting = p.clock
    .sleep(1_000, new AbortController().signal)
    .then(() => p.clock.setWallClock(p.clock.nowMs() - 365 * 86_400_000));
  expect(await p.run([lane])).toBe('rest');
  await setting;
  expect(asked).toHaveLength(5);
  expect(p.clock.monotonicMs()).toBeLessThan(60_000);
});
