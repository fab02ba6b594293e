import type { CallInput } from '../../src-shared/bridge/calls.ts';
import { expect, test } from 'vitest';
import { DENIAL_WAIT_MS } from '../pipeline/confirm/poll-schedule.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';
import { makeShiftedClock } from '../test-support/shifted-clock.ts';

test('a yes to a price is none to going below the reserve, and the core holds to that', async () => {
  const clock = makeShiftedClock();
  const lab = await engineAtService(clock);
  await lab.signIn();
  const { id: projectId } = await lab.ownProject();
  const credits = async () => (await lab.call('credits.balance', {})).credits;
  const balance = await credits();
  await lab.call('credits.setLimit', { name: 'reserve', value: balance - 5 });

  const requested = {
    kind: 'invite-member',
    projectId,
    person: { email: 'admin@example.org' },
  } as const;
  const offer = await lab.call('outbox.price', requested);
  const breach = { reserve: balance - 5, left: balance - 10 };
  expect(offer.breach).toEqual(breach);
  const agreement = { intent: offer.intent, credits: offer.credits, passedReserve: null };
  const refused = { kind: 'below-reserve', ...breach };
  expect(await lab.faultOf('outbox.keep', agreement)).toEqual(refused);
  expect((await lab.call('outbox.list', {})).changes).toEqual([]);
  expect(await credits()).toBe(balance);

  const retryAfter = { seconds: 1 };
  const pause = { kind: 'status', status: 429, at: 'before-handling', retryAfter } as const;
  lab.service.faults.add({ endpoint: 'inviteMember', times: 1, do: pause });
  const kept = await lab.call('outbox.keep', {
    ...agreement,
    passedReserve: breach.reserve,
  });
  expect(kept.state).toMatchObject({ state: 'unknown', denial: { status: 429 } });
  clock.shift(DENIAL_WAIT_MS);
  const list = async () => (await lab.call('outbox.list', {})).changes;
  await lab.until(list, ([change]) => change?.state.state === 'waiting');
  expect(await lab.call('outbox.list', {})).toMatchObject({ waitingCredits: 10, breach });
  const ids = [String(kept.id)];
  expect(await lab.call('outbox.offer', { ids })).toEqual({ credits: 10, breach });
  const send = { ids, credits: 10, passedReserve: breach.reserve };
  expect(await lab.faultOf('outbox.send', { ...send, passedReserve: null })).toEqual(refused);
  // One that was set meanwhile is another one.
  const other = { ...send, passedReserve: breach.reserve - 1 };
  expect(await lab.faultOf('outbox.send', other)).toEqual(refused);
  const dearer = { kind: 'dearer-than-agreed', credits: 10, agreedCredits: 9 };
  expect(await lab.faultOf('outbox.send', { ...send, credits: 9 })).toEqual(dearer);
  const [sent] = await lab.call('outbox.send', send);
  expect(sent?.state.state).toBe('delivered');
  expect(await credits()).toBe(balance - 10);
});

test('two faces that agree to the same at the same moment pay once, and hear the same end (P6)', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  const { id: projectId } = await lab.ownProject();
  const person = { email: 'admin@example.org' };
  const { intent, credits } = await lab.call('outbox.price', {
    kind: 'invite-member',
    projectId,
    person,
  });
  const agree = () => lab.call('outbox.keep', { intent, credits, passedReserve: null });
  const [one, other] = await Promise.all([agree(), agree()]);
  expect(other).toEqual(one);
  expect(one.state.state).toBe('delivered');
  expect((await agree()).state).toMatchObject({ state: 'delivered', by: 'already-there' });
  expect(lab.sent('inviteMember')).toBe(1);
});

test('settings over the bridge: defaults are announced, the report names neither person nor file nor token (P17)', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  const watching = { mode: 'poll', pollSeconds: 30 } as const;
  const defaults = { settleSeconds: 5, exclude: ['*.log'], watching };
  await lab.call('settings.setWatching', defaults);
  expect(await lab.call('settings.watching', {})).toEqual(defaults);
  expect(lab.events.map(({ event }) => event.kind)).toContain('folders-changed');

  const secret = lab.write('plates/secret-name.csv', 'secret content');
  await lab.watch('plates');
  await lab.fileIs(secret, 'ready');
  const report = await lab.call('settings.diagnostics', {});
  expect(report).toMatchObject({
    session: { state: 'signed-in', kept: 'file' },
    engine: { state: 'running' },
    account: { folders: [{ files: 1, trouble: null }], folderDefaults: defaults },
  });
  const text = JSON.stringify(report);
  expect(text).not.toMatch(/eyJ[\w-]+\./);
  for (const hidden of ['secret-name', 'secret content', lab.email, lab.password]) {
    expect(text).not.toContain(hidden);
  }
});

test('that the service was heard is kept and told, but not at every answer', async () => {
  const lab = await engineAtService();
  const heardAtMs = async () => (await lab.call('status.read', {})).heardAtMs;
  expect(await heardAtMs()).toBeNull();
  await lab.signIn();
  for (let times = 0; times < 5; times += 1) await lab.call('credits.balance', {});
  const reported = lab.events.flatMap(({ event }) => (event.kind === 'heard' ? [event.atMs] : []));
  expect(reported).toHaveLength(1);
  expect(await heardAtMs()).toBeGreaterThanOrEqual(reported[0] ?? Infinity);
});

test('a folder that is set to polling while the engine runs is polled, its view says so, and its other rules stay', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  const added = await lab.watch('plates');
  expect(added).toMatchObject({ watching: { mode: 'auto', pollSeconds: 60 }, watchLimit: null });
  await lab.fileIs(lab.write('plates/first.csv', 'first'), 'ready');
  const watching = { mode: 'poll', pollSeconds: 5 } as const;
  const polled = { kind: 'polled', seconds: 5, isNetworkDrive: false };
  const edited = await lab.call('folders.edit', { folder: added.path, rules: { watching } });
  const { assignment, exclude, settleSeconds } = added;
  const kept = { assignment, exclude, settleSeconds };
  expect(edited).toMatchObject({ ...kept, watching, watchedBy: 'poll', watchLimit: polled });
  await lab.fileIs(lab.write('plates/second.csv', 'second'), 'ready');
  await lab.fileIs(lab.write('plates/later/third.csv', 'third'), 'ready');
  const seldom = { watching: { pollSeconds: 601 } };
  const fault = await lab.faultOf('folders.edit', { folder: added.id, rules: seldom });
  expect(fault).toMatchObject({ kind: 'bad-input' });
});

test('a dry run counts what would be sent before the price, and sends nothing', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  lab.write('plates/small.csv', 'x'.repeat(10));
  lab.write('plates/large.csv', 'x'.repeat(100));
  const checked = async (checkPolicy: CallInput<'folders.preview'>['checkPolicy']) => {
    const what = {
      path: lab.at('plates'),
      exclude: [],
      visibility: 'private',
      checkPolicy,
    } as const;
    return (await lab.call('folders.preview', what)).checked;
  };
  expect(await checked('first')).toEqual({ files: 2, bytes: 110 });
  expect(await checked('approved')).toEqual({ files: 0, bytes: 0 });
  expect(await checked('never')).toEqual({ files: 0, bytes: 0 });
  expect(lab.sent('verifyContent')).toBe(0);
});
