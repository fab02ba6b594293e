/**
 * Two people with a computer each, one service, and everything that can go wrong: lost requests and answers, days
 * without a connection, a computer that crashes at any write. A scenario is a list of steps. At its end the service's
 * charges are compared with the requested changes.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  isFree,
  laneOf,
  type Change,
  type ChangeIntent,
} from '../../src-shared/model/changes/change.ts';
import { mergeChange } from '../../src-shared/model/changes/merge-change.ts';
import { creatorOf, localProjectId, localUserId } from '../../src-shared/model/changes/local-id.ts';
import { isSameValue, projectFields } from '../../src-shared/model/projects/project-fields.ts';
import type { FieldValue } from '../../src-shared/model/changes/record-edit.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import type { Project } from '../../src-shared/service/projects.ts';
import { makeFakeClock } from '../../src-main/test-support/fake-clock.ts';
import { NEW_PROJECT } from '../../src-shared/service/test-support/example-requests.ts';
import type { State } from '../../src-main/db/state.ts';
import type { Outbox } from '../../src-main/features/outbox/outbox.ts';
import {
  openModelOutbox,
  type OutboxState,
} from '../../src-main/features/outbox/test-support/open-model-outbox.ts';
import {
  makeModelService,
  type Luck,
  type ModelService,
} from '../../src-main/features/outbox/test-support/model-service.ts';

export const PEOPLE = ['ada', 'bob', 'cy', 'dee'] as const;
export const CLIENTS = ['ada', 'bob'] as const;
export type ClientName = (typeof CLIENTS)[number];
export const FIELDS = ['name', 'area', 'location'] as const;

interface AboutPerson {
  readonly do: 'invite' | 'remove' | 'activate';
  readonly whom: number;
  readonly byEmail: boolean;
}
/** A computer crashes at a write, counted from now; `isAfter`: once it is durable. */
type ByClient =
  | { readonly do: 'look' }
  | { readonly do: 'edit'; readonly field: (typeof FIELDS)[number] }
  | AboutPerson
  | { readonly do: 'create'; readonly guests: readonly number[] }
  | { readonly do: 'drain'; readonly lucks: readonly Luck[] }
  | { readonly do: 'die'; readonly write: number; readonly isAfter: boolean };
export type Step =
  | (ByClient & { readonly who: ClientName })
  /** Requests about the common project fail inside the service from now on, or no longer. */
  | { readonly do: 'break'; readonly isBroken: boolean }
  /** What is read shows the past from now on, or no longer. */
  | { readonly do: 'lag'; readonly isLagging: boolean }
  | { readonly do: 'wait'; readonly minutes: number };

const MOST_ROUNDS = 12;

class Death extends Error {}

const never = new AbortController().signal;
const plain = (_field: string, one: FieldValue, other: FieldValue) => isSameValue(one, other);

interface Client {
  readonly name: ClientName;
  state: State;
  outbox: Outbox;
  copy: Project;
  lucks: Luck[];
  /** Writes until the crash; null: no crash. */
  death: { left: number; readonly isAfter: boolean } | null;
  deaths: number;
}

