/** A principal investigator on a train: what is seen and changed without the service, and what becomes of it with it. */
import { describe, expect, test } from 'vitest';
import { engineAtService, type EngineAtService } from '../../test-support/engine-at-service.ts';
import { assignment } from '../../test-support/temporary-state.ts';

const never = new AbortController().signal;

const draft = {
  name: 'Tides',
  leader: null,
  area: 'Sea',
  organisation: 'Lab',
  location: 'Pisa',
  maxNumberOfMembers: '4',
  organisationScope: 'Private',
  leaderScope: 'Full Access',
  startDate: '2026-11-21T00:00:00.000Z',
  endDate: '2027-11-21T00:00:00.000Z',
} as const;

const projectNamed = (name: string) => ({ ...draft, name, tags: [], members: [] });

const assignmentTo = (projectId: string) => assignment({ projectId, checkPolicy: 'never' });

/** Everything was seen once; from now on nothing leaves this computer. */
async function onTheTrain() {
  const lab = await engineAtService();
  await lab.signIn();
  const { projects } = await lab.call('projects.list', {});
  const { userId } = await lab.call('profile.read', {});
  const own = projects.find(({ leaderId }) => leaderId === userId);
  if (own === undefined) throw new Error('the leader leads nothing');
  const { members } = await lab.call('members.list', { projectId: own.id });
  await lab.call('tags.list', {});
  await lab.call('credits.balance', {});
  await lab.call('outbox.workOffline', { isOffline: true });
  const before = lab.service.requests().length;
  return { lab, own, projectId: own.id, members, userId, requestsBefore: before };
}

/** Prices it, agrees, and lets it go by itself. */
async function queue(lab: EngineAtService, wish: Parameters<typeof lab.call<'outbox.price'>>[1]) {
  const { intent, credits, prospect } = await lab.call('outbox.price', wish);
  expect(prospect.kind).toBe('would-wait');
  return lab.call('outbox.keep', { intent, credits, belowFloor: false, whenOnline: true });
}

/** Somebody else's program changes the project, with the leader's own rights. */
async function directly(lab: EngineAtService, projectId: string, change: object): Promise<void> {
  const { email, password, service } = lab;
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${service.url}/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await login.json()) as { token: string };
  const changed = await fetch(`${service.url}/projects/${projectId}`, {
    method: 'PATCH',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: JSON.stringify(change),
  });
  expect(changed.status).toBe(200);
}

/** Until the first round that went by itself has said what came of it. */
async function goOnline(lab: EngineAtService): Promise<void> {
  await lab.call('outbox.workOffline', { isOffline: false });
  await lab.until(
    () => lab.call('outbox.list', {}),
    ({ changes, lastSent }) => {
      const isDone = changes.every(({ state }) => !['waiting', 'sending'].includes(state.state));
      return (
        isDone && (lastSent !== null || changes.every(({ state }) => state.state === 'withdrawn'))
      );
    },
  );
}

