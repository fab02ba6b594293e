import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { OutboxView } from '../../../src-shared/bridge/outbox-calls.ts';
import type { Change, Finding } from '../../../src-shared/model/changes/change.ts';
import { fail, ok } from '../../../src-shared/model/result.ts';
import { press, expectText, expectRole } from '../../test-support/person.ts';
import { change as changeOf, invite, outboxView, WAITS } from '../../test-support/people.ts';
import { showing } from '../../test-support/visit.tsx';
import { outcomeText } from '../../words/change-outcome.ts';
import { wordsOf } from '../../words/words-context.ts';
import { groupChanges } from './change-groups.ts';
import { OutboxScreen } from './outbox-screen.tsx';

const change = (id: number, userName: string, state: Change['state']): Change => ({
  ...changeOf(invite('p1', userName), state),
  id,
});
const unknown = { state: 'unknown', lostAtMs: 0, finding: 'absent', lookedAtMs: 1 } as const;
const no = { kind: 'forbidden', serviceSays: 'no' } as const;
const DENIED = { ...unknown, denial: { status: 403, fault: no, earlierLostAtMs: null } } as const;
const delivered = { state: 'delivered', atMs: 0, by: 'answer', projectId: null } as const;
const LIST = [
  change(1, 'Ada', delivered),
  change(2, 'Bo', WAITS),
  change(3, 'Cy', unknown),
  change(4, 'Di', WAITS),
];
const answers = (over: Partial<OutboxView> = {}) => ({
  'outbox.list': () => outboxView({ changes: LIST, waitingCredits: 20, ...over }),
  'outbox.send': () => ok([]),
  'outbox.resolve': () => ok(LIST[2]),
  'credits.balance': () => ({ credits: 100, reserve: null }),
});
const show = showing({ path: '/outbox' }, OutboxScreen);

const names = (changes: readonly Change[]) => changes.map(({ id }) => id);

