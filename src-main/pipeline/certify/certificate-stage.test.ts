import { describe, expect, test } from 'vitest';
import type { CertificateFault } from '../../../src-shared/model/status/core-fault.ts';
import { DAY_MS } from '../../../src-shared/model/text/time.ts';
import { addContent, addRecord } from '../../test-support/temporary-state.ts';
import { makeCertificateStage } from './certificate-stage.ts';
import type { KeptCertificate } from '../common/ports.ts';
import { pipeline } from '../common/test-support/pipeline.ts';
import { answers, playCertificates, throttled } from '../common/test-support/fake-ports.ts';

const kept: KeptCertificate = {
  kind: 'kept',
  pdf: 'c.pdf',
  json: null,
  recordedAtMs: null,
  alongside: null,
};
const missing = (fault: CertificateFault): KeptCertificate => ({ kind: 'missing', fault });
const notYet = missing({ kind: 'no-certificate-yet', state: 'notarized' });
const forbidden = { kind: 'forbidden', serviceSays: null } as const;
const broken = {
  kind: 'unavailable',
  why: 'server-error',
  status: 500,
  retryAfterMs: null,
} as const;

/** Available records with these ids, and the stage that fetches their certificates. */
function fetching(fileIds: readonly string[], next: (fileId: string) => KeptCertificate) {
  const p = pipeline();
  const { id } = addContent(p.state, 'b', 1);
  const records = fileIds.map((fileId) => addRecord(p.state, id, { fileId }));
  const { keeper, asked } = playCertificates(p.clock, next);
  const stage = makeCertificateStage({ ...p, keeper });
  const lacking = () => p.state.records.lackingCertificate(99).map(({ fileId }) => fileId);
  const told = () =>
    p.state.records.missingCertificates().map(({ record, fault }) => [record.fileId, fault.kind]);
  return { p, records, stage, asked, lacking, told };
}

test('each Available record gets its certificate once, and faces hear of it (P21)', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const { p, records, stage, asked, lacking } = fetching(names, () => kept);
  expect(await p.run([stage])).toBe('rest');
  expect(asked).toEqual(names);
  expect(p.events.filter((event) => event.kind === 'certificate-changed')).toEqual(
    records.map((record) => ({ kind: 'certificate-changed', recordId: record.id })),
  );
  expect(lacking()).toEqual([]);
});

test.each<KeptCertificate>([
  notYet,
  missing({ kind: 'not-a-certificate', what: 'html' }),
  missing(forbidden),
  missing(broken),
  missing({ kind: 'not-the-service', what: 'html' }),
])(
  'a certificate that does not come is asked for five times in a run, not for ever, and that is told: %j',
  async (answer) => {
    const { p, records, stage, asked, lacking, told } = fetching(['a'], () => answer);
    expect(await p.run([stage])).toBe('rest');
    expect([asked.length, lacking()]).toEqual([5, ['a']]);
    expect(told()).toEqual([['a', answer.kind === 'missing' && answer.fault.kind]]);
    expect(p.events).toContainEqual({ kind: 'certificate-changed', recordId: records[0]?.id });
  },
);

test('one that was missing in an earlier run is asked for once', async () => {
  const { p, stage, asked } = fetching(['a'], () => notYet);
  await p.run([stage]);
  stage.renew?.('person');
  await p.run([stage]);
  expect(asked).toHaveLength(5 + 1);
});

test('what was told is over once the certificate has come', async () => {
  const next = answers<KeptCertificate>(notYet, notYet, notYet, notYet, notYet, kept);
  const { p, stage, told } = fetching(['a'], next);
  await p.run([stage]);
  expect(told()).toHaveLength(1);
  stage.renew?.('person');
  await p.run([stage]);
  expect(told()).toEqual([]);
});

