import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CallInput } from '../../src-shared/bridge/calls.ts';
import { engineAtService, type EngineAtService } from '../test-support/engine-at-service.ts';
import { newProject } from '../test-support/temporary-state.ts';

type Readings = Parameters<EngineAtService['service']['setReadings']>[0];

/** The project of the demo's leader, who is signed in. */
async function ownProject(readings: Readings = {}) {
  const lab = await engineAtService();
  lab.service.setReadings(readings);
  await lab.signIn();
  const own = await lab.ownProject();
  const projectId = own.id;
  const edit = (change: CallInput<'projects.edit'>['edit']) => ({ projectId, edit: change });
  return { lab, projectId, own, edit };
}

/** With one member who was invited and one who is active. */
async function withMembers() {
  const { lab, projectId } = await ownProject();
  const { members } = await lab.call('members.list', { projectId });
  const guest = members.find(({ standing }) => standing === 'on-hold');
  const active = members.find(({ standing }) => standing === 'active');
  if (guest === undefined || active === undefined) throw new Error('the demo has nobody');
  const accept = { projectId, person: { userId: guest.userId } };
  const takeBack = { projectId, userId: guest.userId };
  const remove = { projectId, userId: active.userId };
  return { lab, projectId, members, accept, takeBack, remove };
}

describe('projects', () => {
  test('an edit sends what it names at once, and a lost answer is looked for', async () => {
    const { lab, projectId, own, edit } = await ownProject();
    const change = { name: 'Rhythms', tags: ['eeg', 'sleep'], maxNumberOfMembers: 20 };
    const edited = await lab.call('projects.edit', edit(change));
    expect(edited.project).toEqual({ ...own, ...change });
    lab.loseAnswer('updateProject');
    const after = await lab.call('projects.edit', edit({ area: 'Sleep' }));
    expect(after.project.area).toBe('Sleep');
    const backwards = edit({ endDate: '2001-01-01T00:00:00.000Z' });
    expect(await lab.faultOf('projects.edit', backwards)).toMatchObject({
      kind: 'refused',
      serviceSays: 'endDate is before startDate',
    });
    lab.service.faults.add({ endpoint: 'updateProject', times: 1, do: { kind: 'drop' } });
    const lost = await lab.faultOf('projects.edit', edit({ area: 'Lost' }));
    expect(lost).toMatchObject({ kind: 'unknown-outcome' });
    const nothing = await lab.faultOf('projects.edit', { projectId, edit: {} });
    expect(nothing).toMatchObject({ kind: 'bad-input' });
    expect(lab.sent('updateProject')).toBe(4);
  });

  test('without the service an edit waits on top of the last copy, which says its age', async () => {
    const { lab, own, edit } = await ownProject();
    await lab.service.close();
    const edited = await lab.call('projects.edit', edit({ name: 'Offline' }));
    expect(edited.project).toEqual({ ...own, name: 'Offline' });
    const fields = [{ field: 'name', was: own.name, now: 'Offline' }];
    expect(edited).toMatchObject({ pending: [{ kind: 'edit-project', stage: 'waiting', fields }] });
    expect(edited.asOfMs).toBeTypeOf('number');
    const { changes } = await lab.call('outbox.list', {});
    expect(changes).toMatchObject([{ intent: { kind: 'edit-project' }, attempts: 0 }]);
    // Back at what it was, nothing is left to send.
    const back = await lab.call('projects.edit', edit({ name: own.name }));
    expect([back.project, back.pending]).toEqual([own, []]);
  });

  test('a scope has a word once this account has sent it, and none before', async () => {
    const { lab, projectId, edit } = await ownProject({
      organisationScopeCodes: [4, 9],
      leaderScopeCodes: [2, 5],
    });
    const scopesOf = async (id: string) =>
      (await lab.call('projects.show', { projectId: id })).scopes;
    expect(await scopesOf(projectId)).toEqual({ organisationScope: null, leaderScope: null });
    const edited = await lab.call('projects.edit', edit({ organisationScope: 'Public' }));
    expect(edited.scopes).toEqual({ organisationScope: 'Public', leaderScope: null });

    const { project, ...rest } = newProject('Tides');
    const over = { leader: null, leaderScope: 'Limited Access' } as const;
    const requested = { ...rest, project: { ...project, ...over, tags: [], members: [] } };
    const { intent, credits } = await lab.call('outbox.price', requested);
    const { state } = await lab.call('outbox.keep', { intent, credits, passedReserve: null });
    if (state.state !== 'delivered' || state.projectId === null) throw new Error(state.state);
    const words = { organisationScope: 'Private', leaderScope: 'Limited Access' };
    expect(await scopesOf(state.projectId)).toEqual(words);
    expect(await scopesOf(projectId)).toEqual({ organisationScope: 'Public', leaderScope: null });
  });

  test('a computer that never sent a scope says what the number likely means, as one that knows does', async () => {
    const { lab, projectId, edit } = await ownProject();
    const shown = async () => await lab.call('projects.show', { projectId });
    expect(await shown()).toMatchObject({
      scopes: { organisationScope: null },
      likelyScopes: { organisationScope: 'Private', leaderScope: 'Full Access' },
    });
    await lab.call('projects.edit', edit({ organisationScope: 'Public' }));
    expect(await shown()).toMatchObject({
      scopes: { organisationScope: 'Public' },
      likelyScopes: { organisationScope: null },
    });
  });

  test('a project that waits to be created has the scopes that it was given', async () => {
    const { lab } = await ownProject();
    await lab.service.close();
    const { project, ...rest } = newProject('Tides');
    const requested = { ...rest, project: { ...project, leader: null, tags: [], members: [] } };
    const { intent, credits } = await lab.call('outbox.price', requested);
    await lab.call('outbox.keep', { intent, credits, passedReserve: null });
    const { projects } = await lab.call('projects.list', { mode: 'fresh' });
    const created = projects.find(({ name }) => name === 'Tides');
    const { scopes } = await lab.call('projects.show', { projectId: created?.id ?? '' });
    const { organisationScope, leaderScope } = project;
    expect(scopes).toEqual({ organisationScope, leaderScope });
  });
});

