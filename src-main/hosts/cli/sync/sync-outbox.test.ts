import { expect, test } from 'vitest';
import type { Change, ChangeState } from '../../../../src-shared/model/changes/change.ts';
import { openSentences, outboxDocument, tellSent } from './sync-outbox.ts';
import { makeOutput } from '../output.ts';
import { fakeTerminal } from '../test-support/fake-terminal.ts';

let lastId = 0;
function changeIn(state: ChangeState, over: Partial<Change> = {}): Change {
  const intent = { kind: 'invite-member', projectId: 'p', userId: 'u', userName: 'Casey' } as const;
  lastId += 1;
  const numbers = { id: lastId, attempts: 0, createdAtMs: 0 };
  return { key: 'k', intent, state, baseline: null, ...numbers, ...over };
}

const away = {
  kind: 'unavailable',
  why: 'no-connection',
  status: null,
  retryAfterMs: null,
} as const;
const waits = (fault: typeof away | null = null): ChangeState => ({
  state: 'waiting',
  lastTry: fault === null ? null : { atMs: 1, fault },
  earlierLostAtMs: null,
});
const lost = { state: 'unknown', lostAtMs: 1, lookedAtMs: null, finding: 'not-looked' } as const;
const denial = { status: 400, fault: away, earlierLostAtMs: null };
const tag = { kind: 'create-tag', name: 'Ebb' } as const;
const agreed = { passedReserve: null };
const delivered = { state: 'delivered', atMs: 1, by: 'evidence', projectId: null } as const;
const refused: ChangeState = {
  state: 'refused',
  atMs: 1,
  cause: { kind: 'credits', needed: 10, balance: 0 },
  earlierLostAtMs: null,
};

test.each<readonly [string, readonly Change[], string, typeof away | null]>([
  [
    'what was agreed to, and the reason why it waits',
    [changeIn(waits(away), { agreed }), changeIn(waits(), { intent: tag })],
    '2 changes still wait to be sent. The service cannot be reached: nothing answers at its address.',
    away,
  ],
  [
    'what waits because of an earlier pass, and not its reason then',
    [changeIn(waits(away), { agreed })],
    '1 change still waits to be sent. The next sync tries again.',
    null,
  ],
  [
    'what was not agreed to, with its price',
    [changeIn(waits()), changeIn(waits())],
    '2 changes for 20 credits await your approval: "labseal outbox send".',
    null,
  ],
  [
    'a free change without a known result',
    [changeIn(lost, { intent: tag })],
    'The result of 1 change is unknown. The next sync checks again; no credits are at stake.',
    null,
  ],
  [
    'a paid change without a known result',
    [changeIn(lost)],
    '1 change needs attention: see "labseal outbox list".',
    null,
  ],
  [
    'a denial that is not confirmed',
    [changeIn({ ...lost, denial })],
    'The service denied 1 change, and it is not known yet whether it was charged. The next sync',
    null,
  ],
])('a pass names at its end %s', (_what, open, sentence, fault) => {
  const sentences = openSentences({ ended: [], open, fault });
  expect(sentences).toHaveLength(1);
  expect(sentences[0]).toContain(sentence);
});

test('what ended is named, with what became of its price', () => {
  const { written, ...terminal } = fakeTerminal();
  tellSent(
    { ended: [changeIn(delivered), changeIn(refused)], fault: null },
    makeOutput(terminal, false),
  );
  expect(written.stderr()).toContain('10 credits');
  expect(written.stderr()).toContain('Nothing was charged.');
});

test('what was so already was not sent, and says that nothing was charged', () => {
  const { written, ...terminal } = fakeTerminal();
  const there = changeIn({ ...delivered, by: 'already-there' });
  tellSent({ ended: [there, changeIn(delivered)], fault: null }, makeOutput(terminal, false));
  expect(written.stderr()).toContain('1 change was sent. 1 change had been made already.\n');
  expect(written.stderr()).toContain(
    'Casey is in the project or invited already. Nothing was sent or charged.',
  );
  expect(written.stderr().match(/10 credits/g)).toHaveLength(1);
});

test('what was refused in the pass was named already', () => {
  const change = changeIn(refused);
  expect(openSentences({ ended: [change], open: [change], fault: null })).toEqual([]);
});

test('the document shows both, and no key', () => {
  const change = changeIn(waits(), { agreed });
  const document = outboxDocument({ ended: [], open: [change] });
  expect(document).toMatchObject({ ended: [], open: [{ state: 'waiting', isAgreed: true }] });
  expect(JSON.stringify(document)).not.toContain('"k"');
});
