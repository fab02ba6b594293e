import { afterAll, describe, expect, test } from 'vitest';
import { ABSENCE_WAIT_MS, changeNeedsPerson } from '../../../src-shared/model/changes/change.ts';
import { localProjectId } from '../../../src-shared/model/changes/local-id.ts';
import {
  beginChange,
  creation,
  deletion,
  INTENTS,
  invite,
  KINDS,
  never,
  setUpOutbox,
} from './test-support/model-outbox.ts';
import { forgetTemplate } from './test-support/open-model-outbox.ts';

afterAll(forgetTemplate);

describe.each(KINDS)('%s', (kind, intent) => {
  test('it is sent once, answered, and charged once', async () => {
    const { deliver, change, charges, sent } = beginChange(intent);
    expect(await deliver(change.id)).toMatchObject({ attempts: 1, state: { state: 'delivered' } });
    await deliver(change.id);
    expect([charges().length, sent()]).toEqual([1, 1]);
  });

  test('an answer lost after the commit is found by reading, and nothing is sent again', async () => {
    const { deliver, change, charges, sent } = beginChange(intent, 'lost-after');
    const { state } = await deliver(change.id);
    expect(state).toMatchObject({ state: 'delivered', by: 'evidence' });
    expect([charges().length, sent()]).toEqual([1, 1]);
  });

  test('a request that died on the way stays open, is absent after a wait, and asks a person', async () => {
    const { deliver, check, change, charges, sent, clock } = beginChange(intent, 'lost-before');
    const early = await deliver(change.id);
    expect(early.state).toMatchObject({ state: 'unknown', finding: 'too-early' });
    await clock.advance(ABSENCE_WAIT_MS);
    const late = await check(change.id);
    expect(late.state).toMatchObject({ state: 'unknown', finding: 'absent' });
    await deliver(change.id);
    expect([charges().length, sent()]).toEqual([0, 1]);
  });

  test('sent again by a person, it looks first and pays once', async () => {
    const { outbox, deliver, change, charges } = beginChange(intent, 'lost-before');
    await deliver(change.id);
    outbox.sendAgain(change.id);
    const { state, attempts } = await deliver(change.id);
    expect([state.state, attempts, charges().length]).toEqual(['delivered', 2, 1]);
  });

  test('sent again although the first try did arrive, it is found and not sent', async () => {
    const { outbox, deliver, change, charges, sent, world } = beginChange(intent, 'lost-after');
    world.isBlindAfter = true;
    expect((await deliver(change.id)).state.state).toBe('unknown');
    world.isBlindAfter = false;
    outbox.sendAgain(change.id);
    const again = await deliver(change.id);
    expect(again.state).toMatchObject({ state: 'delivered', by: 'evidence' });
    expect([charges().length, sent()]).toEqual([1, 1]);
  });

  test('what is so already is delivered, or for a project refused, without being sent', async () => {
    const { deliver, change, open, sent } = beginChange(intent);
    await deliver(change.id);
    const elsewhere = open();
    const { state } = await elsewhere.deliver(elsewhere.outbox.add(intent).id);
    const refused = { state: 'refused', cause: { kind: 'exists' } };
    const there = { state: 'delivered', by: 'already-there' };
    expect(state).toMatchObject(kind === 'create-project' ? refused : there);
    expect(sent()).toBe(1);
  });

  test('an equal change cannot be kept while the first is open', async () => {
    const { outbox, deliver, change } = beginChange(intent, 'lost-before');
    expect(outbox.openLike(intent)?.id).toBe(change.id);
    expect(() => outbox.add(intent)).toThrow(/UNIQUE/);
    await deliver(change.id);
    expect(() => outbox.add(intent)).toThrow(/UNIQUE/);
    outbox.leave(change.id);
    expect(() => outbox.add(intent)).toThrow(/UNIQUE/);
  });

  test('interrupted while it is sent, it is open, and settled by reading after a start', async () => {
    const begun = beginChange(intent, 'never-answered');
    const { outbox, change, charges, clock } = begun;
    const stop = new AbortController();
    const delivering = outbox.deliver(change.id, stop.signal);
    await clock.advance(0);
    expect(charges()).toHaveLength(1);
    stop.abort(new Error('interrupted'));
    await expect(delivering).rejects.toThrow('interrupted');
    expect(outbox.get(change.id)?.state.state).toBe('unknown');
    const { state } = await begun.crash(begun).check(change.id);
    expect(state).toMatchObject({ state: 'delivered', by: 'evidence' });
    expect(charges()).toHaveLength(1);
  });

  test('not enough credits is noticed before anything is sent; put away, it can be asked for again', async () => {
    const { outbox, deliver, change, service, sent } = beginChange(intent);
    service.give('ada', 0);
    const { state } = await deliver(change.id);
    expect(state).toMatchObject({ state: 'refused', cause: { kind: 'credits', balance: 0 } });
    const away = outbox.dismiss(change.id);
    expect(away.state).toMatchObject({ state: 'refused', putAwayAtMs: expect.any(Number) });
    expect(changeNeedsPerson(away)).toBe(false);
    await deliver(change.id);
    expect(sent()).toBe(0);
    expect(outbox.add(intent).id).not.toBe(change.id);
  });
});