describe('members', () => {
  test('the active and the invited, each once; who may not see the invitations sees what the project says', async () => {
    const { lab, projectId, own } = await ownProject();
    const list = await lab.call('members.list', { projectId });
    const { leaderId } = own;
    expect(list).toMatchObject({ projectId, leaderId, isComplete: true, asOfMs: null });
    expect(list.leaderName).toBe('Paula Demo-Leader');
    const standings = list.members.map(({ lastName, standing }) => `${lastName} ${standing}`);
    expect(standings.toSorted()).toEqual(['Demo-Colleague on-hold', 'Demo-Researcher active']);
    const unknown = await lab.faultOf('members.list', { projectId: 'none' });
    expect(unknown).toEqual({ kind: 'unknown-project', projectId: 'none' });

    const other = await ownProject();
    const no = { kind: 'status', status: 403 } as const;
    other.lab.service.faults.add({ endpoint: 'listMembersOnHold', times: 1, do: no });
    const shown = await other.lab.call('members.list', { projectId: other.projectId });
    expect([shown.members.length, shown.isComplete]).toEqual([2, true]);
  });

  test('an invitation is accepted and somebody removed, also when answers are lost', async () => {
    const { lab, projectId, accept, takeBack, remove } = await withMembers();
    lab.loseAnswer('activateMember');
    await lab.call('members.activate', accept);
    await lab.call('members.activate', accept); // it is so already: nothing is sent
    lab.loseAnswer('removeMember');
    await lab.call('members.remove', remove);
    const after = await lab.call('members.list', { projectId });
    expect(after.members.map(({ userId, standing }) => [userId, standing])).toEqual([
      [takeBack.userId, 'active'],
    ]);
    expect([lab.sent('activateMember'), lab.sent('removeMember')]).toEqual([1, 1]);
    lab.service.faults.add({ endpoint: 'removeMember', times: 1, do: { kind: 'drop' } });
    const lost = await lab.faultOf('members.remove', takeBack);
    expect(lost).toMatchObject({ kind: 'unknown-outcome' });
    const reported = lab.events.filter(({ event }) => event.kind === 'projects-changed');
    expect(reported.length).toBeGreaterThanOrEqual(4);
  });

  test('whom a person means is found by the address of a member, of a guest who is not invited yet, and of anybody', async () => {
    const { lab, projectId, members } = await withMembers();
    const find = (email: string) => lab.call('members.find', { projectId, person: { email } });
    const [known] = members;
    expect(await find((known?.email ?? '').toUpperCase())).toEqual({
      userId: known?.userId,
      name: `${known?.name} ${known?.lastName}`,
      invitedBy: null,
    });
    expect(await find('admin@example.org')).toMatchObject({ name: 'Ada Demo-Admin' });
    await lab.service.close();
    const wish = {
      kind: 'invite-member',
      projectId,
      person: { email: 'guest@lab.test' },
    } as const;
    const { intent, credits } = await lab.call('outbox.price', wish);
    const { id } = await lab.call('outbox.keep', { intent, credits, passedReserve: null });
    expect(await find('Guest@lab.test')).toMatchObject({ name: 'guest@lab.test', invitedBy: id });
  });

  test('nobody else is meant by an invitation without a person than who is signed in', async () => {
    const { lab, projectId, own } = await ownProject();
    await lab.faultOf('members.activate', { projectId, person: null });
    const { changes } = await lab.call('outbox.list', {});
    expect(changes.at(-1)?.intent).toMatchObject({ projectId, userId: own.leaderId });
  });

  test('who is gone already is removed, also where the invitations may not be seen', async () => {
    const { lab, projectId } = await ownProject();
    const no = { kind: 'status', status: 403 } as const;
    lab.service.faults.add({ endpoint: 'listMembersOnHold', do: no });
    const removed = await lab.call('members.remove', { projectId, userId: 'nobody' });
    expect(removed).toMatchObject({
      intent: { kind: 'remove-member' },
      state: { state: 'delivered' },
    });
    expect(lab.sent('removeMember')).toBe(1);
  });

  test('without the service the last copy is shown with its age, and changes wait on top of it', async () => {
    const { lab, projectId, members, accept, takeBack, remove } = await withMembers();
    await lab.service.close();
    await lab.call('members.remove', remove);
    await lab.call('members.activate', accept);
    const list = await lab.call('members.list', { projectId });
    expect(list.asOfMs).toBeTypeOf('number');
    expect(list.members).toEqual(members);
    expect(list.marks).toMatchObject({
      [remove.userId]: { kind: 'remove-member', stage: 'waiting', credits: 0 },
      [takeBack.userId]: { kind: 'activate-member', stage: 'waiting', credits: 0 },
    });
  });
});

