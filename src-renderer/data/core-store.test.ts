import { expect, test } from 'vitest';
import { snapshotMessage, statusView } from '../test-support/builders.ts';
import { applyEvent, withNewer } from './core-store.ts';

test('a status that was asked for before an event does not take back what the event said', () => {
  const message = snapshotMessage(1, statusView({ heardAtMs: 1 }));
  const { link, status, abilities, progress } = applyEvent(
    { link: 'open', status: null, abilities: {}, progress: new Map() },
    message,
  );
  const after = applyEvent(
    { link, status, abilities, progress },
    {
      kind: 'heard',
      atMs: 9,
      clockAheadMs: null,
    },
  );
  const answer = statusView({ heardAtMs: 1, server: 'https://other.example.org' });
  expect(withNewer(answer, status, after.status)).toEqual({ ...answer, heardAtMs: 9 });
  expect(withNewer(answer, status, status)).toEqual(answer);
});