describe('order', () => {
  test('in a project the earlier one goes first; another project does not wait for it', async () => {
    const { outbox, state, deliver } = setUpOutbox().open();
    const changes = [invite('u1'), invite('u2'), invite('u1', 'b')].map((one) => outbox.add(one));
    const [first, second] = changes;
    const next = () => outbox.list().map((change) => state.changes.isNext(change));
    expect(next()).toEqual([true, false, true]);
    expect(await deliver(second?.id ?? 0)).toMatchObject({ attempts: 0 });
    outbox.withdraw(first?.id ?? 0);
    expect(next().slice(1)).toEqual([true, true]);
  });

  test('what is meant for a new project waits while a person is asked about that one, and goes where they say', async () => {
    const { open, sent } = setUpOutbox();
    const { outbox, state, deliver } = open();
    await deliver(outbox.add(creation).id);
    const again = outbox.add(creation);
    const child = outbox.add(invite('bob', localProjectId(again.id)));
    const { state: refused } = await deliver(again.id);
    expect(refused).toMatchObject({ state: 'refused', cause: { kind: 'exists' } });
    expect(state.changes.isNext(child)).toBe(false);
    expect(await deliver(child.id)).toMatchObject({ state: { state: 'waiting' }, attempts: 0 });
    expect(sent()).toBe(1);
    outbox.useExisting(again.id, 'project-2');
    expect(await deliver(child.id)).toMatchObject({ attempts: 1 });
  });

  test('what is asked for at the same time is sent one after the other, each once', async () => {
    const { open, charges, sent, clock } = setUpOutbox();
    const { outbox } = open();
    const changes = INTENTS.map((intent) => outbox.add(intent));
    const twice = [...changes, ...changes].map(({ id }) => outbox.deliver(id, never));
    await clock.play(Promise.all(twice));
    expect(outbox.list().map(({ state }) => state.state)).toEqual(INTENTS.map(() => 'delivered'));
    expect(charges().toSorted()).toEqual(['create Draft', 'delete file-1', 'invite bob']);
    expect(sent()).toBe(3);
  });

  test('taken back while it waits it costs nothing; taken back after a lost try it stays open', async () => {
    const { outbox, deliver, change, charges } = beginChange(invite('bob'), 'lost-before');
    await deliver(change.id);
    outbox.sendAgain(change.id);
    expect(outbox.withdraw(change.id).state.state).toBe('left');
    const draft = outbox.add(creation);
    expect(outbox.withdraw(draft.id).state.state).toBe('withdrawn');
    await deliver(draft.id);
    expect(charges()).toEqual([]);
  });
});

describe('a project', () => {
  test('gets its id from the list; one that was there before is never taken for it', async () => {
    const { open, charges, world } = setUpOutbox();
    const { outbox, deliver } = open();
    world.changes = ['pass', 'lost-after'];
    const first = await deliver(outbox.add(creation).id);
    const second = await deliver(outbox.add({ ...creation, isAnother: true }).id);
    const ids = [first, second].map(({ state }) => 'projectId' in state && state.projectId);
    expect(second.state).toMatchObject({ state: 'delivered', by: 'evidence' });
    expect(ids).toEqual(['project-2', 'project-3']);
    expect(charges()).toHaveLength(2);
  });

  test('two that could be it are left to a person, and sending again sends nothing', async () => {
    const { outbox, deliver, check, change, world, service, charges } = beginChange(
      creation,
      'lost-after',
    );
    world.isBlindAfter = true;
    await deliver(change.id);
    world.isBlindAfter = false;
    service.directly('ada', 'createProject', { body: creation.project });
    const seen = await check(change.id);
    expect(seen.state).toMatchObject({ state: 'unknown', finding: 'several' });
    outbox.sendAgain(change.id);
    const again = await deliver(change.id);
    expect(again.state).toMatchObject({ state: 'unknown', finding: 'several' });
    expect(charges()).toHaveLength(2);
  });

  test('in a list that is cut short nothing is recognised and nothing is called absent', async () => {
    const { deliver, check, change, service, charges, clock } = beginChange(creation, 'lost-after');
    service.cutList();
    await deliver(change.id);
    await clock.advance(ABSENCE_WAIT_MS);
    const { state } = await check(change.id);
    expect(state).toMatchObject({ state: 'unknown', finding: 'cannot-tell' });
    expect(charges()).toHaveLength(1);
  });
});

test.each([
  [8, { kind: 'service', fault: { kind: 'refused' } }],
  [0, { kind: 'full', members: 0, most: 0 }],
])('a no to an invitation where %i people may be in the project', async (most, cause) => {
  const { outbox, deliver, check, change, service, clock } = beginChange(
    invite('bob'),
    'refuse-400',
  );
  const body = { maxNumberOfMembers: most };
  service.directly('ada', 'updateProject', { path: { projectId: 'project-1' }, body });
  await deliver(change.id);
  await clock.play(outbox.awaitDenial(change.id, never));
  expect((await check(change.id)).state).toMatchObject({ state: 'refused', cause });
});

test('a deletion that is delivered is told to what shows the file', async () => {
  const { deliver, change, deleting } = beginChange(deletion);
  await deliver(change.id);
  expect(deleting).toEqual(['file-1']);
});
