import { describe, expect, test } from 'vitest';
import type { SessionState } from '../../src-shared/model/people/session-view.ts';
import type { PageEvent } from '../bridge/bridge.ts';
import { accountStatus, snapshotMessage, statusView } from '../test-support/builders.ts';
import { applyEvent, NOTHING_READ, withNewer } from './core-store.ts';

test('a status that was asked for before an event does not take back what the event said', () => {
  const { status, ...view } = applyEvent(
    NOTHING_READ,
    snapshotMessage(1, statusView({ heardAtMs: 1 })),
  );
  const after = applyEvent({ ...view, status }, { kind: 'heard', atMs: 9, clockAheadMs: null });
  const answer = statusView({ heardAtMs: 1, server: 'https://other.example.org' });
  expect(withNewer(answer, status, after.status)).toEqual({ ...answer, heardAtMs: 9 });
  expect(withNewer(answer, status, status)).toEqual(answer);
});

describe('what belongs to an account', () => {
  const server = 'https://service.example.org';
  const ofAccount = (account: string, state: 'signed-in' | 'ended' = 'signed-in'): SessionState => {
    const who = { account, server, userId: account, email: `${account}@lab.example` };
    return state === 'ended'
      ? { ...who, state, why: 'expired' }
      : { ...who, state, expiresAtMs: 1, keeping: { kept: 'keychain' } };
  };
  const session = (state: SessionState): PageEvent => ({
    kind: 'session',
    view: { server, session: state },
  });
  const first = applyEvent(
    NOTHING_READ,
    snapshotMessage(1, statusView({ session: ofAccount('ada'), account: accountStatus() })),
  );

  test('stays when the session ends and the same person signs in again', () => {
    expect(first.status?.account).not.toBeNull();
    const ended = applyEvent(first, session(ofAccount('ada', 'ended')));
    const again = applyEvent(ended, session(ofAccount('ada')));
    expect(again).toMatchObject({ accountChanges: 0, status: { account: first.status?.account } });
  });

  test.each([
    ['at once', []],
    ['after an ended session', [session(ofAccount('ada', 'ended'))]],
    ['after signing out', [session({ state: 'signed-out' })]],
  ] as const)('is dropped when somebody else signs in, %s', (_when, events) => {
    const second = [...events, session(ofAccount('bo'))].reduce(applyEvent, first);
    expect(second).toMatchObject({
      account: 'bo',
      accountChanges: 1,
      status: { account: null, waits: [] },
    });
    expect(second.progress.size).toBe(0);
  });

  test('is dropped when a host comes back with somebody else', () => {
    const message = snapshotMessage(2, statusView({ session: ofAccount('bo') }));
    expect(applyEvent(first, message)).toMatchObject({ account: 'bo', accountChanges: 1 });
  });

  test('is dropped with a sign-out', () => {
    expect(applyEvent(first, session({ state: 'signed-out' })).status?.account).toBeNull();
  });
});