describe('working offline', () => {
  test('nothing is asked or sent; what is done shows at once with its mark, and goes by itself afterwards', async () => {
    const { lab, own, projectId, members, requestsBefore } = await onTheTrain();
    const active = members.find(({ standing }) => standing === 'active');
    if (active === undefined) throw new Error('the demo has nobody');

    await lab.call('projects.edit', { projectId, edit: { name: 'Rhythms' } });
    await lab.call('members.remove', { projectId, userId: active.userId });
    expect(await lab.call('tags.create', { name: 'Slow waves' })).toMatchObject({
      name: 'Slow waves',
    });
    await lab.call('profile.edit', {
      name: 'Paula',
      lastName: 'Leader',
      organisation: 'Lab',
      location: 'Train',
    });
    const created = await queue(lab, {
      kind: 'create-project',
      project: projectNamed('Tides'),
      isAnother: false,
    });
    const local = `labseal:project:${created.id}`;
    const invite = { kind: 'invite-member', projectId: local } as const;
    await queue(lab, { ...invite, email: 'researcher@example.org' });
    const stranger = lab.service.demoAccounts.find(({ role }) => role === 'administrator');
    await queue(lab, { ...invite, email: stranger?.email ?? '' });
    await queue(lab, { ...invite, email: 'nobody@example.org' });

    expect(lab.service.requests()).toHaveLength(requestsBefore);
    const { projects, pending, asOfMs } = await lab.call('projects.list', {});
    expect(asOfMs).toBeTypeOf('number');
    expect(projects.map(({ id, name }) => [id, name])).toEqual(
      expect.arrayContaining([
        [projectId, 'Rhythms'],
        [local, 'Tides'],
      ]),
    );
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
      { email: stranger?.email, willBeLookedUp: true },
      { email: 'nobody@example.org', willBeLookedUp: true },
    ]);
    const waiting = await lab.call('outbox.list', {});
    expect(waiting).toMatchObject({ waitingCredits: 80, isOffline: true });
    expect(waiting.balance?.after).toBe((waiting.balance?.credits ?? 0) - 80);

    await goOnline(lab);
    const after = await lab.call('outbox.list', {});
    const ends = after.changes.map(({ intent, state }) => `${intent.kind} ${state.state}`);
    expect(ends).toEqual([
      'edit-project delivered',
      'remove-member delivered',
      'create-tag delivered',
      'edit-profile delivered',
      'create-project delivered',
      'invite-member delivered',
      'invite-member delivered',
      'invite-member refused',
    ]);
    expect(after.changes.at(-1)?.state).toMatchObject({
      cause: { kind: 'no-account', email: 'nobody@example.org' },
    });
    const sent = lab.events.findLast(({ event }) => event.kind === 'outbox-sent')?.event;
    expect(sent).toEqual({ kind: 'outbox-sent', sent: 7, needYou: 1 });
    expect(after.lastSent).toMatchObject({ sent: 7, needYou: 1 });
    const charges = lab.service.ledger().transactions.slice(-3);
    expect(charges.map(({ type }) => type)).toEqual([
      'PROJECT_CREATION',
      'PROJECT_INVITATION',
      'PROJECT_INVITATION',
    ]);
    const list = await lab.until(
      () => lab.call('projects.list', {}),
      ({ projects: now }) =>
        now.some(({ name, id }) => name === 'Tides' && !id.startsWith('labseal')),
    );
    expect(list.projects).toHaveLength(projects.length);
  }, 20_000);

  test('files for a project that waits to be created wait for it, and go there once it is there', async () => {
    const { lab, requestsBefore } = await onTheTrain();
    const created = await queue(lab, {
      kind: 'create-project',
      project: projectNamed('Tides'),
      isAnother: false,
    });
    const local = `labseal:project:${created.id}`;
    const path = lab.write('run.csv', 'content');
    const target = assignmentTo(local);
    const [asked = ''] = await lab.call('files.pick', { paths: [path], assignment: target });
    await lab.until(
      () => lab.call('files.show', { asked }),
      ({ hold }) => hold === 'project',
    );
    lab.write('runs/1.csv', 'one');
    const rules = { exclude: [], settleSeconds: 0, budgetCredits: null, approveEach: false };
    await lab.call('folders.add', {
      path: lab.at('runs'),
      rules: { assignment: target, ...rules },
    });
    expect(lab.service.requests()).toHaveLength(requestsBefore);

    await goOnline(lab);
    const ready = await lab.until(
      () => lab.call('files.show', { asked }),
      ({ state }) => state === 'ready',
    );
    const { projects } = await lab.call('projects.list', {});
    const tides = projects.find(({ name }) => name === 'Tides')?.id ?? '';
    expect([ready.projectId, tides.startsWith('labseal:')]).toEqual([tides, false]);
    expect(await lab.call('folders.list', {})).toMatchObject([
      { assignment: { projectId: tides } },
    ]);
    // Whoever still has the stand-in on screen means the same project.
    const other = lab.write('later.csv', 'more');
    const [later = ''] = await lab.call('files.pick', { paths: [other], assignment: target });
    expect(await lab.call('files.show', { asked: later })).toMatchObject({ projectId: tides });
  });

  test('who takes back a project is asked for another one for its files', async () => {
    const { lab } = await onTheTrain();
    const { id } = await queue(lab, {
      kind: 'create-project',
      project: projectNamed('Tides'),
      isAnother: false,
    });
    const target = assignmentTo(`labseal:project:${id}`);
    const path = lab.write('run.csv', 'content');
    const [asked = ''] = await lab.call('files.pick', { paths: [path], assignment: target });
    await lab.until(
      () => lab.call('files.show', { asked }),
      ({ hold }) => hold === 'project',
    );
    await lab.call('outbox.resolve', { id: String(id), decision: 'undo' });
    await lab.until(
      () => lab.call('files.show', { asked }),
      ({ hold }) => hold === 'permission',
    );
    expect(await lab.serve('files.pick', { paths: [path], assignment: target }, never)).toEqual({
      ok: false,
      fault: { kind: 'unknown-project', projectId: target.projectId },
    });
  });

  test('what somebody else changed meanwhile is a conflict for each field, and a person chooses', async () => {
    const { lab, projectId } = await onTheTrain();
    await lab.call('projects.edit', {
      projectId,
      edit: { name: 'Mine', area: 'Sea', location: 'Pisa' },
    });
    await directly(lab, projectId, { name: 'Theirs', area: 'Air' });
    await goOnline(lab);
    const { changes } = await lab.call('outbox.list', {});
    const [change] = changes;
    expect(change?.state).toMatchObject({
      state: 'refused',
      cause: {
        kind: 'changed-there',
        fields: [
          { field: 'name', mine: 'Mine', theirs: 'Theirs' },
          { field: 'area', mine: 'Sea', theirs: 'Air' },
        ],
      },
    });
    const id = String(change?.id);
    expect(
      await lab.serve('outbox.choose', { id, choices: { name: 'mine' } }, never),
    ).toMatchObject({
      fault: { kind: 'change-elsewhere' },
    });
    await lab.call('outbox.choose', { id, choices: { name: 'mine', area: 'theirs' } });
    await lab.until(
      () => lab.call('outbox.list', {}),
      ({ changes: [now] }) => now?.state.state === 'delivered',
    );
    const { project } = await lab.until(
      () => lab.call('projects.show', { projectId }),
      ({ project: { area } }) => area === 'Air',
    );
    expect(project).toMatchObject({ name: 'Mine', location: 'Pisa' });
  }, 20_000);

  test('a full project is offered more room; what is refused holds up nothing else', async () => {
    const { lab, projectId, members } = await onTheTrain();
    await directly(lab, projectId, { maxNumberOfMembers: members.length });
    const stranger = lab.service.demoAccounts.find(({ role }) => role === 'administrator');
    await queue(lab, { kind: 'invite-member', projectId, email: stranger?.email ?? '' });
    await lab.call('projects.edit', { projectId, edit: { area: 'Sleep' } });
    await goOnline(lab);
    const { changes } = await lab.call('outbox.list', {});
    expect(changes.map(({ state }) => state)).toMatchObject([
      { state: 'refused', cause: { kind: 'full', members: members.length, most: members.length } },
      { state: 'delivered' },
    ]);
    const id = String(changes[0]?.id);
    const anew = await lab.call('outbox.resolve', { id, decision: 'raise-limit' });
    expect(anew.state.state).toBe('delivered');
    const { project } = await lab.call('projects.show', { projectId });
    expect(project.maxNumberOfMembers).toBe(members.length + 1);
  }, 20_000);

  test('a project that is gone parks all that waits for it, with one reason; other changes go', async () => {
    const { lab, projectId, members } = await onTheTrain();
    await lab.call('projects.edit', { projectId, edit: { name: 'Offline' } });
    await lab.call('members.remove', { projectId, userId: members[0]?.userId ?? '' });
    await lab.call('tags.create', { name: 'Slow waves' });
    lab.service.faults.add({
      endpoint: 'getProject',
      do: { kind: 'status', status: 404, envelope: 'coded' },
    });
    await goOnline(lab);
    const { changes } = await lab.call('outbox.list', {});
    const parked = {
      state: 'refused',
      cause: { kind: 'project-away', fault: { kind: 'not-found' } },
    };
    expect(changes.map(({ state }) => state)).toMatchObject([
      parked,
      parked,
      { state: 'delivered' },
    ]);
  }, 20_000);

  test('what waits is taken back for nothing, and a project takes those along that wait for it', async () => {
    const { lab, projectId, members } = await onTheTrain();
    const created = await queue(lab, {
      kind: 'create-project',
      project: projectNamed('Tides'),
      isAnother: false,
    });
    await queue(lab, {
      kind: 'invite-member',
      projectId: `labseal:project:${created.id}`,
      email: 'researcher@example.org',
    });
    await lab.call('outbox.resolve', { id: String(created.id), decision: 'undo' });
    // A removal that waits is undone by inviting the person again, for nothing.
    const userId = members[0]?.userId ?? '';
    await lab.call('members.remove', { projectId, userId });
    const email = members[0]?.email ?? '';
    const offer = await lab.call('outbox.price', { kind: 'invite-member', projectId, email });
    expect(offer).toMatchObject({ credits: 0, prospect: { kind: 'would-cancel' } });
    await lab.call('outbox.keep', { intent: offer.intent, credits: 0, belowFloor: false });
    const { changes } = await lab.call('outbox.list', {});
    expect(changes.map(({ state }) => state.state)).toEqual([
      'withdrawn',
      'withdrawn',
      'withdrawn',
    ]);
    const before = lab.service.ledger().transactions.length;
    await goOnline(lab);
    expect(lab.service.ledger().transactions).toHaveLength(before);
  }, 20_000);

  test('uploads pause with everything else; a pause from before stays', async () => {
    const { lab } = await onTheTrain();
    expect((await lab.call('transfers.view', { first: 0, count: 1 })).pause).not.toBeNull();
    await lab.call('outbox.workOffline', { isOffline: false });
    expect((await lab.call('transfers.view', { first: 0, count: 1 })).pause).toBeNull();
    await lab.call('transfers.pause', { mode: 'now', untilMs: null });
    await lab.call('outbox.workOffline', { isOffline: true });
    await lab.call('outbox.workOffline', { isOffline: false });
    expect((await lab.call('transfers.view', { first: 0, count: 1 })).pause).not.toBeNull();
    expect((await lab.call('outbox.list', {})).isOffline).toBe(false);
  }, 20_000);

  test('a price goes by itself only when that was agreed to, and below the floor only when that was said too', async () => {
    const { lab, projectId } = await onTheTrain();
    const stranger = lab.service.demoAccounts.find(({ role }) => role === 'administrator');
    await queue(lab, { kind: 'invite-member', projectId, email: stranger?.email ?? '' });
    const offer = await lab.call('outbox.price', {
      kind: 'create-project',
      project: projectNamed('By word'),
      isAnother: false,
    });
    await lab.call('outbox.keep', { intent: offer.intent, credits: 50, belowFloor: false });
    await lab.call('credits.setLimit', { name: 'floor', value: 1_000_000 });
    const before = lab.service.ledger().transactions.length;
    await lab.call('outbox.workOffline', { isOffline: false });
    const { changes } = await lab.until(
      () => lab.call('outbox.list', {}),
      ({ lastSent }) => lastSent !== null,
    );
    expect(changes.map(({ state }) => state)).toMatchObject([
      { state: 'refused', cause: { kind: 'floor', floor: 1_000_000 } },
      { state: 'waiting' },
    ]);
    expect(lab.service.ledger().transactions).toHaveLength(before);
    const id = String(changes[0]?.id);
    await lab.call('outbox.resolve', { id, decision: 'retry' });
    expect(await lab.serve('outbox.send', { id, belowFloor: false }, never)).toMatchObject({
      fault: { kind: 'below-floor' },
    });
    const [sent] = await lab.call('outbox.send', { id, belowFloor: true });
    expect(sent?.state.state).toBe('delivered');
  }, 20_000);

  test('an address that nobody has is corrected; an equal project that is there stands for the one to be made', async () => {
    const { lab } = await onTheTrain();
    const wish = { kind: 'create-project' as const, project: projectNamed('Tides') };
    await lab.call('outbox.workOffline', { isOffline: false });
    const online = await lab.call('outbox.price', { ...wish, isAnother: false });
    await lab.call('outbox.keep', { intent: online.intent, credits: 50, belowFloor: false });
    await lab.call('outbox.workOffline', { isOffline: true });
    // The copy does not show it yet, so it is asked for a second time.
    const again = await queue(lab, { ...wish, isAnother: false });
    const guest = { kind: 'invite-member', projectId: `labseal:project:${again.id}` } as const;
    const invited = await queue(lab, { ...guest, email: 'resaercher@example.org' });
    await lab.call('outbox.workOffline', { isOffline: false });
    const refusedOf = async (id: number, kind: string) =>
      lab.until(
        () => lab.call('outbox.list', {}),
        ({ changes }) => {
          const state = changes.find((each) => each.id === id)?.state;
          return state?.state === 'refused' && state.cause.kind === kind;
        },
      );
    await refusedOf(again.id, 'exists');
    await lab.call('outbox.resolve', { id: String(again.id), decision: 'use-existing' });
    await refusedOf(invited.id, 'no-account');
    const email = 'researcher@example.org';
    await lab.call('outbox.fixEmail', { id: String(invited.id), email });
    await lab.until(
      () => lab.call('outbox.list', {}),
      ({ changes }) => changes.find(({ id }) => id === invited.id)?.state.state === 'delivered',
    );
    const made = lab.service
      .ledger()
      .transactions.filter(({ type }) => type === 'PROJECT_CREATION');
    expect(made.filter(({ amount }) => amount === -50).length).toBeGreaterThan(0);
    const { projects } = await lab.call('projects.list', {});
    expect(projects.filter(({ name }) => name === 'Tides')).toHaveLength(1);
  }, 20_000);

  test('what a person does online they hear of at once, and not a second time', async () => {
    const { lab, projectId, members } = await onTheTrain();
    await lab.call('outbox.workOffline', { isOffline: false });
    await lab.call('members.remove', { projectId, userId: members[0]?.userId ?? '' });
    await lab.call('projects.edit', { projectId, edit: { name: 'Rhythms' } });
    const offer = await lab.call('outbox.price', {
      kind: 'create-project',
      project: projectNamed('Tides'),
      isAnother: false,
    });
    await lab.call('outbox.keep', { intent: offer.intent, credits: 50, belowFloor: false });
    await lab.call('tags.create', { name: 'Slow waves' });
    const kinds = lab.events.map(({ event }) => event.kind);
    expect(kinds).toContain('outbox-changed');
    expect(kinds).not.toContain('outbox-sent');
    expect((await lab.call('outbox.list', {})).lastSent).toBeNull();
  }, 20_000);
});
