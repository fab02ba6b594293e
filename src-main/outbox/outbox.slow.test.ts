import { describe, expect, test } from 'vitest';
import type { Change, PaidIntent } from '../../src-shared/model/change.ts';
import type { FaultRule } from '../../src-mock/control/fault-rules.ts';
import { ABSENCE_WAIT_MS, changeNeedsPerson } from '../../src-shared/model/change.ts';
import {
  draftProject,
  never,
  startPaidService,
  type OpenOutbox,
  type PaidKind,
  type PaidService,
} from './test-support/paid-service.ts';

const KINDS: readonly PaidKind[] = ['create-project', 'invite-member', 'delete-file'];
const PAID = {
  'create-project': 'createProject',
  'invite-member': 'inviteMember',
  'delete-file': 'deletePublicFile',
} as const;
const LOOK = {
  'create-project': 'listProjects',
  'invite-member': 'getProject',
  'delete-file': 'getPublicFile',
} as const;
const CHARGE = {
  'create-project': 'PROJECT_CREATION',
  'invite-member': 'PROJECT_INVITATION',
  'delete-file': 'FILE_DELETION',
} as const;

const lost: FaultRule['do'] = { kind: 'drop', at: 'after-commit' };
const dropped: FaultRule['do'] = { kind: 'drop', at: 'before-handling' };

interface Begun {
  readonly service: PaidService;
  readonly open: OpenOutbox;
  readonly change: Change & { readonly intent: PaidIntent };
}

/** A change that waits, and a service that misbehaves once when it comes. */
async function begin(kind: PaidKind, fault?: FaultRule['do']): Promise<Begun> {
  const service = await startPaidService();
  const open = service.open();
  if (fault !== undefined) service.fault({ endpoint: PAID[kind], times: 1, do: fault });
  const intent = await service.intent(kind);
  return { service, open, change: { ...open.outbox.add(intent), intent } };
}

