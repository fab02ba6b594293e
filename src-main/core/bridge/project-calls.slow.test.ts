import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FaultRule } from '../../../src-mock/control/fault-rules.ts';
import type { CallInput, CallName } from '../../../src-shared/bridge/calls.ts';
import { engineAtService, type EngineAtService } from '../../test-support/engine-at-service.ts';
import { assignment } from '../../test-support/temporary-state.ts';

const never = new AbortController().signal;

function loseAnswer(endpoint: FaultRule['endpoint']): FaultRule {
  return { endpoint, times: 1, do: { kind: 'drop', at: 'after-commit' } };
}

function faultOf<Name extends CallName>(
  lab: EngineAtService,
  name: Name,
  input: CallInput<Name>,
): Promise<unknown> {
  return lab.serve(name, input, never);
}

function sentTo(lab: EngineAtService, endpoint: string): number {
  return lab.service.requests().filter((request) => request.endpoint === endpoint).length;
}

/** The project of the demo's leader, who is signed in. */
async function ownProject(readings: Parameters<EngineAtService['service']['setReadings']>[0] = {}) {
  const lab = await engineAtService();
  lab.service.setReadings(readings);
  await lab.signIn();
  const { projects } = await lab.call('projects.list', {});
  const { userId } = await lab.call('profile.read', {});
  const own = projects.find(({ leaderId }) => leaderId === userId);
  if (own === undefined) throw new Error('the leader leads nothing');
  return { lab, projectId: own.id, own };
}

const newProject = {
  name: 'Tides',
  leader: null,
  area: 'Sea',
  organisation: null,
  location: null,
  tags: [],
  maxNumberOfMembers: '4',
  organisationScope: 'Private',
  leaderScope: 'Limited Access',
  startDate: '2026-11-21T00:00:00.000Z',
  endDate: '2027-11-21T00:00:00.000Z',
  members: [],
} as const;

describe('projects', () => {
  test('an edit sends what it names at once, and a lost answer is looked for', async () => {
    const { lab, projectId, own } = await ownProject();
    const edited = await lab.call('projects.edit', {
      projectId,
      edit: { name: 'Rhythms', tags: ['eeg', 'sleep'], maxNumberOfMembers: 20 },
    });
    expect(edited.project).toEqual({
      ...own,
      name: 'Rhythms',
      tags: ['eeg', 'sleep'],
      maxNumberOfMembers: 20,
    });
    lab.service.faults.add(loseAnswer('updateProject'));
    const after = await lab.call('projects.edit', { projectId, edit: { area: 'Sleep' } });
    expect(after.project.area).toBe('Sleep');
    const backwards = { endDate: '2001-01-01T00:00:00.000Z' };
    expect(await faultOf(lab, 'projects.edit', { projectId, edit: backwards })).toMatchObject({
      fault: { kind: 'refused', serviceSays: 'endDate is before startDate' },
    });
    lab.service.faults.add({ endpoint: 'updateProject', times: 1, do: { kind: 'drop' } });
    expect(
      await faultOf(lab, 'projects.edit', { projectId, edit: { area: 'Lost' } }),
    ).toMatchObject({ fault: { kind: 'unknown-outcome' } });
    expect(sentTo(lab, 'updateProject')).toBe(4);
    expect(await faultOf(lab, 'projects.edit', { projectId, edit: {} })).toMatchObject({
      fault: { kind: 'bad-input' },
    });
  });

  test('without the service an edit waits on top of the last copy, which says its age', async () => {
    const { lab, projectId, own } = await ownProject();
    await lab.service.close();
    const edited = await lab.call('projects.edit', { projectId, edit: { name: 'Offline' } });
    expect(edited.project).toEqual({ ...own, name: 'Offline' });
    const fields = [{ field: 'name', was: own.name, now: 'Offline' }];
    expect(edited).toMatchObject({ pending: [{ kind: 'edit-project', stage: 'waiting', fields }] });
    expect(edited.asOfMs).toBeTypeOf('number');
    const { changes } = await lab.call('outbox.list', {});
    expect(changes).toMatchObject([{ intent: { kind: 'edit-project' }, attempts: 0 }]);
    // Back at what it was, nothing is left to send.
    const back = await lab.call('projects.edit', { projectId, edit: { name: own.name } });
    expect([back.project, back.pending]).toEqual([own, []]);
  });

  test('a scope has a word once this account has sent it, and none before', async () => {
    const { lab, projectId } = await ownProject({
      organisationScopeCodes: [4, 9],
      leaderScopeCodes: [2, 5],
    });
    const scopesOf = async (id: string) =>
      (await lab.call('projects.show', { projectId: id })).scopes;
    expect(await scopesOf(projectId)).toEqual({ organisation: null, leader: null });
    const edited = await lab.call('projects.edit', {
      projectId,
      edit: { organisationScope: 'Public' },
    });
    expect(edited.scopes).toEqual({ organisation: 'Public', leader: null });

    const wish = { kind: 'create-project', project: newProject, isAnother: false } as const;
    const { intent, credits } = await lab.call('outbox.price', {
      ...wish,
      project: { ...newProject, tags: [], members: [] },
    });
    const { state } = await lab.call('outbox.keep', { intent, credits, belowFloor: false });
    if (state.state !== 'delivered' || state.projectId === null) throw new Error(state.state);
    const words = { organisation: 'Private', leader: 'Limited Access' };
    expect(await scopesOf(state.projectId)).toEqual(words);
    expect(await scopesOf(projectId)).toEqual({ organisation: 'Public', leader: null });
  }, 20_000);
});

