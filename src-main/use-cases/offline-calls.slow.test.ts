/** A principal investigator on a train: what is seen and changed without the service, and what becomes of it with it. */
import { describe, expect, test } from 'vitest';
import type { CallInput, CallOutput } from '../../src-shared/bridge/calls.ts';
import { DENIAL_WAIT_MS } from '../pipeline/confirm/poll-schedule.ts';
import { makeShiftedClock } from '../test-support/shifted-clock.ts';
import { engineAtService, type EngineAtService } from '../test-support/engine-at-service.ts';
import { assignment, newProject as projectIntent } from '../test-support/temporary-state.ts';
import { editElsewhere } from '../test-support/upload-elsewhere.ts';

type Changes = CallOutput<'outbox.list'>['changes'];

const COLLEAGUE = 'researcher@example.org';
const STRANGER = 'admin@example.org';

const newProject = (name = 'Tides') => {
  const requested = projectIntent(name);
  return { ...requested, project: { ...requested.project, leader: null, tags: [], members: [] } };
};

const invitation = (projectId: string, email: string) =>
  ({ kind: 'invite-member', projectId, person: { email } }) as const;

/** The id of a project that waits to be created. */
const standIn = ({ id }: { readonly id: number }) => `labseal:project:${id}`;

/** Everything was seen once; from now on nothing leaves this computer. */
async function onTheTrain() {
  const clock = makeShiftedClock();
  const lab = await engineAtService(clock);
  await lab.signIn();
  const own = await lab.ownProject();
  const projectId = own.id;
  const { members } = await lab.call('members.list', { projectId });
  const member = members.find(({ standing }) => standing === 'active');
  if (member === undefined) throw new Error('the demo has nobody');
  await lab.call('tags.list', {});
  await lab.call('credits.balance', {});
  const work = (isOffline: boolean) => lab.call('outbox.workOffline', { isOffline });
  await work(true);
  const changes = async () => (await lab.call('outbox.list', {})).changes;
  return {
    clock,
    lab,
    own,
    projectId,
    members,
    member,
    work,
    changes,
    edit: (edit: CallInput<'projects.edit'>['edit']) =>
      lab.call('projects.edit', { projectId, edit }),
    comesTo: (isWanted: (changes: Changes) => boolean) => lab.until(changes, isWanted),
    /** Prices it and agrees to it now; by itself it goes only when that was agreed to as well. */
    queue: async (requested: CallInput<'outbox.price'>, whenOnline = true) => {
      const { intent, credits } = await lab.call('outbox.price', requested);
      return lab.call('outbox.keep', { intent, credits, passedReserve: null, whenOnline });
    },
    /** Until the first round that went by itself has said what came of it. */
    goOnline: async (): Promise<Changes> => {
      await work(false);
      const view = await lab.until(
        () => lab.call('outbox.list', {}),
        ({ changes: all, lastSent }) =>
          all.every(({ state }) => !['waiting', 'sending'].includes(state.state)) &&
          (lastSent !== null || all.every(({ state }) => state.state === 'withdrawn')),
      );
      return view.changes;
    },
  };
}

const charged = ({ service }: EngineAtService) => service.ledger().transactions;

