import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventMessage, snapshotMessage } from '../test-support/builders.ts';
import { evaluateMessage, NOTHING_SEEN, readHostMessage } from './host-messages.ts';

type Numbered = ReturnType<typeof eventMessage> | ReturnType<typeof snapshotMessage>;
const numberOf = (message: Numbered): number =>
  message.kind === 'event' ? message.sequence : message.snapshot.sequence;

test('events mean nothing before the first snapshot', () => {
  expect(evaluateMessage(NOTHING_SEEN, eventMessage(1)).verdict).toBe('drop');
});

test('a missing event is asked for once, and nothing is applied until it is there', () => {
  const { order } = evaluateMessage(NOTHING_SEEN, snapshotMessage(4));
  const gap = evaluateMessage(order, eventMessage(6));
  expect(gap.verdict).toBe('ask');
  expect(evaluateMessage(gap.order, eventMessage(7)).verdict).toBe('drop');
  const healed = evaluateMessage(gap.order, snapshotMessage(7));
  expect(evaluateMessage(healed.order, eventMessage(8)).verdict).toBe('apply');
});

test('whatever is lost, doubled or late: events are applied one after the other', () => {
  const number = fc.integer({ min: 0, max: 5 });
  const message = fc.oneof(
    { weight: 4, arbitrary: number.map((at) => eventMessage(at)) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, 2).map((at) => snapshotMessage(at)) },
  );
  let followedInAll = 0;
  fc.assert(
    fc.property(fc.array(message, { minLength: 20, maxLength: 80 }), (messages) => {
      let order = NOTHING_SEEN;
      const applied: (typeof messages)[number][] = [];
      for (const each of messages) {
        const judged = evaluateMessage(order, each);
        ({ order } = judged);
        if (judged.verdict === 'apply') applied.push(each);
      }
      const numbers = applied.map(numberOf);
      const steps = applied.flatMap((each, at) =>
        each.kind === 'event' ? [(numbers[at] ?? NaN) - (numbers[at - 1] ?? NaN)] : [],
      );
      expect(steps).toEqual(steps.map(() => 1));
      followedInAll += steps.length;
    }),
  );
  expect(followedInAll).toBeGreaterThan(100);
});

test.each([
  ['not JSON', 'Bad Gateway'],
  ['no object', '17'],
  ['null', 'null'],
  ['another kind', '{"kind":"advert"}'],
  ['an event without a number', '{"kind":"event","event":{}}'],
])('%s is no message', (_what, text) => {
  expect(readHostMessage(text)).toBeNull();
});

test('bytes are no message', () => {
  expect(readHostMessage(new ArrayBuffer(4))).toBeNull();
});