describe('members', () => {
  test('the active and the invited, each once, from the service', async () => {
    const { lab, projectId, own } = await ownProject();
    const list = await lab.call('members.list', { projectId });
    expect(list).toMatchObject({
      projectId,
      leaderId: own.leaderId,
      isComplete: true,
      asOfMs: null,
    });
    expect(list.leaderName).toBe('Paula Demo-Leader');
    const standings = list.members.map(({ lastName, standing }) => `${lastName} ${standing}`);
    expect(new Set(standings)).toEqual(
      new Set(['Demo-Colleague on-hold', 'Demo-Researcher active']),
    );
    expect(standings).toHaveLength(2);
    expect(await faultOf(lab, 'members.list', { projectId: 'none' })).toEqual({
      ok: false,
      fault: { kind: 'unknown-project', projectId: 'none' },
    });
  });

  test('who may not see the invitations sees what the project says', async () => {
    const { lab, projectId } = await ownProject();
    const no = { kind: 'status', status: 403 } as const;
    lab.service.faults.add({ endpoint: 'listMembersOnHold', times: 1, do: no });
    const { members, isComplete } = await lab.call('members.list', { projectId });
    expect([members.length, isComplete]).toEqual([2, true]);
  });

  test('an invitation is accepted and somebody removed, also when answers are lost', async () => {
    const { lab, projectId } = await ownProject();
    const { members } = await lab.call('members.list', { projectId });
    const guest = members.find(({ standing }) => standing === 'on-hold');
    const active = members.find(({ standing }) => standing === 'active');
    if (guest === undefined || active === undefined) throw new Error('the demo has nobody');
    lab.service.faults.add(loseAnswer('activateMember'));
    await lab.call('members.activate', { projectId, userId: guest.userId });
    // It is so already: nothing is sent.
    await lab.call('members.activate', { projectId, userId: guest.userId });
    lab.service.faults.add(loseAnswer('removeMember'));
    await lab.call('members.remove', { projectId, userId: active.userId });
    const after = await lab.call('members.list', { projectId });
    expect(after.members.map(({ userId, standing }) => [userId, standing])).toEqual([
      [guest.userId, 'active'],
    ]);
    expect([sentTo(lab, 'activateMember'), sentTo(lab, 'removeMember')]).toEqual([1, 1]);
    lab.service.faults.add({ endpoint: 'removeMember', times: 1, do: { kind: 'drop' } });
    expect(await faultOf(lab, 'members.remove', { projectId, userId: guest.userId })).toMatchObject(
      {
        fault: { kind: 'unknown-outcome' },
      },
    );
    const told = lab.events.filter(({ event }) => event.kind === 'projects-changed');
    expect(told.length).toBeGreaterThanOrEqual(4);
  });

  test('who is gone already is removed, also where the invitations may not be seen', async () => {
    const { lab, projectId } = await ownProject();
    const no = { kind: 'status', status: 403 } as const;
    lab.service.faults.add({ endpoint: 'listMembersOnHold', do: no });
    expect(await lab.call('members.remove', { projectId, userId: 'nobody' })).toBeNull();
    expect((await lab.call('outbox.list', {})).changes).toMatchObject([
      { intent: { kind: 'remove-member' }, state: { state: 'delivered' } },
    ]);
    expect(sentTo(lab, 'removeMember')).toBe(1);
  });

  test('without the service the last copy is shown with its age, and changes wait on top of it', async () => {
    const { lab, projectId } = await ownProject();
    const { members } = await lab.call('members.list', { projectId });
    const guest = members.find(({ standing }) => standing === 'on-hold');
    const active = members.find(({ standing }) => standing === 'active');
    if (guest === undefined || active === undefined) throw new Error('the demo has nobody');
    await lab.service.close();
    await lab.call('members.remove', { projectId, userId: active.userId });
    await lab.call('members.activate', { projectId, userId: guest.userId });
    const list = await lab.call('members.list', { projectId });
    expect(list.asOfMs).toBeTypeOf('number');
    expect(list.members).toEqual(members);
    expect(list.marks).toMatchObject({
      [active.userId]: { kind: 'remove-member', stage: 'waiting', credits: 0 },
      [guest.userId]: { kind: 'activate-member', stage: 'waiting', credits: 0 },
    });
  });
});

