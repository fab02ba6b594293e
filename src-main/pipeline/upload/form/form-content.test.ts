import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeContentOpener } from './write-form.ts';
import type { ProveSmall } from './small-file.ts';
import type { SourceFile, SourceUnreadable } from './source-file.ts';
import { ok, type Result } from '../../../../src-shared/model/result.ts';
import { makeFakeClock } from '../../../test-support/fake-clock.ts';
import { jobFor, makeTempFolder, never, portsWith } from '../test-support/upload-setup.ts';

/** As of a drive that has gone. */
const neverAnswers: ProveSmall = (_source, signal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

test('a proof is good for a moment: a connection that took longer has the file read again', async () => {
  using folder = makeTempFolder();
  const clock = makeFakeClock();
  const path = folder.write('run.raw', 'abc');
  const content = makeContentOpener(jobFor('http://x/', path, 'abc'), portsWith({ clock }), never);
  const first = await content.open();
  expect(first).toMatchObject({ ok: true, value: { kind: 'proven' } });
  appendFileSync(path, 'd');
  await clock.advance(99);
  expect(await content.open()).toBe(first);
  await clock.advance(1);
  expect(await content.open()).toMatchObject({ fault: { kind: 'source-changed' } });
});

test('an abort ends the wait for a file that cannot be read', async () => {
  using folder = makeTempFolder();
  const stop = new AbortController();
  const job = jobFor('http://x/', folder.write('run.raw', 'abc'), 'abc');
  const ports = portsWith({ proveSmall: neverAnswers });
  const opening = makeContentOpener(job, ports, stop.signal).open();
  stop.abort();
  expect(await opening).toEqual({ ok: false, fault: { kind: 'interrupted' } });
});

test('a file above 64 KiB keeps its handle', async () => {
  using folder = makeTempFolder();
  const large = Buffer.alloc(65_537);
  const clock = makeFakeClock();
  const job = jobFor('http://x/', folder.write('run.raw', large), large);
  const content = makeContentOpener(job, portsWith({ clock }), never);
  const first = await content.open();
  await clock.advance(100_000);
  expect(first).toMatchObject({ ok: true, value: { kind: 'file' } });
  expect(await content.open()).toBe(first);
  await content.close();
});

test('a drive that never opens a file above 64 KiB is given up, and so is the wait at an abort; what opens late is closed', async () => {
  using folder = makeTempFolder();
  const large = Buffer.alloc(65_537);
  const clock = makeFakeClock();
  const job = jobFor('http://x/', folder.write('run.raw', large), large);
  const hung = Promise.withResolvers<Result<SourceFile, SourceUnreadable>>();
  const ports = portsWith({ clock, openSource: () => hung.promise });
  const stop = new AbortController();
  const given = makeContentOpener(job, ports, never).open();
  const stopped = makeContentOpener(job, ports, stop.signal).open();
  stop.abort();
  expect(await stopped).toEqual({ ok: false, fault: { kind: 'interrupted' } });
  await clock.advance(30_000);
  const fault = { kind: 'source-unreadable', code: 'ETIMEDOUT' };
  expect(await given).toEqual({ ok: false, fault });
  let closed = 0;
  const close = async () => void (closed += 1);
  hung.resolve(ok({ identity: async () => null, read: async () => 0, close }));
  await expect.poll(() => closed).toBe(2);
});