describe.each(KINDS)('%s', (kind) => {
  test('it is sent once, answered, and charged once', async () => {
    const { service, open, change } = await begin(kind);
    expect(await open.outbox.deliver(change.id, never)).toMatchObject({
      attempts: 1,
      state: { state: 'delivered' },
    });
    expect(service.charges()).toEqual([CHARGE[kind]]);
    await open.outbox.deliver(change.id, never);
    expect(service.paidRequests()).toBe(1);
  });

  test('an answer lost after the commit is found by reading, and nothing is sent again', async () => {
    const { service, open, change } = await begin(kind, lost);
    const { state } = await open.outbox.deliver(change.id, never);
    expect(state).toMatchObject({ state: 'delivered', by: 'evidence' });
    expect(service.charges()).toEqual([CHARGE[kind]]);
    expect(service.paidRequests()).toBe(1);
  });

  test('a request that died on the way stays open, is absent after a wait, and asks a person', async () => {
    const { service, open, change } = await begin(kind, dropped);
    const early = await open.outbox.deliver(change.id, never);
    expect(early.state).toMatchObject({ state: 'unknown', finding: 'too-early' });
    service.clock.pass(ABSENCE_WAIT_MS);
    const late = await open.outbox.check(change.id, never);
    expect(late.change.state).toMatchObject({ state: 'unknown', finding: 'absent' });
    await open.outbox.deliver(change.id, never);
    expect(service.paidRequests()).toBe(1);
    expect(service.charges()).toEqual([]);
  });

  test('sent again by a person, it looks first and pays once', async () => {
    const { service, open, change } = await begin(kind, dropped);
    await open.outbox.deliver(change.id, never);
    open.outbox.sendAgain(change.id);
    const { state, attempts } = await open.outbox.deliver(change.id, never);
    expect([state.state, attempts]).toEqual(['delivered', 2]);
    expect(service.charges()).toEqual([CHARGE[kind]]);
  });

  test('sent again although the first try did arrive, it is found and not sent', async () => {
    const { service, open, change } = await begin(kind, lost);
    service.fault({
      endpoint: LOOK[kind],
      when: { afterCount: 1 },
      times: 3,
      do: { kind: 'status', status: 503 },
    });
    const { state } = await open.outbox.deliver(change.id, never);
    expect(state.state).toBe('unknown');
    service.mock.faults.clear();
    open.outbox.sendAgain(change.id);
    const again = await open.outbox.deliver(change.id, never);
    expect(again.state).toMatchObject({ state: 'delivered', by: 'evidence' });
    expect(service.charges()).toEqual([CHARGE[kind]]);
    expect(service.paidRequests()).toBe(1);
  });

  test('what is so already is delivered, or for a project refused, without being sent', async () => {
    const { service, open, change } = await begin(kind);
    await open.outbox.deliver(change.id, never);
    service.forget();
    const elsewhere = service.open().outbox;
    const { id } = elsewhere.add(change.intent);
    const { state } = await elsewhere.deliver(id, never);
    const refused = { state: 'refused', cause: { kind: 'exists' } };
    const there = { state: 'delivered', by: 'already-there' };
    expect(state).toMatchObject(kind === 'create-project' ? refused : there);
    expect(service.paidRequests()).toBe(0);
  });

  test('an equal change cannot be kept while the first is open', async () => {
    const { open, change } = await begin(kind, dropped);
    expect(open.outbox.openLike(change.intent)?.id).toBe(change.id);
    expect(() => open.outbox.add(change.intent)).toThrow(/UNIQUE/);
    await open.outbox.deliver(change.id, never);
    expect(() => open.outbox.add(change.intent)).toThrow(/UNIQUE/);
    open.outbox.leave(change.id);
    expect(() => open.outbox.add(change.intent)).toThrow(/UNIQUE/);
  });

  test('a crash while it is sent is an open outcome, settled by reading', async () => {
    const { service, open, change } = await begin(kind, { kind: 'hang', at: 'after-commit' });
    const stop = new AbortController();
    const dying = open.outbox.deliver(change.id, stop.signal);
    await until(() => service.charges().length > 0);
    const { outbox, state } = open.crash();
    stop.abort(new Error('the process is gone'));
    await expect(dying).rejects.toThrow(/not open|gone/);
    expect(state.changes.get(change.id)?.state.state).toBe('unknown');
    expect((await outbox.check(change.id, never)).change.state.state).toBe('delivered');
    expect(service.charges()).toEqual([CHARGE[kind]]);
  });

  test('not enough credits is noticed before anything is sent', async () => {
    const { service, open, change } = await begin(kind);
    await service.spendAll();
    service.forget();
    const { state } = await open.outbox.deliver(change.id, never);
    expect(state).toMatchObject({ state: 'refused', cause: { kind: 'credits', balance: 0 } });
    expect(service.paidRequests()).toBe(0);
  });

  test('a refused change that is put away says so, is not sent, and its equal can be asked for', async () => {
    const { service, open, change } = await begin(kind);
    await service.spendAll();
    service.forget();
    await open.outbox.deliver(change.id, never);
    const { state } = open.outbox.putAway(change.id);
    expect(state).toMatchObject({ state: 'refused', putAwayAtMs: expect.any(Number) });
    expect(changeNeedsPerson({ intent: change.intent, state })).toBe(false);
    await open.outbox.deliver(change.id, never);
    expect(service.paidRequests()).toBe(0);
    expect(open.outbox.add(change.intent).id).not.toBe(change.id);
  });
});

const invitation = (projectId: string, userId: string) =>
  ({ kind: 'invite-member', projectId, userId, userName: userId }) as const;

describe('order', () => {
  test('in a project the earlier one goes first; another project does not wait for it', async () => {
    const { outbox, state } = (await startPaidService()).open();
    const first = outbox.add(invitation('a', 'u1'));
    const second = outbox.add(invitation('a', 'u2'));
    const elsewhere = outbox.add(invitation('b', 'u1'));
    const next = () => [first, second, elsewhere].map(({ id }) => state.changes.isNext(get(id)));
    const get = (id: number) => outbox.get(id) ?? first;
    expect(next()).toEqual([true, false, true]);
    expect(await outbox.deliver(second.id, never)).toMatchObject({ attempts: 0 });
    outbox.withdraw(first.id);
    expect(next()).toEqual([true, true, true]);
  });

  test('what is asked for at the same time is sent one after the other, each once', async () => {
    const service = await startPaidService();
    const { outbox } = service.open();
    const changes = [];
    for (const kind of KINDS) changes.push(outbox.add(await service.intent(kind)));
    const twice = [...changes, ...changes].map(({ id }) => outbox.deliver(id, never));
    await Promise.all(twice);
    expect(outbox.list().map(({ state }) => state.state)).toEqual(KINDS.map(() => 'delivered'));
    expect(service.charges().toSorted()).toEqual(Object.values(CHARGE).toSorted());
    expect(service.paidRequests()).toBe(3);
  });

  test('taken back while it waits it costs nothing; taken back after a lost try it stays open', async () => {
    const { service, open, change } = await begin('invite-member', dropped);
    await open.outbox.deliver(change.id, never);
    open.outbox.sendAgain(change.id);
    expect(open.outbox.withdraw(change.id).state.state).toBe('left');
    const draft = open.outbox.add(await service.intent('create-project'));
    expect(open.outbox.withdraw(draft.id).state.state).toBe('withdrawn');
    await open.outbox.deliver(draft.id, never);
    expect(service.charges()).toEqual([]);
  });
});