describe('a content of this computer and of the platform', () => {
  test('the service is asked about a content only with a yes to sending it', async () => {
    const { lab } = await ownProject();
    const path = lab.write('new.csv', 'nobody has this');
    expect(await lab.call('files.verifyRemote', { path, sendContent: true })).toMatchObject({
      exists: false,
    });
    expect(sentTo(lab, 'verifyContent')).toBe(1);
    for (const sendContent of [false, undefined]) {
      const answer = await lab.serve('files.verifyRemote', { path, sendContent }, never);
      expect(answer).toMatchObject({ fault: { kind: 'bad-input' } });
    }
    const gone = lab.at('gone.csv');
    expect(await faultOf(lab, 'files.verifyRemote', { path: gone, sendContent: true })).toEqual({
      ok: false,
      fault: { kind: 'cannot-pick', pick: { path: gone, why: 'absent' } },
    });
    expect(sentTo(lab, 'verifyContent')).toBe(1);
    const given = lab.write('labseal/inbox/a1/given.csv', 'given by a page for this alone');
    expect(await lab.call('files.verifyRemote', { path: given, sendContent: true })).toMatchObject({
      exists: false,
    });
    expect([fs.existsSync(given), fs.existsSync(path)]).toEqual([false, true]);
  });

  test('a public file has an address to download it from; a private one has none', async () => {
    const { lab, projectId } = await ownProject();
    const notarize = async (visibility: 'public' | 'private') => {
      const path = lab.write(`${visibility}.csv`, `content of a ${visibility} file`);
      const [asked = ''] = await lab.call('files.pick', {
        paths: [path],
        assignment: assignment({ projectId, visibility, checkPolicy: 'never' }),
      });
      const comesTo = (wanted: string) =>
        lab.until(
          () => lab.call('files.show', { asked }),
          ({ state }) => state === wanted,
        );
      await comesTo('ready');
      await lab.call('files.agree', { which: { fileIds: [asked] }, credits: 1 });
      await comesTo('notarized');
      return asked;
    };
    const open = await notarize('public');
    const { url, fileName } = await lab.call('files.link', { asked: open });
    expect(fileName).toBe('public.csv');
    expect(await (await fetch(url)).text()).toBe('content of a public file');
    const copy = lab.write('copy.csv', 'content of a public file');
    expect(await lab.call('files.verifyRemote', { path: copy, sendContent: true })).toMatchObject({
      exists: true,
      fileName: 'public.csv',
    });
    const closed = await notarize('private');
    expect(await faultOf(lab, 'files.link', { asked: closed })).toEqual({
      ok: false,
      fault: { kind: 'no-download', asked: closed },
    });
    expect(await faultOf(lab, 'files.link', { asked: '77' })).toMatchObject({
      fault: { kind: 'unknown-file' },
    });
  }, 20_000);
});
