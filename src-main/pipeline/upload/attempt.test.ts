import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mayBeSent, nextAttempt, type Attempt, type AttemptEvent } from './attempt.ts';

const refusal = { kind: 'forbidden', serviceSays: null } as const;
const anyEvent: fc.Arbitrary<AttemptEvent> = fc.oneof(
  fc.constantFrom<AttemptEvent>(
    { type: 'started' },
    { type: 'tail-released' },
    { type: 'recorded', fileId: 'f1' },
    { type: 'recorded-without-id' },
    { type: 'refused', fault: refusal },
    { type: 'stopped', why: { kind: 'cancelled' } },
    { type: 'stopped', why: { kind: 'source-changed' } },
    { type: 'lost', why: 'broken-connection' },
    { type: 'lost', why: 'early-success' },
    { type: 'found-after-crash' },
    { type: 'resource-announced', resource: 'https://s/u/1' },
    { type: 'resource-announced', resource: 'https://s/u/2' },
    { type: 'resource-dropped' },
    { type: 'resumed' },
  ),
  fc.record({ type: fc.constant('confirmed' as const), bytes: fc.nat() }),
);

/** All states an attempt passes through; events that do not fit change nothing. */
function walk(events: readonly AttemptEvent[]): Attempt[] {
  const states: Attempt[] = [{ state: 'ready' }];
  for (const event of events) {
    const next = nextAttempt(states.at(-1) ?? { state: 'ready' }, event);
    if (next !== null) states.push(next);
  }
  return states;
}

const isGone = ({ state }: Attempt) => state === 'tail-released' || state === 'unknown';

describe('an attempt', () => {
  test('once its tail was released, or its outcome is unknown, nothing makes it sendable again', () => {
    let releases = 0;
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
        const states = walk([{ type: 'started' }, ...events]);
        const gone = states.findIndex(isGone);
        const after = gone < 0 ? [] : states.slice(gone);
        releases += Math.sign(after.length);
        expect(after.filter((state) => mayBeSent(state) || state.state === 'sending')).toEqual([]);
      }),
    );
    expect(releases).toBeGreaterThan(0);
  });

  test('terminal means terminal', () => {
    const terminal: Attempt[] = [
      { state: 'recorded', fileId: 'f1' },
      { state: 'refused', fault: refusal },
    ];
    fc.assert(
      fc.property(fc.constantFrom(...terminal), anyEvent, (state, event) => {
        expect(nextAttempt(state, event)).toBeNull();
      }),
    );
  });

  test('unknown and recorded-without-id are left by evidence only', () => {
    const lost: Attempt = { state: 'unknown', why: 'timed-out', resource: null };
    const found = { state: 'recorded', fileId: 'f9' };
    expect(nextAttempt(lost, { type: 'recorded', fileId: 'f9' })).toEqual(found);
    expect(
      nextAttempt({ state: 'recorded-without-id' }, { type: 'recorded', fileId: 'f9' }),
    ).toEqual(found);
    // A refusal counts only as the late answer of the upload's own resource.
    expect(nextAttempt(lost, { type: 'refused', fault: refusal })).toBeNull();
    expect(
      nextAttempt({ ...lost, resource: 'https://s/u/1' }, { type: 'refused', fault: refusal }),
    ).toEqual({ state: 'refused', fault: refusal });
  });

  test('after a crash the last durable state decides: sending was not recorded, released is unknown', () => {
    const crash = { type: 'found-after-crash' } as const;
    expect(
      nextAttempt({ state: 'sending', resource: 'https://s/u/1', confirmedBytes: 7 }, crash),
    ).toEqual({
      state: 'stopped',
      why: { kind: 'crashed' },
      resource: 'https://s/u/1',
      confirmedBytes: 7,
    });
    expect(nextAttempt({ state: 'tail-released', resource: null }, crash)).toEqual({
      state: 'unknown',
      why: 'crashed',
      resource: null,
    });
  });

  test('resumes only where a resource keeps its bytes; one upload has one resource; offsets only grow', () => {
    const resource = 'https://s/u/1';
    const stopped: Attempt = {
      state: 'stopped',
      why: { kind: 'cancelled' },
      resource,
      confirmedBytes: 5,
    };
    const resumed = { type: 'resumed' } as const;
    expect(nextAttempt({ ...stopped, resource: null }, resumed)).toBeNull();
    const dropped = { ...stopped, resource: null, confirmedBytes: 0 };
    expect(nextAttempt(stopped, { type: 'resource-dropped' })).toEqual(dropped);
    const sending = nextAttempt(stopped, resumed);
    expect(sending).toEqual({ state: 'sending', resource: 'https://s/u/1', confirmedBytes: 5 });
    if (sending === null) throw new Error('it resumed');
    expect(nextAttempt(sending, { type: 'confirmed', bytes: 4 })).toBeNull();
    expect(nextAttempt(sending, { type: 'resource-announced', resource: 'https://e/' })).toBeNull();
  });

  test('an unknown one that is taken up at its resource stays released; a late address is taken', () => {
    const unknown: Attempt = { state: 'unknown', why: 'crashed', resource: 'https://s/u/1' };
    const released = { state: 'tail-released', resource: 'https://s/u/1' };
    expect(nextAttempt(unknown, { type: 'resumed' })).toEqual(released);
    expect(nextAttempt({ ...unknown, resource: null }, { type: 'resumed' })).toBeNull();
    const late = { type: 'resource-announced', resource: 'https://s/u/1' } as const;
    expect(nextAttempt({ state: 'tail-released', resource: null }, late)).toEqual(released);
  });
});