describe('the outbox', () => {
  test('what asks for a person comes first, then what waits in its order, then what is over', () => {
    const { asking, waiting: waits, over } = groupChanges(LIST.toReversed());
    expect([names(asking), names(waits), names(over)]).toEqual([[3], [2, 4], [1]]);
  });

  test('everything that waits is sent once its price and the balance afterwards were seen', async () => {
    const { bridge } = show(answers());
    await expectText('2 changes wait: 20 credits');
    await press('Send now (20 credits)');
    const question = within(screen.getByRole('alertdialog', { name: 'Send what waits?' }));
    expect(question.getByText('100 → 80')).toBeVisible();
    expect(bridge.inputs('outbox.send')).toEqual([]);
    await press('Send now (20 credits)', question);
    expect(bridge.inputs('outbox.send')).toEqual([
      { ids: ['2', '4'], credits: 20, passedReserve: null },
    ]);
  });

  test('what was so already, or was taken back, has no price', async () => {
    const there = change(1, 'Ada', { ...delivered, by: 'already-there' });
    const back = change(2, 'Bo', { state: 'withdrawn', atMs: 0 });
    show(answers({ changes: [there, back], waitingCredits: 0 }));
    await expectText('It is so already. Nothing was sent and nothing was spent.');
    expect(screen.queryByText('10 credits')).toBeNull();
  });

  test('going below the reserve is said before it is agreed to', async () => {
    const { bridge } = show(answers({ breach: { reserve: 90, left: 80 } }));
    await press('Send now (20 credits)');
    const question = within(screen.getByRole('alertdialog', { name: 'Send what waits?' }));
    expect(question.getByText(/leaves 80 credits and uses your reserve of 90/)).toBeVisible();
    await press('Send now (20 credits)', question);
    expect(bridge.inputs('outbox.send')).toEqual([
      { ids: ['2', '4'], credits: 20, passedReserve: 90 },
    ]);
  });

  test('a lost answer is looked for or left open; sending again is a question with its price', async () => {
    const { bridge } = show(answers());
    await press('Check now: Invite Cy');
    await press('Send again: Invite Cy');
    const question = within(screen.getByRole('alertdialog', { name: 'Send again: Invite Cy?' }));
    expect(question.getByText(/may charge 10 credits a second time/)).toBeVisible();
    expect(bridge.inputs('outbox.resolve')).toEqual([{ id: '3', decision: 'look' }]);
    await press('Send again (10 credits)', question);
    expect(bridge.inputs('outbox.resolve').at(-1)).toEqual({
      id: '3',
      decision: 'send-again',
      agreed: { credits: 10, passedReserve: null },
    });
  });

  test('a reason that is kept is told with its time, as what was', async () => {
    const fault = { kind: 'unavailable', why: 'no-connection', status: null } as const;
    const lastTry = { atMs: 0, fault: { ...fault, retryAfterMs: null } };
    const cause = { kind: 'credits', needed: 10, balance: 0 } as const;
    const poor = { state: 'refused', atMs: 0, cause, earlierLostAtMs: null } as const;
    const changes = [change(1, 'Ada', { ...WAITS, lastTry }), change(2, 'Bo', poor), LIST[2]!];
    show(answers({ changes }));
    await expectText(/It was last tried on .*1970.*: the service could not be reached\./);
    await expectText(/Refused on .*1970.*: It costs 10 credits/);
    await expectText(/Checked on .*1970.*: After ten minutes/);
  });

  test('a denial that is checked asks nobody, and can be checked now', async () => {
    const changes = [change(3, 'Cy', { ...DENIED, finding: 'not-looked', lookedAtMs: null })];
    expect(names(groupChanges(changes).waiting)).toEqual([3]);
    show(answers({ changes, waitingCredits: 0 }));
    await expectText(/The service answered 403 \(“no”\) on .*Labseal is checking that\./);
    expect(screen.queryByText(/change waits/)).toBeNull();
    const row = within(screen.getByRole('listitem'));
    expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Check now']);
  });

  test.each([
    ['en', 'The service answered 403 (“no”) on', 'may have been done and paid for', 'is checking'],
    [
      'it',
      'Il servizio ha risposto 403 (“no”) il',
      'Può essere stato fatto e pagato',
      'controllando',
    ],
  ] as const)(
    'a denial is said as it came, whether it is checked or not: %s',
    (language, ...parts) => {
      const said = (finding: Finding) =>
        outcomeText(change(3, 'Cy', { ...DENIED, finding }), wordsOf(language));
      const checking = parts.at(-1) ?? '';
      for (const part of parts) expect(said('too-early')).toContain(part);
      for (const part of parts.slice(0, -1)) expect(said('charged')).toContain(part);
      expect(said('charged')).not.toContain(checking);
    },
  );

  test('what waits is taken back; what is over has nothing to decide', async () => {
    const { bridge } = show(answers());
    await press('Undo: Invite Bo');
    expect(bridge.inputs('outbox.resolve')).toEqual([{ id: '2', decision: 'undo' }]);
    expect(screen.queryByRole('button', { name: /Ada/ })).toBeNull();
  });

  test('what was refused asks for a person until they put it away; then it is over', async () => {
    const cause = { kind: 'credits', needed: 10, balance: 0 } as const;
    const poor = { state: 'refused', atMs: 0, cause, earlierLostAtMs: null } as const;
    const refused = [change(5, 'Ed', poor), change(6, 'Flo', { ...poor, putAwayAtMs: 1 })];
    const { asking, over } = groupChanges(refused);
    expect([names(asking), names(over)]).toEqual([[5], [6]]);
    const { bridge } = show(answers({ changes: refused }));
    await press('Dismiss: Invite Ed');
    expect(bridge.inputs('outbox.resolve')).toEqual([{ id: '5', decision: 'undo' }]);
    expect(screen.queryByRole('button', { name: /Flo/ })).toBeNull();
  });

  test('an empty outbox and one that cannot be read say so', async () => {
    const { unmount } = show(answers({ changes: [] }));
    await expectText('Nothing waits to be sent');
    unmount();
    show({ ...answers(), 'outbox.list': () => fail({ kind: 'host-lost' }) });
    await expectRole('button', 'Try again');
  });
});
