/** An outbox on a real database, connected to the model of the service. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { PaidIntent } from '../../../../src-shared/model/changes/change.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Ids } from '../../../platform/ids.ts';
import { openState, type State } from '../../../db/state.ts';
import { makeFakeClock } from '../../../test-support/fake-clock.ts';
import { makeFakeIds } from '../../../test-support/fake-ids.ts';
import { newProject, temporaryFolder } from '../../../test-support/temporary-state.ts';
import { recoverOutbox } from '../change-transitions.ts';
import { makeCreditHistory } from '../../credits/credit-history.ts';
import { makeOutbox } from '../outbox.ts';
import { observedBalance } from './observed-balance.ts';
import { makeModelService, type Luck, type ModelService } from './model-service.ts';

/** The part of a database that an outbox uses. */
export type OutboxState = Pick<
  State,
  | 'assignments'
  | 'balances'
  | 'changeBlobs'
  | 'changeCharges'
  | 'changes'
  | 'charges'
  | 'transaction'
>;

export interface ModelOutboxSetUp {
  readonly folder: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly service: ModelService;
  readonly who: string;
  readonly luck: (isChange: boolean) => Luck;
  /** Wraps the outbox's database. */
  readonly wrap?: (state: State) => OutboxState;
  /** A denial is taken at its word. */
  readonly isBelieving?: boolean;
  /** A change that was being sent is not checked again. */
  readonly isForgetful?: boolean;
}

/** In `folder`, where an earlier outbox may have left its database. */
export function openModelOutbox(setUp: ModelOutboxSetUp) {
  const { folder, clock, ids, service, who, luck, wrap = (state) => state } = setUp;
  if (!fs.existsSync(folder)) fs.cpSync(template(), folder, { recursive: true });
  const state = openState(folder, { clock, ids });
  if (setUp.isForgetful !== true) recoverOutbox(state, clock.nowMs());
  const deleting: string[] = [];
  const client = service.client(who, luck, setUp.isBelieving);
  const outbox = makeOutbox({
    state: wrap(state),
    client,
    remote: observedBalance(client, who, { state, clock }),
    charges: makeCreditHistory({ client, state, clock, userId: () => who }),
    clock,
    ids,
    userId: () => who,
    onDeleting: ({ fileId }) => void deleting.push(fileId),
    labelsOf: () => ({ organisationScope: null, leaderScope: null }),
    readPicture: () => null,
    breachOf: () => null,
  });
  return { outbox, state, deleting };
}

export const never = new AbortController().signal;
const projectId = 'project-1';
export const invite = (userId: string, project = projectId) =>
  ({ kind: 'invite-member', projectId: project, userId, userName: userId }) as const;
export const creation = newProject('Draft');
export const deletion = {
  kind: 'delete-file',
  projectId,
  visibility: 'public',
  fileId: 'file-1',
  fileName: 'run.raw',
  userId: 'ada',
  reason: 'A test',
} as const;
export const INTENTS: readonly PaidIntent[] = [creation, invite('bob'), deletion];
export const KINDS = INTENTS.map((intent) => [intent.kind, intent] as const);

/** A service with one project, and an outbox of the person who leads it. */
export function setUpOutbox() {
  const clock = makeFakeClock();
  const service = makeModelService(['ada', 'bob', 'cy']);
  service.give('ada', 1_000);
  service.directly('ada', 'createProject', { body: newProject('Tides').project });
  service.carried.length = 0;
  /** The results of the next sends, and of the requests after the first of them; `isOut`: none arrives. */
  const world = { changes: [] as Luck[], isBlindAfter: false, isOut: false };
  let sent = 0;
  const luck = (isChange: boolean): Luck => {
    if (world.isOut) return 'no-connection';
    if (!isChange) return world.isBlindAfter && sent > 0 ? 'no-connection' : 'pass';
    sent += 1;
    return world.changes.shift() ?? 'pass';
  };
  const open = (over: Pick<ModelOutboxSetUp, 'wrap'> = {}, folder = temporaryPlace()) => {
    const ids = makeFakeIds();
    const uuid = () => `${ids.uuid()} ${folder}`;
    const opened = openModelOutbox({
      folder,
      clock,
      ids: { ...ids, uuid },
      service,
      who: 'ada',
      luck,
      ...over,
    });
    onTestFinished(() => opened.state.close());
    const { outbox } = opened;
    return {
      ...opened,
      folder,
      deliver: (id: number) => clock.play(outbox.deliver(id, never)),
      check: async (id: number) => (await outbox.check(id, never)).change,
    };
  };
  return {
    clock,
    service,
    world,
    open,
    /** Memory is lost, the database has what was committed. */
    crash({ state, folder }: Pick<ReturnType<typeof open>, 'state' | 'folder'>) {
      state.close();
      return open({}, folder);
    },
    /** Requests that may cost credits. */
    sent: () => sent,
    /** The charges. */
    charges: () => service.carried.filter(({ cost }) => cost > 0).map(({ what }) => what),
  };
}

function temporaryPlace(): string {
  return path.join(temporaryFolder(), 'account');
}

/** A waiting change, and the results of the first requests that send it. */
export function beginChange(intent: PaidIntent, ...changes: Luck[]) {
  const fake = setUpOutbox();
  fake.world.changes = changes;
  const opened = fake.open();
  return { ...fake, ...opened, change: opened.outbox.add(intent) };
}

let made: string | null = null;

/** An empty database with all its tables, created once. */
function template(): string {
  if (made !== null) return made;
  made = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-outbox-empty-')), 'account');
  const clock = makeFakeClock();
  openState(made, { clock, ids: { uuid: () => 'u', hex: () => 'h' } }).close();
  return made;
}

/** Call it after all tests of a file have run. */
export function forgetTemplate(): void {
  if (made !== null) fs.rmSync(path.dirname(made), { recursive: true, force: true });
  made = null;
}