test('the service is asked about a content only with a yes to sending it', async () => {
  const { lab } = await ownProject();
  const path = lab.write('new.csv', 'nobody has this');
  const ask = (file: string) => lab.call('files.verifyRemote', { path: file, sendContent: true });
  expect(await ask(path)).toMatchObject({ exists: false });
  for (const sendContent of [false, undefined]) {
    const fault = await lab.faultOf('files.verifyRemote', { path, sendContent });
    expect(fault).toMatchObject({ kind: 'bad-input' });
  }
  const gone = lab.at('gone.csv');
  expect(await lab.faultOf('files.verifyRemote', { path: gone, sendContent: true })).toEqual({
    kind: 'cannot-pick',
    pick: { path: gone, why: 'absent' },
  });
  expect(lab.sent('verifyContent')).toBe(1);
  const given = lab.write('labseal/inbox/a1/given.csv', 'given by a page for this alone');
  expect(await ask(given)).toMatchObject({ exists: false });
  expect([fs.existsSync(given), fs.existsSync(path)]).toEqual([false, true]);
});

test('a public file has an address to download it from; a private one has none', async () => {
  const { lab, projectId } = await ownProject();
  const open = await lab.notarize('open.csv', 'content', { projectId, visibility: 'public' });
  const { url, fileName } = await lab.call('files.link', { asked: open.id });
  expect([fileName, await (await fetch(url)).text()]).toEqual(['open.csv', 'content']);
  const copy = { path: lab.write('copy.csv', 'content'), sendContent: true } as const;
  const known = { exists: true, fileName: 'open.csv' };
  expect(await lab.call('files.verifyRemote', copy)).toMatchObject(known);
  const closed = await lab.notarize('closed.csv', 'other', { projectId, visibility: 'private' });
  const fault = await lab.faultOf('files.link', { asked: closed.id });
  expect(fault).toEqual({ kind: 'no-download', asked: closed.id });
  const unknown = await lab.faultOf('files.link', { asked: '77' });
  expect(unknown).toMatchObject({ kind: 'unknown-file' });
});
