/**
 * Two people's changes to projects and members, which wait in their outboxes and are sent once, in order, whatever goes
 * wrong. A seed is so many stories; a broken one is made as short as it can be told.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { isFree, type Change } from '../../src-shared/model/changes/change.ts';
import { DENIALS, type Luck } from '../../src-main/features/outbox/test-support/model-service.ts';
import { forgetTemplate } from '../../src-main/features/outbox/test-support/open-model-outbox.ts';
import type { Verdict } from '../variants.ts';
import {
  CLIENTS,
  FIELDS,
  playStory,
  type ClientName,
  type Step,
  type Story,
} from './two-clients.ts';

const STORIES = 20;

export async function playOutbox(seed: number): Promise<Verdict> {
  const figures = { stories: 0, crashes: 0, changes: 0 };
  const told = createHash('sha256');
  const holds = async (steps: readonly Step[]): Promise<void> => {
    const story = await playStory(steps);
    const [wrong] = complaintsAbout(story);
    told.update(JSON.stringify(story.service.carried));
    figures.stories += 1;
    figures.crashes += story.deaths;
    figures.changes += story.service.carried.length;
    if (wrong !== undefined) throw new Error(wrong);
  };
  try {
    const { counterexample, errorInstance } = await fc.check(fc.asyncProperty(steps, holds), {
      seed,
      numRuns: STORIES,
    });
    const shortest = counterexample?.[0] ?? [];
    const what = errorInstance instanceof Error ? errorInstance.message : 'nobody knows why';
    return {
      broken: counterexample === null ? null : { invariant: 11, what },
      trace: shortest.map((step) => JSON.stringify(step)),
      digest: told.digest('hex').slice(0, 16),
      figures,
    };
  } finally {
    forgetTemplate();
  }
}

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
const steps = fc.array(step, { minLength: 6, maxLength: 26, size: 'max' });

/** How often the service carried out this change for this person. */
function carriedFor({ service }: Story, name: ClientName, change: Change): number {
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
function complaintsAbout(story: Story): readonly string[] {
  const { service, projectId, freeChanges, changes } = story;
  const complaints = [...story.complaints];
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
      const times = carriedFor(story, name, change);
      if (times > equals.length) complaints.push(`${name}: ${id} was paid ${times} times`);
      const uncharged = equals.filter(isToldUncharged).length;
      if (times > equals.length - uncharged)
        complaints.push(`${name}: ${id} was paid, and told to be uncharged`);
      if (state.state === 'delivered' && state.by === 'answer' && times === 0)
        complaints.push(`${name}: ${id} was answered and not done`);
    }
  }
  for (const { who: name, id } of story.cancelled) {
    const change = changes.get(name)?.find((each) => each.id === id);
    if (change?.state.state !== 'withdrawn') complaints.push(`${name}: ${id} was not taken back`);
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
      // A change that still waits takes a later edit in, and keeps what was seen at the first.
      const own = freeChanges.filter((one) => one.who === by && one.field === field);
      const upTo = own.findIndex((one) => one.value === value) + 1;
      const known = own.slice(0, upTo).flatMap(({ seen }) => seen);
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