describe('a project', () => {
  test('gets its id from the list; one that was there before is never taken for it', async () => {
    const service = await startPaidService();
    const { outbox } = service.open();
    const intent = await service.intent('create-project');
    const first = await outbox.deliver(outbox.add(intent).id, never);
    const again = { ...intent, isAnother: true } as typeof intent;
    service.fault({ endpoint: 'createProject', times: 1, do: lost });
    const second = await outbox.deliver(outbox.add(again).id, never);
    const ids = [first, second].map(({ state }) => 'projectId' in state && state.projectId);
    expect(second.state).toMatchObject({ state: 'delivered', by: 'evidence' });
    expect(new Set(ids).size).toBe(2);
    expect(service.charges()).toEqual(['PROJECT_CREATION', 'PROJECT_CREATION']);
  });

  test('two that could be it are left to a person, and sending again sends nothing', async () => {
    const { service, open, change } = await begin('create-project', lost);
    service.fault({
      endpoint: 'listProjects',
      when: { afterCount: 1 },
      times: 3,
      do: { kind: 'status', status: 503 },
    });
    await open.outbox.deliver(change.id, never);
    service.mock.faults.clear();
    const { project } = change.intent as Extract<Change['intent'], { kind: 'create-project' }>;
    await service.client.call('createProject', { body: project }, never);
    const { change: seen } = await open.outbox.check(change.id, never);
    expect(seen.state).toMatchObject({ state: 'unknown', finding: 'several' });
    open.outbox.sendAgain(change.id);
    const again = await open.outbox.deliver(change.id, never);
    expect(again.state).toMatchObject({ state: 'unknown', finding: 'several' });
    expect(service.charges()).toHaveLength(2);
  });

  test('in a list that is cut short nothing is recognised and nothing is called absent', async () => {
    const service = await startPaidService();
    for (let made = 0; made < 51; made += 1) {
      service.mock.setReadings({ paging: 'honoured' });
      if (made % 9 === 0) await service.giveCredits(500);
      const body = draftProject({ name: `Old ${made}` });
      await service.client.call('createProject', { body }, never);
    }
    service.mock.setReadings({ paging: 'ignored' });
    service.forget();
    const { outbox } = service.open();
    const change = outbox.add(await service.intent('create-project'));
    service.fault({ endpoint: 'createProject', times: 1, do: lost });
    await outbox.deliver(change.id, never);
    service.clock.pass(ABSENCE_WAIT_MS);
    const { change: seen } = await outbox.check(change.id, never);
    expect(seen.state).toMatchObject({ state: 'unknown', finding: 'cannot-tell' });
    expect(service.charges()).toEqual(['PROJECT_CREATION']);
  });
});

test('a deletion that is delivered is told to what shows the file, in the same transaction', async () => {
  const { open, change } = await begin('delete-file');
  const { fileId } = change.intent as Extract<Change['intent'], { kind: 'delete-file' }>;
  await open.outbox.deliver(change.id, never);
  expect(open.deleting).toEqual([fileId]);
});

test('an interruption leaves an open outcome and is passed on', async () => {
  const { service, open, change } = await begin('invite-member', {
    kind: 'hang',
    at: 'after-commit',
  });
  const stop = new AbortController();
  const delivering = open.outbox.deliver(change.id, stop.signal);
  await until(() => service.charges().length > 0);
  stop.abort(new Error('interrupted'));
  await expect(delivering).rejects.toThrow('interrupted');
  expect(open.outbox.get(change.id)?.state.state).toBe('unknown');
});

/** Turns of the event loop until the service, which runs in this process, has come so far. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
