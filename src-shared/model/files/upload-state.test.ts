import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  mayBeSent,
  mayBeStopped,
  nextUpload,
  type UploadEvent,
  type UploadState,
} from './upload-state.ts';

const attemptId = 'a1';
const part = { attemptId, resource: 'https://s/u/1', confirmedBytes: 5 };

const STATES = {
  waiting: { state: 'waiting', part: null },
  'waiting +part': { state: 'waiting', part },
  sending: { state: 'sending', attemptId, part: null },
  'sending +part': { state: 'sending', attemptId, part },
  released: { state: 'tail-released', attemptId, part: null },
  'released +part': { state: 'tail-released', attemptId, part },
  unknown: { state: 'unknown', part: null },
  'unknown +part': { state: 'unknown', part },
  recorded: { state: 'recorded' },
  refused: { state: 'refused' },
  dropped: { state: 'dropped' },
  'given-up': { state: 'given-up' },
} as const satisfies Record<string, UploadState>;

const ended = { type: 'attempt-ended', attemptId, note: '{}' } as const;
const EVENTS = {
  begun: { type: 'attempt-begun', attemptId },
  resumed: { type: 'attempt-resumed', attemptId },
  announced: { type: 'resource-announced', attemptId, resource: part.resource },
  elsewhere: { type: 'resource-announced', attemptId, resource: 'https://s/u/2' },
  'part dropped': { type: 'resource-dropped', attemptId },
  confirmed: { type: 'bytes-confirmed', attemptId, bytes: 3 },
  released: { type: 'tail-released', attemptId },
  'ended early': { ...ended, isUnrecorded: true },
  'ended in doubt': { ...ended, isUnrecorded: false },
  recorded: { type: 'recorded', recordId: 1, by: null },
  refused: { type: 'refused' },
  unrecorded: { type: 'unrecorded', after: 'silence' },
  'answer lost': { type: 'answer-lost' },
  dropped: { type: 'dropped' },
  'given up': { type: 'given-up' },
  recovered: { type: 'recovered' },
  unlisted: { type: 'unlisted', received: { kind: 'confirmation', fileId: '7' }, fileId: 1 },
} as const satisfies Record<string, UploadEvent>;

type Row = Partial<Record<keyof typeof EVENTS, string>>;

const LATE = (state: string): Row => ({
  announced: state,
  elsewhere: state,
  'part dropped': state,
  confirmed: state,
  'ended early': state,
  'ended in doubt': state,
});

/** Where each event leads; what is not named does not fit. */
const TABLE: Record<keyof typeof STATES, Row> = {
  waiting: {
    begun: 'sending',
    'part dropped': 'waiting',
    recorded: 'recorded',
    refused: 'refused',
    'answer lost': 'unknown',
    dropped: 'dropped',
    recovered: 'waiting',
  },
  'waiting +part': {
    resumed: 'sending +part',
    'part dropped': 'waiting',
    recorded: 'recorded',
    refused: 'refused',
    'answer lost': 'unknown +part',
    dropped: 'dropped',
    recovered: 'waiting +part',
  },
  sending: {
    announced: 'sending +part',
    elsewhere: 'sending +part',
    'part dropped': 'sending',
    confirmed: 'sending',
    released: 'released',
    'ended early': 'waiting',
    'ended in doubt': 'released',
    recorded: 'recorded',
    'answer lost': 'unknown',
    dropped: 'dropped',
    recovered: 'waiting',
  },
  'sending +part': {
    announced: 'sending +part',
    'part dropped': 'sending',
    confirmed: 'sending +part',
    released: 'released +part',
    'ended early': 'waiting +part',
    'ended in doubt': 'released +part',
    recorded: 'recorded',
    'answer lost': 'unknown +part',
    dropped: 'dropped',
    recovered: 'waiting +part',
  },
  released: {
    announced: 'released +part',
    elsewhere: 'released +part',
    'part dropped': 'released',
    confirmed: 'released',
    'ended in doubt': 'released',
    recorded: 'recorded',
    'answer lost': 'unknown',
    recovered: 'unknown',
  },
  'released +part': {
    resumed: 'released +part',
    announced: 'released +part',
    'part dropped': 'released',
    confirmed: 'released +part',
    'ended in doubt': 'released +part',
    recorded: 'recorded',
    'answer lost': 'unknown +part',
    recovered: 'unknown +part',
  },
  unknown: {
    'part dropped': 'unknown',
    confirmed: 'unknown',
    'ended in doubt': 'unknown',
    recorded: 'recorded',
    refused: 'refused',
    unrecorded: 'waiting',
    'given up': 'given-up',
    recovered: 'unknown',
  },
  'unknown +part': {
    resumed: 'unknown +part',
    'part dropped': 'unknown',
    confirmed: 'unknown +part',
    'ended in doubt': 'unknown +part',
    recorded: 'recorded',
    refused: 'refused',
    unrecorded: 'waiting',
    'given up': 'given-up',
    recovered: 'unknown +part',
  },
  recorded: { ...LATE('recorded'), unlisted: 'unknown' },
  refused: LATE('refused'),
  dropped: { ...LATE('dropped'), recorded: 'recorded' },
  'given-up': { ...LATE('given-up'), recorded: 'recorded' },
};