export async function playStory(steps: readonly Step[]): Promise<Story> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-two-'));
  const clock = makeFakeClock();
  const service = makeModelService(PEOPLE);
  for (const who of CLIENTS) service.give(who, 1_000);
  service.directly('ada', 'createProject', { body: DRAFT });
  const projectId = service.projects()[0]?.id ?? '';
  service.directly('ada', 'inviteMember', { path: { projectId, userId: 'dee' } });
  service.carried.length = 0;
  const complaints: string[] = [];
  const freeChanges: FreeChangeRequest[] = [];
  const cancelled: Story['cancelled'][number][] = [];
  let values = 0;
  const clients = CLIENTS.map((name) => open(name));

  function open(name: ClientName, before?: Client): Client {
    const ids = { uuid: () => `${name}-${(values += 1)}`, hex: () => `${(values += 1)}` };
    const nobody = {} as Pick<Client, 'state' | 'outbox'>;
    const client = before ?? { name, ...nobody, copy: shown(), lucks: [], death: null, deaths: 0 };
    client.death = null;
    const { outbox } = openModelOutbox({
      folder: path.join(root, name),
      clock,
      ids,
      service,
      who: name,
      luck: () => client.lucks.shift() ?? 'pass',
      wrap(state) {
        client.state = state;
        return watched(client);
      },
    });
    client.outbox = outbox;
    return client;
  }

  function shown(): Project {
    const project = service.project(projectId);
    if (project === null) throw new Error('the project is gone');
    return project;
  }

  /** Every write may be the last, and an independent check evaluates every start. */
  function watched(client: Client): OutboxState {
    const { state } = client;
    return {
      ...state,
      transaction<Value>(work: () => Value): Value {
        const { death } = client;
        if (death !== null) death.left -= 1;
        if (death?.left === 0 && !death.isAfter) throw new Death();
        const value = state.transaction(work);
        if (death?.left === 0) throw new Death();
        return value;
      },
      changes: {
        ...state.changes,
        beginAttempt(change, sending, baseline) {
          evaluateOrder(client, change.id);
          state.changes.beginAttempt(change, sending, baseline);
        },
      },
    };
  }

  /** In a project changes are sent in the order of creation: each earlier one has ended, or is unknown and paid for. */
  function evaluateOrder({ name, state }: Client, id: number): void {
    const all = state.changes.all();
    const change = all.find((each) => each.id === id);
    if (change === undefined) return;
    for (const before of all) {
      if (before.id >= id || laneOf(before.intent) !== laneOf(change.intent)) continue;
      const isOpen =
        before.state.state === 'waiting' ||
        (before.state.state === 'unknown' && isFree(before.intent));
      if (isOpen) complaints.push(`${name}: ${id} went before ${before.id}`);
    }
  }

  function requested(client: Client, intent: ChangeIntent, isPaid: boolean): Change | null {
    const { outbox } = client;
    if (isPaid && !isFree(intent) && outbox.openLike(intent) !== null) return null;
    const contrary = contraryOf(intent, outbox.list());
    const plan = mergeChange(outbox.list(), intent, plain);
    const merged = outbox.merge(plan, isPaid ? { passedReserve: null } : undefined);
    if (contrary !== null) cancelled.push({ who: client.name, id: contrary });
    return merged;
  }

  function edit(client: Client, field: (typeof FIELDS)[number]): void {
    values += 1;
    const value = `value ${values}`;
    const seen: FieldValue = projectFields(client.copy)[field] ?? null;
    const own = client.outbox.list().flatMap(({ intent, state }) => {
      const isGone = ['sending', 'unknown', 'delivered'].includes(state.state);
      return isGone && intent.kind === 'edit-project' ? (intent.edit[field] ?? []) : [];
    });
    const known = [seen, ...own];
    freeChanges.push({ who: client.name, field, value, seen: known });
    const bases = { [field]: known };
    requested(
      client,
      { kind: 'edit-project', projectId, projectName: 'x', edit: { [field]: value }, bases },
      false,
    );
  }

  /** Faces offer to remove and to activate people they show. */
  function person(client: Client, { do: verb, whom, byEmail }: AboutPerson): void {
    const userId = PEOPLE[whom] ?? 'cy';
    const about = { projectId, userId, userName: userId };
    const member = client.copy.members.records.find(({ id }) => id === userId);
    const isWaiting = client.outbox.list().some(({ intent, state }) => {
      if (intent.kind !== 'invite-member' || state.state !== 'waiting') return false;
      return intent.userId === userId;
    });
    if (verb === 'invite' && userId !== client.name) {
      const id = byEmail ? localUserId(`${userId}@lab.test`) : userId;
      requested(client, { kind: 'invite-member', ...about, userId: id }, true);
    }
    if (verb === 'remove' && (member !== undefined || isWaiting))
      requested(client, { kind: 'remove-member', ...about }, false);
    if (verb === 'activate' && member?.status === 'On-hold')
      requested(client, { kind: 'activate-member', ...about }, false);
  }

  function create(client: Client, guests: readonly number[]): void {
    values += 1;
    const project = { ...DRAFT, name: `Project ${values}` };
    const made = requested(client, { kind: 'create-project', project, isAnother: false }, true);
    if (made === null) return;
    for (const guest of new Set(guests)) {
      const userId = PEOPLE[guest] ?? 'cy';
      const about = { projectId: localProjectId(made.id), userId, userName: userId };
      requested(client, { kind: 'invite-member', ...about }, true);
    }
  }

  async function take(step: Step): Promise<void> {
    if (step.do === 'wait') return clock.advance(step.minutes * MINUTE_MS);
    if (step.do === 'break') return service.setBroken(projectId, step.isBroken);
    if (step.do === 'lag') return service.setLagging(step.isLagging);
    const client = clients.find(({ name }) => name === step.who);
    if (client === undefined) return;
    switch (step.do) {
      case 'look':
        client.copy = shown();
        return;
      case 'edit':
        return edit(client, step.field);
      case 'invite':
      case 'remove':
      case 'activate':
        return person(client, step);
      case 'create':
        return create(client, step.guests);
      case 'drain':
        client.lucks = [...step.lucks];
        await client.outbox.drain(never); // it never sleeps
        client.lucks = [];
        return;
      case 'die':
        client.death = { left: step.write, isAfter: step.isAfter };
        return;
    }
  }

  /** Takes a step; a computer that crashes in it restarts from its database. */
  async function survive(step: Step): Promise<void> {
    try {
      await take(step);
    } catch (error) {
      if (!(error instanceof Death)) throw error;
      const dead = clients.find(({ death }) => death !== null && death.left <= 0);
      if (dead === undefined) throw error;
      dead.state.close();
      dead.deaths += 1;
      dead.lucks = [];
      open(dead.name, dead);
    }
  }

  async function settle(): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const rounds = [];
      for (const client of clients) rounds.push(await client.outbox.drain(never));
      if (rounds.every(({ isLeft }) => !isLeft)) break;
      await clock.advance(30 * SECOND_MS);
    }
  }

  /** What may go by itself, into a project that exists and works, must have ended. */
  function evaluateOthers(): void {
    for (const { name, outbox } of clients) {
      for (const { id, intent, state, agreed } of outbox.list()) {
        const lane = laneOf(intent);
        const isFit = lane !== projectId && creatorOf(lane) === null;
        const mayGo = isFree(intent) || agreed !== undefined;
        if (isFit && mayGo && state.state === 'waiting')
          complaints.push(`${name}: ${id} was held up`);
      }
    }
  }

  /** Connections work again, no computer crashes, and time passes: whatever can end automatically must end. */
  async function calm(): Promise<void> {
    for (const client of clients) client.death = null;
    service.setLagging(false);
    await settle();
    evaluateOthers();
    service.setBroken(projectId, false);
    await settle();
    await clock.advance(30 * DAY_MS);
    for (const { outbox } of clients) {
      for (const { id } of outbox.list()) await outbox.check(id, never);
    }
  }

  try {
    for (const step of steps) await survive(step);
    await calm();
    return {
      service,
      projectId,
      freeChanges,
      cancelled,
      complaints,
      deaths: clients.reduce((sum, { deaths }) => sum + deaths, 0),
      changes: new Map(clients.map(({ name, outbox }) => [name, outbox.list()])),
    };
  } finally {
    for (const { state } of clients) state.close();
    fs.rmSync(root, { recursive: true, force: true });
  }
}

