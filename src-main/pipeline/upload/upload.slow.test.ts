import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type net from 'node:net';
import { describe, expect, test } from 'vitest';
import { BIG, RECORDED, uploadTo } from './test-support/one-upload.ts';
import {
  answerText,
  atFirstByte,
  type Behaviour,
  type Visit,
} from './test-support/recording-server.ts';
import { TAIL } from './test-support/upload-setup.ts';

// What stops a form before its tail has left: nothing was recorded then, and the service never gets the tail.

const refusal = (statusCode: number) => ({ error: { statusCode, message: 'the words' } });
const large = randomBytes(BIG);

type Uploaded = Awaited<ReturnType<typeof uploadTo>>;

function expectNoTail({ received, job, journal, completions }: Uploaded): void {
  expect(received.length).toBeLessThanOrEqual(job.form.totalBytes - TAIL.length);
  expect(received.includes(TAIL)).toBe(false);
  expect(journal.entries).toEqual(['attempt-begun', 'attempt-ended']);
  expect(completions).toHaveLength(1);
}

test('a file that changes while it is sent: the service never gets a byte of the tail (P12)', async () => {
  const seen = await uploadTo(
    (path) => atFirstByte(() => writeFileSync(path, Buffer.alloc(BIG, 1))),
    large,
  );
  expect(seen.outcome).toEqual({ kind: 'source-changed' });
  expectNoTail(seen);
});

const ENDS: readonly (readonly [string, (socket: net.Socket) => void])[] = [
  ['reset', (socket) => void socket.resetAndDestroy()],
  ['closed', (socket) => void socket.end()],
];
const PLACES: readonly (readonly [string, (act: (visit: Visit) => void) => Behaviour])[] = [
  ['at its head', (act) => ({ saysContinue: false, onHead: act })],
  ['at its first byte', atFirstByte],
  ['in its middle', (act) => ({ onBytes: (visit) => visit.bodyBytes() > BIG / 2 && act(visit) })],
];
const BREAKS = PLACES.flatMap(([where, at]) =>
  ENDS.map(([how, end]) => [how, where, at(({ socket }) => end(socket))] as const),
);

describe('a connection that ends before the tail', () => {
  test.each(BREAKS)('%s %s: not recorded, and tried again', async (_how, _where, behaviour) => {
    const seen = await uploadTo(behaviour, large);
    const fault = { kind: 'unavailable', why: 'broken-connection' };
    expect(seen.outcome).toMatchObject({ kind: 'stopped', fault });
    expectNoTail(seen);
  });

  test('because it is aborted: stopped', async () => {
    const stop = new AbortController();
    const seen = await uploadTo(
      atFirstByte(() => stop.abort()),
      large,
      { signal: stop.signal },
    );
    expect(seen.outcome).toEqual({ kind: 'stopped', fault: { kind: 'cancelled' } });
    expectNoTail(seen);
  });
});

describe('an answer before the end', () => {
  test.each([
    [413, refusal(413), { kind: 'refused', fault: { kind: 'too-large' } }],
    [200, '<html>Sign in</html>', { kind: 'stopped', fault: { kind: 'not-the-service' } }],
    [201, RECORDED, { kind: 'unknown', why: 'early-success' }],
  ])('(%i) stops the body, and the form is not sent again', async (status, body, expected) => {
    const seen = await uploadTo(
      atFirstByte(({ socket }) => socket.write(answerText(status, body))),
      large,
    );
    expect(seen.outcome).toMatchObject(expected);
    expect(seen.received.length).toBeLessThan(BIG);
    expectNoTail(seen);
  });

  test('413 and an end at once: too large, or a broken connection; never recorded', async () => {
    for (let round = 0; round < 5; round += 1) {
      const seen = await uploadTo(
        atFirstByte(({ socket }) =>
          socket.write(answerText(413, refusal(413)), () => socket.destroy()),
        ),
        large,
      );
      const { outcome } = seen;
      const fault = 'fault' in outcome ? outcome.fault : null;
      expect([
        ['refused', 'too-large'],
        ['stopped', 'unavailable'],
      ]).toContainEqual([outcome.kind, fault?.kind]);
      expectNoTail(seen);
    }
  });
});

describe('from 8 MiB the service is asked before the body', () => {
  const content = large.subarray(0, 9_000_000);

  test('a refusal comes before any byte of it', async () => {
    const { outcome, received, completions } = await uploadTo(
      { saysContinue: false, onHead: (visit) => visit.answer(413, refusal(413)) },
      content,
    );
    expect(completions[0]?.head.toLowerCase()).toContain('expect: 100-continue');
    expect(outcome).toMatchObject({ kind: 'refused', fault: { kind: 'too-large' } });
    expect(received).toHaveLength(0);
  });

  test.each([
    ['ignores the question gets the body', {}],
    [
      'dislikes it is not asked again',
      {
        onHead: (visit: Visit) => {
          if (/expect/i.test(visit.head)) visit.answer(417, refusal(417));
        },
      },
    ],
  ])('a service that %s', async (_what, behaviour) => {
    const { outcome, journal } = await uploadTo(
      {
        saysContinue: false,
        onComplete: (visit) => visit.answer(201, RECORDED),
        ...behaviour,
      },
      content,
    );
    expect(outcome.kind).toBe('recorded');
    expect(journal.entries).toEqual(['attempt-begun', 'tail-released', 'attempt-ended']);
  });

  test('a 417 after the tail is a denial like any: the form is not sent a second time', async () => {
    const { outcome, completions } = await uploadTo(
      { onComplete: (visit) => visit.answer(417, refusal(417)) },
      content,
    );
    expect(outcome).toMatchObject({ kind: 'unknown', received: { denial: { status: 417 } } });
    expect(completions).toHaveLength(1);
  });
});