describe('an error of the service', () => {
  test('about one certificate keeps no other from coming, and stops nothing else (P21)', async () => {
    const names = ['bad', 'a', 'b', 'c'];
    const { p, stage, lacking, told } = fetching(names, (fileId) =>
      fileId === 'bad' ? missing(broken) : kept,
    );
    expect(await p.run([stage])).toBe('rest');
    expect([lacking(), told()]).toEqual([['bad'], [['bad', 'unavailable']]]);
    expect(p.gate.isPassing()).toBe(true);
    const content = addContent(p.state, 'c', 1);
    addRecord(p.state, content.id, { fileId: 'later' });
    expect(await p.run([stage])).toBe('rest');
    expect(lacking()).toEqual(['bad']);
  });

  test('about all of them is noticed by a few requests, one at a time, and all are told as missing', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `${index}`);
    const { p, stage, asked, told } = fetching(names, () => missing(broken));
    expect(await p.run([stage])).toBe('rest');
    expect(asked).toHaveLength(12 + 4);
    expect(told()).toHaveLength(50);
    stage.renew?.('clock');
    await p.run([stage]);
    expect(asked).toHaveLength(12 + 4); // not before its time
    await p.clock.advance(DAY_MS);
    stage.renew?.('clock');
    await p.run([stage]);
    expect(asked).toHaveLength(12 + 4 + 1);
  });

  test('that is over lets all of them come', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `${index}`);
    let isOver = false;
    const { p, stage, lacking, told } = fetching(names, () => (isOver ? kept : missing(broken)));
    await p.run([stage]);
    isOver = true;
    stage.renew?.('person');
    await p.run([stage]);
    expect([lacking(), told()]).toEqual([[], []]);
  });
});

test('one that came on its second try does not end the waiting for another', async () => {
  const bySlow = answers<KeptCertificate>(notYet, notYet, notYet, kept);
  const byQuick = answers<KeptCertificate>(notYet, kept);
  const { p, stage, asked, lacking } = fetching(['quick', 'slow'], (fileId) =>
    fileId === 'slow' ? bySlow() : byQuick(),
  );
  expect(await p.run([stage])).toBe('rest');
  expect(asked.filter((name) => name === 'slow')).toHaveLength(4);
  expect(lacking()).toEqual([]);
});

test('tried ones do not keep others from their turn', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `${index}`);
  const { p, stage, lacking } = fetching(names, (fileId) => (fileId === '11' ? kept : notYet));
  await p.run([stage]);
  expect(lacking()).toEqual(names.slice(0, 11));
});

test('an outage is the gate’s business and uses up no try', async () => {
  const busy = missing(throttled(1_000));
  const outcomes = answers<KeptCertificate>(...Array.from({ length: 9 }, () => busy), kept);
  const { p, stage, asked } = fetching(['a'], outcomes);
  expect(await p.run([stage])).toBe('rest');
  expect(asked).toHaveLength(10);
});

test('a pause that the service asks for beside a certificate holds for everything, and the certificate is kept', async () => {
  const times: number[] = [];
  const { p, stage, lacking } = fetching(['a', 'b'], () => {
    times.push(p.clock.monotonicMs());
    return times.length === 1 ? { ...kept, alongside: throttled(60_000) } : kept;
  });
  expect(await p.run([{ ...stage, concurrency: 1 }])).toBe('rest');
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(60_000);
  expect(lacking()).toEqual([]);
});

test('what is wrong with one document alone stops nothing', async () => {
  const { p, stage, asked } = fetching(['a'], () => ({ ...kept, alongside: forbidden }));
  expect(await p.run([stage])).toBe('rest');
  expect([asked, p.gate.isPassing()]).toEqual([['a'], true]);
});

test('a clock that is set back by a year keeps no certificate from its next try', async () => {
  const { p, stage, asked } = fetching(['a'], () => notYet);
  p.after(1_000, () => p.clock.setWallClock(p.clock.nowMs() - 365 * 86_400_000));
  expect(await p.run([stage])).toBe('rest');
  expect(asked).toHaveLength(5);
  expect(p.clock.monotonicMs()).toBeLessThan(60_000);
});