export interface FreeChangeRequest {
  readonly who: ClientName;
  readonly field: (typeof FIELDS)[number];
  readonly value: string;
  /** The values that the person saw, and their own that are being sent. */
  readonly seen: readonly FieldValue[];
}

export interface Story {
  readonly service: ModelService;
  readonly projectId: string;
  readonly freeChanges: readonly FreeChangeRequest[];
  readonly complaints: readonly string[];
  /** Changes that were withdrawn by their opposite before they were sent. */
  readonly cancelled: readonly { readonly who: ClientName; readonly id: number }[];
  readonly deaths: number;
  readonly changes: ReadonlyMap<ClientName, readonly Change[]>;
}

/** The change that waits, was never sent, and is undone by this one; told apart from how the program finds it. */
function contraryOf(intent: ChangeIntent, changes: readonly Change[]): number | null {
  const opposite = { 'invite-member': 'remove-member', 'remove-member': 'invite-member' } as const;
  if (intent.kind !== 'invite-member' && intent.kind !== 'remove-member') return null;
  const waiting = changes.find(
    ({ intent: other, state, attempts }) =>
      other.kind === opposite[intent.kind] &&
      other.projectId === intent.projectId &&
      other.userId === intent.userId &&
      state.state === 'waiting' &&
      attempts === 0,
  );
  return waiting?.id ?? null;
}

const DRAFT = {
  ...NEW_PROJECT,
  name: 'Tides',
  tags: [],
  members: [],
  area: 'Sea',
  location: 'Pisa',
  maxNumberOfMembers: '3',
};