describe('working offline', () => {
  test('nothing is asked or sent; what is done shows at once with its mark, and goes by itself afterwards (P19)', async () => {
    const { lab, own, projectId, member, queue, edit, goOnline } = await onTheTrain();
    const asked = lab.service.requests().length;
    await edit({ name: 'Rhythms' });
    await lab.call('members.remove', { projectId, userId: member.userId });
    const { tag } = await lab.call('tags.create', { name: 'Slow waves' });
    expect(tag).toMatchObject({ name: 'Slow waves' });
    const person = { name: 'Paula', lastName: 'Leader', organisation: 'Lab', location: 'Train' };
    await lab.call('profile.edit', person);
    const created = await queue(newProject());
    const local = standIn(created);
    for (const email of [COLLEAGUE, STRANGER, 'nobody@example.org']) {
      await queue(invitation(local, email));
    }

    const file = { path: lab.write('trip/a.raw', 'a measurement'), sendContent: true } as const;
    expect(await lab.faultOf('files.verifyRemote', file)).toMatchObject({ why: 'working-offline' });

    expect(lab.service.requests()).toHaveLength(asked);
    const { projects, pending, asOfMs } = await lab.call('projects.list', {});
    expect(asOfMs).toBeTypeOf('number');
    const shown = new Map(projects.map(({ id, name }) => [id, name]));
    expect([shown.get(projectId), shown.get(local)]).toEqual(['Rhythms', 'Tides']);
    expect(pending[projectId]).toMatchObject([
      { kind: 'edit-project', stage: 'waiting', fields: [{ was: own.name }] },
    ]);
    expect(pending[local]).toMatchObject([{ kind: 'create-project', credits: 50 }]);
    expect(await lab.call('profile.read', {})).toMatchObject({
      location: 'Train',
      mark: { kind: 'edit-profile' },
    });
    const guests = await lab.call('members.list', { projectId: local });
    expect(guests.added).toMatchObject([
      {
        userName: 'Robin Demo-Researcher',
        willBeLookedUp: false,
        mark: { credits: 10, waitsFor: created.id },
      },
      { email: STRANGER, willBeLookedUp: true },
      { email: 'nobody@example.org', willBeLookedUp: true },
    ]);
    const waiting = await lab.call('outbox.list', {});
    expect(waiting).toMatchObject({ waitingCredits: 80, isOffline: true });
    expect(waiting.balance?.after).toBe((waiting.balance?.credits ?? 0) - 80);

    const after = await goOnline();
    expect(after.map(({ intent, state }) => `${intent.kind} ${state.state}`)).toEqual([
      'edit-project delivered',
      'remove-member delivered',
      'create-tag delivered',
      'edit-profile delivered',
      'create-project delivered',
      'invite-member delivered',
      'invite-member delivered',
      'invite-member refused',
    ]);
    const cause = { kind: 'no-account', email: 'nobody@example.org' };
    expect(after.at(-1)?.state).toMatchObject({ cause });
    const sent = { sent: 7, needYou: 1 };
    const reported = lab.events.findLast(({ event }) => event.kind === 'outbox-sent')?.event;
    expect(reported).toEqual({ kind: 'outbox-sent', ...sent });
    expect((await lab.call('outbox.list', {})).lastSent).toMatchObject(sent);
    const types = charged(lab).map(({ type }) => type);
    expect(types.slice(-3)).toEqual([
      'PROJECT_CREATION',
      'PROJECT_INVITATION',
      'PROJECT_INVITATION',
    ]);
    const list = await lab.until(
      () => lab.call('projects.list', {}),
      (now) => now.projects.some(({ name, id }) => name === 'Tides' && !id.startsWith('labseal')),
    );
    expect(list.projects).toHaveLength(projects.length);
  });

  test('files for a project that waits to be created wait for it, and go there once it is there', async () => {
    const { lab, queue, goOnline } = await onTheTrain();
    const asked = lab.service.requests().length;
    const projectId = standIn(await queue(newProject()));
    const file = await lab.pick(lab.write('run.csv', 'content'), { projectId });
    const isHeld = () => lab.call('files.show', { asked: file });
    await lab.until(isHeld, ({ hold }) => hold === 'project');
    lab.write('runs/1.csv', 'one');
    await lab.watch('runs', { assignment: assignment({ projectId }) });
    expect(lab.service.requests()).toHaveLength(asked);

    await goOnline();
    const ready = await lab.fileIs(file, 'ready');
    const { projects } = await lab.call('projects.list', {});
    const tides = projects.find(({ name }) => name === 'Tides')?.id ?? '';
    expect([ready.projectId, tides.startsWith('labseal:')]).toEqual([tides, false]);
    const folders = await lab.call('folders.list', {});
    expect(folders).toMatchObject([{ assignment: { projectId: tides } }]);
    // Whoever still has the stand-in on screen means the same project.
    const later = await lab.pick(lab.write('later.csv', 'more'), { projectId });
    expect(await lab.call('files.show', { asked: later })).toMatchObject({ projectId: tides });
  });

  test('who takes back a project is asked for another one for its files', async () => {
    const { lab, queue } = await onTheTrain();
    const created = await queue(newProject());
    const projectId = standIn(created);
    const path = lab.write('run.csv', 'content');
    const asked = await lab.pick(path, { projectId });
    const show = () => lab.call('files.show', { asked });
    await lab.until(show, ({ hold }) => hold === 'project');
    await lab.call('outbox.resolve', { id: String(created.id), decision: 'undo' });
    await lab.until(show, ({ hold }) => hold === 'permission');
    const again = { paths: [path], assignment: assignment({ projectId }) };
    expect(await lab.faultOf('files.pick', again)).toEqual({ kind: 'unknown-project', projectId });
  });

  test('what somebody else changed meanwhile is a conflict for each field, and a person chooses (P19)', async () => {
    const { lab, projectId, edit, goOnline, comesTo } = await onTheTrain();
    await edit({ name: 'Mine', area: 'Sea', location: 'Pisa' });
    await editElsewhere(lab, projectId, { name: 'Theirs', area: 'Air' });
    const [change] = await goOnline();
    const fields = [
      { field: 'name', mine: 'Mine', theirs: 'Theirs' },
      { field: 'area', mine: 'Sea', theirs: 'Air' },
    ];
    expect(change?.state).toMatchObject({
      state: 'refused',
      cause: { kind: 'changed-there', fields },
    });
    const id = String(change?.id);
    const half = await lab.faultOf('outbox.choose', { id, choices: { name: 'mine' } });
    expect(half).toMatchObject({ kind: 'change-elsewhere' });
    await lab.call('outbox.choose', { id, choices: { name: 'mine', area: 'theirs' } });
    await comesTo(([now]) => now?.state.state === 'delivered');
    const { project } = await lab.until(
      () => lab.call('projects.show', { projectId }),
      ({ project: { area } }) => area === 'Air',
    );
    expect(project).toMatchObject({ name: 'Mine', location: 'Pisa' });
  });

  test('a full project is offered more room; what is refused holds up nothing else', async () => {
    const { clock, lab, projectId, members, queue, edit, goOnline, comesTo } = await onTheTrain();
    const most = members.length;
    await editElsewhere(lab, projectId, { maxNumberOfMembers: most });
    await queue(invitation(projectId, STRANGER));
    await edit({ area: 'Sleep' });
    const [denied] = await goOnline();
    expect(denied?.state).toMatchObject({ state: 'unknown', denial: { status: 400 } });
    clock.shift(DENIAL_WAIT_MS);
    const [invited, edited] = await comesTo(([first]) => first?.state.state === 'refused');
    expect(invited?.state).toMatchObject({ cause: { kind: 'full', members: most, most } });
    expect(edited?.state.state).toBe('delivered');
    const agreed = { credits: 10, passedReserve: null };
    const wider = { id: String(invited?.id), decision: 'raise-limit', agreed } as const;
    expect((await lab.call('outbox.resolve', wider)).state.state).toBe('delivered');
    const { project } = await lab.call('projects.show', { projectId });
    expect(project.maxNumberOfMembers).toBe(most + 1);
  });

  test('a project that is gone stops what waits for it, with one reason; other changes go', async () => {
    const { lab, projectId, member, edit, goOnline } = await onTheTrain();
    await edit({ name: 'Offline' });
    await lab.call('members.remove', { projectId, userId: member.userId });
    await lab.call('tags.create', { name: 'Slow waves' });
    const gone = { kind: 'status', status: 404, envelope: 'coded' } as const;
    for (const endpoint of ['getProject', 'removeMember'] as const) {
      lab.service.faults.add({ endpoint, do: gone });
    }
    const cause = { kind: 'project-away', fault: { kind: 'not-found' } };
    expect((await goOnline()).map(({ state }) => state)).toMatchObject([
      { state: 'refused', cause },
      { state: 'refused', cause },
      { state: 'delivered' },
    ]);
  });

  test('what waits is taken back for nothing, and a project takes those along that wait for it', async () => {
    const { lab, projectId, member, queue, goOnline } = await onTheTrain();
    const created = await queue(newProject());
    await queue(invitation(standIn(created), COLLEAGUE));
    await lab.call('outbox.resolve', { id: String(created.id), decision: 'undo' });
    // A removal that waits is undone by inviting the person again, for nothing.
    await lab.call('members.remove', { projectId, userId: member.userId });
    const offer = await lab.call('outbox.price', invitation(projectId, member.email ?? ''));
    expect(offer).toMatchObject({ credits: 0, prospect: { kind: 'would-cancel' } });
    await lab.call('outbox.keep', { intent: offer.intent, credits: 0, passedReserve: null });
    const before = charged(lab).length;
    const ends = (await goOnline()).map(({ state }) => state.state);
    expect(ends).toEqual(['withdrawn', 'withdrawn', 'withdrawn']);
    expect(charged(lab)).toHaveLength(before);
  });

  test('working offline is no pause; one from before stays', async () => {
    const { lab, work } = await onTheTrain();
    const pause = async () => (await lab.call('transfers.view', { first: 0, count: 1 })).pause;
    expect(await pause()).toBeNull();
    await work(false);
    const { rows } = await lab.call('activity.lines', { filter: {}, first: 0, count: 9 });
    expect(rows.slice(0, 2).map(({ what }) => what)).toEqual(['went-online', 'went-offline']);
    await lab.call('transfers.pause', { mode: 'now', untilMs: null });
    await work(true);
    await work(false);
    expect(await pause()).not.toBeNull();
    expect((await lab.call('outbox.list', {})).isOffline).toBe(false);
  });

  test('a price goes by itself only when that was agreed to, and below the reserve only when that was said too', async () => {
    const { lab, projectId, queue, work, changes } = await onTheTrain();
    await queue(invitation(projectId, STRANGER));
    await queue(newProject('By word'), false);
    await lab.call('credits.setLimit', { name: 'reserve', value: 1_000_000 });
    const before = charged(lab).length;
    await work(false);
    await lab.until(
      () => lab.call('outbox.list', {}),
      ({ lastSent }) => lastSent !== null,
    );
    const [invited, created] = await changes();
    expect(invited?.state).toMatchObject({ cause: { kind: 'reserve', reserve: 1_000_000 } });
    expect(created?.state.state).toBe('waiting');
    expect(charged(lab)).toHaveLength(before);
    const id = String(invited?.id);
    const agreed = { credits: 10, passedReserve: null };
    const waits = await lab.call('outbox.resolve', { id, decision: 'retry', agreed });
    expect(waits.state.state).toBe('waiting'); // the reserve is no part of what was agreed to
    const send = { ids: [id], credits: 10 };
    const refused = await lab.faultOf('outbox.send', { ...send, passedReserve: null });
    expect(refused).toMatchObject({ kind: 'below-reserve' });
    const [sent] = await lab.call('outbox.send', { ...send, passedReserve: 1_000_000 });
    expect(sent?.state.state).toBe('delivered');
  });

  test('an address that nobody has is corrected; an equal project that is there stands for the one to be made', async () => {
    const { lab, queue, work, comesTo } = await onTheTrain();
    const created = () => charged(lab).filter(({ type }) => type === 'PROJECT_CREATION').length;
    const before = created();
    await work(false);
    await queue(newProject(), false);
    await work(true);
    // The copy does not show it yet, so it is asked for a second time.
    const again = await queue(newProject());
    const invited = await queue(invitation(standIn(again), 'resaercher@example.org'));
    await work(false);
    const isRefused = (id: number, kind: string) =>
      comesTo((all) => {
        const state = all.find((each) => each.id === id)?.state;
        return state?.state === 'refused' && state.cause.kind === kind;
      });
    await isRefused(again.id, 'exists');
    await lab.call('outbox.resolve', { id: String(again.id), decision: 'use-existing' });
    await isRefused(invited.id, 'no-account');
    await lab.call('outbox.fixEmail', { id: String(invited.id), email: COLLEAGUE });
    await comesTo((all) => all.find(({ id }) => id === invited.id)?.state.state === 'delivered');
    const { projects } = await lab.call('projects.list', {});
    expect(projects.filter(({ name }) => name === 'Tides')).toHaveLength(1);
    expect(created()).toBe(before + 1);
  });

  test('what a person does online they hear of at once, and not a second time', async () => {
    const { lab, projectId, member, work, edit, queue } = await onTheTrain();
    await work(false);
    await lab.call('members.remove', { projectId, userId: member.userId });
    await edit({ name: 'Rhythms' });
    await queue(newProject(), false);
    const kinds = lab.events.map(({ event }) => event.kind);
    expect(kinds).toContain('outbox-changed');
    expect(kinds).not.toContain('outbox-sent');
    expect((await lab.call('outbox.list', {})).lastSent).toBeNull();
  });
});