function nameOf(to: UploadState | null): string | undefined {
  if (to === null) return undefined;
  const code = to.state === 'tail-released' ? 'released' : to.state;
  return 'part' in to && to.part !== null ? `${code} +part` : code;
}

const keysOf = <Key extends string>(of: Record<Key, unknown>) => Object.keys(of) as Key[];

test.each(keysOf(STATES))('from %s each event leads where the table says', (from) => {
  const seen: Row = {};
  for (const event of keysOf(EVENTS)) {
    const to = nameOf(nextUpload(STATES[from], EVENTS[event]));
    if (to !== undefined) seen[event] = to;
  }
  expect(seen).toEqual(TABLE[from]);
});

const OF_ANOTHER = Object.values<UploadEvent>(EVENTS).flatMap((event) =>
  'attemptId' in event ? [Object.assign({}, event, { attemptId: 'a2' })] : [],
);
const anyEvent = fc.constantFrom<UploadEvent>(...Object.values(EVENTS), ...OF_ANOTHER);

/** The file on the service, what its list and the balance tell, or a person's decision. No answer alone is any of these. */
const EVIDENCE: ReadonlySet<UploadEvent['type']> = new Set([
  'recorded',
  'refused',
  'unrecorded',
  'given-up',
]);

const isGone = (at: UploadState) => at.state === 'tail-released' || at.state === 'unknown';

describe('whatever happens, in any order', () => {
  test('after the last bytes were released nothing but evidence or a person lets the form, or its content, be sent again', () => {
    let releases = 0;
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        let at: UploadState = { state: 'waiting', part: null };
        let isOut = false;
        for (const event of events) {
          const next = nextUpload(at, event);
          if (next === null) continue;
          if (EVIDENCE.has(event.type)) isOut = false;
          at = next;
          isOut ||= isGone(at);
          if (!isOut) continue;
          releases += 1;
          expect(isGone(at)).toBe(true);
          expect([mayBeSent(at), mayBeStopped(at)]).toEqual([false, false]);
        }
      }),
      { numRuns: 2_000 },
    );
    expect(releases).toBeGreaterThan(100);
  });

  test('a person can end only what nobody can tell, and nothing but the service’s evidence follows an end', () => {
    const givesUp = keysOf(STATES).filter(
      (from) => nextUpload(STATES[from], EVENTS['given up']) !== null,
    );
    expect(givesUp).toEqual(['unknown', 'unknown +part']);
    const evidence = {
      recorded: ['unknown'],
      refused: [],
      dropped: ['recorded'],
      'given-up': ['recorded'],
    };
    for (const [from, to] of Object.entries(evidence) as [keyof typeof STATES, string[]][]) {
      const left = Object.values<UploadEvent>(EVENTS).map((each) => nextUpload(STATES[from], each));
      expect(new Set(left.map(nameOf))).toEqual(new Set([from, undefined, ...to]));
    }
  });

  test('a found record is kept by every upload of which it may be, and stays until no list shows it: then it is unknown', () => {
    let found = 0;
    let unlisted = 0;
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        let at: UploadState = { state: 'waiting', part: null };
        for (const event of events) {
          const next: UploadState = nextUpload(at, event) ?? at;
          const isFound = event.type === 'recorded' && at.state !== 'refused';
          found += isFound ? 1 : 0;
          const isDoubted = event.type === 'unlisted' && at.state === 'recorded';
          unlisted += isDoubted ? 1 : 0;
          const mustBeRecorded = isFound || (at.state === 'recorded' && !isDoubted);
          expect(next.state === 'recorded').toBe(mustBeRecorded);
          expect(!isDoubted || next.state === 'unknown').toBe(true);
          at = next;
        }
      }),
      { numRuns: 2_000 },
    );
    expect(found).toBeGreaterThan(100);
    expect(unlisted).toBeGreaterThan(10);
  });

  test('one attempt at a time: events of another one change nothing', () => {
    for (const from of ['sending', 'sending +part', 'released +part', 'unknown +part'] as const) {
      for (const event of OF_ANOTHER) expect(nextUpload(STATES[from], event)).toBeNull();
    }
  });
});

test('a promise about bytes only grows', () => {
  const confirmed = (bytes: number) =>
    nextUpload(STATES['sending +part'], { type: 'bytes-confirmed', attemptId, bytes });
  expect(confirmed(4)).toEqual(STATES['sending +part']);
  expect(confirmed(9)).toEqual({
    state: 'sending',
    attemptId,
    part: { ...part, confirmedBytes: 9 },
  });
});
