/** A service with one project, and an outbox of the person who leads it, for one test. */
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { PaidIntent } from '../../../../src-shared/model/changes/change.ts';
import { makeFakeClock } from '../../../test-support/fake-clock.ts';
import { makeFakeIds } from '../../../test-support/fake-ids.ts';
import { newProject, temporaryFolder } from '../../../test-support/temporary-state.ts';
import { makeModelService, type Luck } from './model-service.ts';
import { openModelOutbox, type ModelOutboxSetUp } from './open-model-outbox.ts';

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
