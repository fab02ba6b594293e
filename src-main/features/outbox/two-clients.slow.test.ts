import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { isFree, type Change } from '../../../src-shared/model/changes/change.ts';
import { forgetTemplate } from './test-support/model-outbox.ts';
import { DENIALS, type Luck } from './test-support/model-service.ts';
import {
  CLIENTS,
  FIELDS,
  playTrace,
  type ClientName,
  type Defects,
  type Fake,
  type Step,
} from './test-support/two-clients.ts';

afterAll(forgetTemplate);

const who = fc.constantFrom(...CLIENTS);
const badLuck = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Luck>('no-connection', 'lost-before', 'lost-after') },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Luck>(...DENIALS.map((status) => `refuse-${status}` as const)),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Luck>(
      ...DENIALS.map((status) => `carry-out-but-${status}` as const),
    ),
  },
);
const luck = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Luck>('pass') },
  { weight: 4, arbitrary: badLuck },
);
const kind = fc.constantFrom<'invite' | 'remove' | 'activate'>('invite', 'remove', 'activate');
const whom = fc.integer({ min: 0, max: 3 });

const doing = <Do extends Step['do']>(what: Do) => fc.constant(what);
const lucks = fc.array(luck, { minLength: 1, maxLength: 14 });
const guests = fc.array(whom, { maxLength: 2 });
const write = fc.integer({ min: 1, max: 9 });
const minutes = fc.constantFrom(1, 15, 43_200);
const WEIGHTED: readonly (readonly [weight: number, step: fc.Arbitrary<Step>])[] = [
  [2, fc.record({ do: doing('look'), who })],
  [4, fc.record({ do: doing('edit'), who, field: fc.constantFrom(...FIELDS) })],
  [6, fc.record({ do: kind, who, whom, byEmail: fc.boolean() })],
  [1, fc.record({ do: doing('create'), who, guests })],
  [5, fc.record({ do: doing('drain'), who, lucks })],
  [2, fc.record({ do: doing('die'), who, write, isAfter: fc.boolean() })],
  [1, fc.record({ do: doing('wait'), minutes })],
  [1, fc.record({ do: doing('break'), isBroken: fc.boolean() })],
  [1, fc.record({ do: doing('lag'), isLagging: fc.boolean() })],
];
const step = fc.oneof(...WEIGHTED.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const trace = fc.array(step, { minLength: 6, maxLength: 26, size: 'max' });

/** How often the service carried out this change for this person. */
function carriedFor({ service }: Fake, name: ClientName, change: Change): number {
  const { intent } = change;
  return service.carried.filter(({ by, what, projectId }) => {
    if (by !== name) return false;
    if (intent.kind === 'create-project') return what === `create ${intent.project.name}`;
    if (intent.kind !== 'invite-member') return false;
    return what === `invite ${intent.userId}` && projectId === intent.projectId;
  }).length;
}

function isToldUncharged({ state }: Change): boolean {
  if (state.state === 'withdrawn') return true;
  const isOver = state.state === 'refused' || state.state === 'waiting';
  return isOver && state.earlierLostAtMs === null;
}

/** The invariants at the end of every scenario; a sentence for each violation. */
function complaintsAbout(fake: Fake): readonly string[] {
  const { service, projectId, freeChanges, changes } = fake;
  const complaints = [...fake.complaints];
  for (const [name, all] of changes) {
    for (const change of all) {
      const { id, intent, state } = change;
      const isOpen = ['waiting', 'sending', 'unknown'].includes(state.state);
      if (isFree(intent) && isOpen)
        complaints.push(`${name}: ${id} (${intent.kind}) never ended: ${state.state}`);
      if (isFree(intent)) continue;
      const equals = all.filter(
        (each) => JSON.stringify(each.intent) === JSON.stringify(intent) && each.attempts > 0,
      );
      const times = carriedFor(fake, name, change);
      if (times > equals.length) complaints.push(`${name}: ${id} was paid ${times} times`);
      const uncharged = equals.filter(isToldUncharged).length;
      if (times > equals.length - uncharged)
        complaints.push(`${name}: ${id} was paid, and told to be uncharged`);
      if (state.state === 'delivered' && state.by === 'answer' && times === 0)
        complaints.push(`${name}: ${id} was answered and not done`);
    }
  }
  for (const { who: name, id } of fake.cancelled) {
    const change = changes.get(name)?.find((each) => each.id === id);
    // A computer that crashed before this was recorded withdraws nothing.
    if (change?.state.state !== 'withdrawn' && fake.deaths === 0) {
      complaints.push(`${name}: ${id} was not taken back`);
    }
  }
  // Whoever overwrites a value that the service shows has seen it.
  const edits = service.carried.filter(
    ({ what, projectId: at }) => at === projectId && what.startsWith('edit '),
  );
  for (const { by, what, before: shown } of edits) {
    const written = Object.entries(
      JSON.parse(what.slice('edit '.length)) as Record<string, string>,
    );
    for (const [field, value] of written) {
      const known = freeChanges.find((one) => one.who === by && one.value === value)?.seen ?? [];
      const before = String(shown[field]);
      if (!known.includes(before) && before !== value)
        complaints.push(`${by} overwrote ${field} "${before}" unseen with "${value}"`);
    }
  }
  // No requested change is lost silently: the service got it, or the change says what blocked it, or a later one
  // replaced it.
  for (const { who: name, field, value } of freeChanges) {
    const isLast =
      freeChanges.findLast((one) => one.who === name && one.field === field)?.value === value;
    const isCarried = edits.some(
      ({ by, what }) => by === name && what.includes(JSON.stringify(value)),
    );
    const asked = (changes.get(name) ?? []).find(
      ({ intent }) =>
        intent.kind === 'edit-project' && (intent.edit as Record<string, unknown>)[field] === value,
    );
    if (!isLast || isCarried || asked?.state.state === 'refused') continue;
    // A request is lost if the computer crashed before it was recorded.
    if (asked !== undefined)
      complaints.push(`${name}: ${field} "${value}" was lost (${asked.state.state})`);
  }
  return complaints;
}

describe('two people, one service, and everything that goes wrong between them', () => {
  test('what was wished for comes to the service once, in order, and nothing is overwritten unseen', async () => {
    let deaths = 0;
    let carried = 0;
    const numRuns = Number(process.env['LABSEAL_STORIES'] ?? 20);
    await fc.assert(
      fc.asyncProperty(trace, async (steps) => {
        const fake = await playTrace(steps);
        expect(complaintsAbout(fake)).toEqual([]);
        deaths += fake.deaths;
        carried += fake.service.carried.length;
      }),
      { numRuns },
    );
    expect(deaths).toBeGreaterThan(0);
    expect(carried).toBeGreaterThan(20);
  }, 3_600_000);
});

const edit = (name: ClientName): Step => ({ do: 'edit', who: name, field: 'area' });
const drain = (name: ClientName, ...each: Luck[]): Step => ({
  do: 'drain',
  who: name,
  lucks: each,
});
const about = (verb: 'invite' | 'remove'): Step => {
  return { do: verb, who: 'ada', whom: 2, byEmail: false };
};

describe('defects put in on purpose are found', () => {
  test.each<[string, Defects, RegExp, readonly Step[]]>([
    [
      'a later change that goes before an earlier one',
      { state: (state) => ({ ...state, changes: { ...state.changes, isNext: () => true } }) },
      /went before/,
      [edit('ada'), drain('ada', 'pass', 'lost-before'), about('invite'), drain('ada')],
    ],
    [
      'a start that forgets what was being sent',
      { isForgetful: true },
      /never ended: sending/,
      [edit('ada'), { do: 'die', who: 'ada', write: 2, isAfter: false }, drain('ada')],
    ],
    [
      'a pair that is sent although it cancels itself',
      {
        merge: (plan, asked) => (plan.add === null ? { ...plan, withdraw: [], add: asked } : plan),
      },
      /not taken back/,
      [about('invite'), about('remove'), drain('ada')],
    ],
    [
      'an edit that claims to have seen what somebody else wrote',
      { bases: (seen, shown) => [...seen, shown] },
      /unseen/,
      [edit('bob'), drain('bob'), edit('ada'), drain('ada')],
    ],
    [
      'a denial that is taken at its word',
      { isBelieving: true },
      /was paid, and told to be uncharged/,
      [about('invite'), drain('ada', 'pass', 'pass', 'pass', 'pass', 'carry-out-but-403')],
    ],
    [
      'the same, for the moment, while the lists lag',
      { isBelieving: true },
      /was paid 2 times/,
      [
        { do: 'lag', isLagging: true },
        { do: 'create', who: 'ada', guests: [] },
        drain('ada', 'pass', 'pass', 'pass', 'carry-out-but-429'),
        drain('ada'),
      ],
    ],
    [
      'a project that fails, taken for the whole service',
      { isImpatient: true },
      /was held up/,
      [edit('ada'), { do: 'create', who: 'ada', guests: [] }, { do: 'break', isBroken: true }],
    ],
  ])('%s', async (_name, defects, complaint, steps) => {
    expect(complaintsAbout(await playTrace(steps))).toEqual([]);
    expect(complaintsAbout(await playTrace(steps, defects)).join('\n')).toMatch(complaint);
  });
});
