import { describe, expect, test } from 'vitest';
import type { FaultRule } from '../../../src-mock/control/fault-rules.ts';
import type { CallInput, CallName } from '../../../src-shared/bridge/calls.ts';
import { LARGEST_AVATAR_BYTES } from '../../../src-shared/model/avatar-image.ts';
import { engineAtService, type EngineAtService } from '../../test-support/engine-at-service.ts';

const never = new AbortController().signal;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The answer carried out and then lost, once. */
function loseAnswer(endpoint: FaultRule['endpoint']): FaultRule {
  return { endpoint, times: 1, do: { kind: 'drop', at: 'after-commit' } };
}

async function signInAs(lab: EngineAtService, role: string): Promise<void> {
  const found = lab.service.demoAccounts.find((account) => account.role === role);
  if (found === undefined) throw new Error(`the demo has no ${role}`);
  const { email, password } = found;
  await lab.call('session.signIn', { server: null, email, password });
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

describe('the own record', () => {
  test('it is read, changed and read back, also when the answer was lost', async () => {
    const lab = await engineAtService();
    await lab.signIn();
    const before = await lab.call('profile.read', {});
    expect(before).toMatchObject({ name: 'Paula', email: lab.email, isActive: true });
    const change = { name: 'Paola', lastName: 'Leader', organisation: 'Lab', location: 'Pisa' };
    expect(await lab.call('profile.edit', change)).toMatchObject(change);
    lab.service.faults.add(loseAnswer('updateUser'));
    const again = { ...change, location: 'Trieste' };
    expect(await lab.call('profile.edit', again)).toMatchObject(again);
    expect(sentTo(lab, 'updateUser')).toBe(2);
    expect(await faultOf(lab, 'profile.edit', { ...change, name: ' ' })).toMatchObject({
      fault: { kind: 'refused', status: 400, serviceSays: 'name must not be empty' },
    });
    const { address } = await lab.call('profile.address', {});
    expect(address.length).toBeGreaterThan(10);
  });

  test('a picture is set and comes back; what is none, or too large, is never sent', async () => {
    const lab = await engineAtService();
    await lab.signIn();
    expect(await lab.call('profile.avatar', {})).toEqual({ image: null });
    const base64 = PNG.toString('base64');
    await lab.call('profile.setAvatar', { base64 });
    const image = { mediaType: 'image/png', base64 };
    expect(await lab.call('profile.avatar', {})).toEqual({ image });
    const sent = sentTo(lab, 'uploadAvatar');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    expect(await faultOf(lab, 'profile.setAvatar', { base64: svg })).toMatchObject({
      fault: { kind: 'not-an-image' },
    });
    const huge = Buffer.alloc(LARGEST_AVATAR_BYTES + 3).toString('base64');
    expect(await faultOf(lab, 'profile.setAvatar', { base64: huge })).toMatchObject({
      fault: { kind: 'bad-input', at: ['base64'] },
    });
    expect(sentTo(lab, 'uploadAvatar')).toBe(sent);
    lab.service.faults.add(loseAnswer('uploadAvatar'));
    expect(await lab.call('profile.setAvatar', { base64 })).toBeNull();
  });

  test('what somebody may do is asked of the service, whose no comes with its words', async () => {
    const lab = await engineAtService();
    await lab.signIn();
    const may = { may: true };
    const permissions = { isAdmin: false, canCreateProject: may, canInviteMember: may };
    expect(await lab.call('profile.permissions', {})).toEqual(permissions);
    const says = 'the house is full';
    const action = { kind: 'status', status: 403, message: says } as const;
    lab.service.faults.add({ endpoint: 'canCreateProject', times: 1, do: action });
    expect(await lab.call('profile.permissions', {})).toEqual({
      ...permissions,
      canCreateProject: { may: false, serviceSays: says },
    });
    await lab.service.close();
    // The last answer counts until there is another.
    expect(await lab.call('profile.permissions', {})).toMatchObject({
      canCreateProject: { may: false },
    });
    expect(await faultOf(lab, 'profile.read', {})).toMatchObject({
      fault: { kind: 'unavailable' },
    });
  });
});

describe('other people', () => {
  test('they are found by id or by their whole address, and by nothing less', async () => {
    const lab = await engineAtService();
    await lab.signIn();
    const robin = await lab.call('users.find', { email: 'researcher@example.org' });
    expect(robin).toMatchObject({ name: 'Robin', lastName: 'Demo-Researcher' });
    expect(await lab.call('users.find', { userId: robin.userId })).toEqual(robin);
    for (const asked of ['research', 'nobody@example.org', '../admin']) {
      expect(await faultOf(lab, 'users.find', { email: asked })).toEqual({
        ok: false,
        fault: { kind: 'unknown-user', asked },
      });
    }
  });
});

describe('tags', () => {
  test.for(['object', 'array'] as const)(
    'all are found when the list answers records as %s, and a search finds the rest',
    async (tagRecords) => {
      const lab = await engineAtService();
      lab.service.setReadings({ tagRecords });
      await lab.signIn();
      const before = await lab.call('tags.list', {});
      expect(before.isComplete).toBe(true);
      expect(before.tags.length).toBeGreaterThan(3);
      const made = await lab.call('tags.create', { name: ' Sea level ' });
      expect(made).toMatchObject({ name: 'Sea level' });
      const after = await lab.call('tags.list', {});
      expect(after.tags).toHaveLength(before.tags.length + 1);
      expect(await lab.call('tags.search', { text: 'sea lev' })).toEqual({
        tags: [made],
        isComplete: true,
        asOfMs: null,
        pending: {},
      });
      expect(await lab.call('tags.create', { name: 'Sea level' })).toEqual(made);
      expect(sentTo(lab, 'createTag')).toBe(1);
    },
  );

  test('a tag whose answer was lost is found, and not made twice', async () => {
    const lab = await engineAtService();
    await lab.signIn();
    lab.service.faults.add(loseAnswer('createTag'));
    expect(await lab.call('tags.create', { name: 'Tides' })).toMatchObject({ name: 'Tides' });
    expect(sentTo(lab, 'createTag')).toBe(1);
  });
});

/** The demo with its administrator signed in, and somebody to administer. */
async function administration() {
  const lab = await engineAtService();
  await signInAs(lab, 'administrator');
  const { users, isComplete } = await lab.call('admin.users', {});
  const robin = users.find(({ email }) => email === 'researcher@example.org');
  if (robin === undefined) throw new Error('the demo has no researcher');
  return { lab, users, isComplete, robin };
}

describe('administration', () => {
  test('all users with status and balance, and one of them', async () => {
    const { lab, users, isComplete, robin } = await administration();
    expect(isComplete).toBe(true);
    expect(users.length).toBeGreaterThanOrEqual(4);
    expect(robin).toMatchObject({ userStatus: 'Active', isActive: true });
    expect(robin).not.toHaveProperty('avatar');
    expect(await lab.call('admin.user', { userId: robin.userId })).toEqual(robin);
    expect(await faultOf(lab, 'admin.user', { userId: 'nobody' })).toMatchObject({
      fault: { kind: 'unknown-user' },
    });
    expect(await lab.call('users.permissions', { userId: robin.userId })).toMatchObject({
      isAdmin: false,
    });
    await lab.signIn();
    expect(await faultOf(lab, 'admin.users', {})).toMatchObject({ fault: { kind: 'forbidden' } });
  });

  test('credits move by the sum that was shown, once, or not at all', async () => {
    const { lab, robin } = await administration();
    const { userId, credits } = robin;
    const add = { userId, direction: 'add', amount: 500, seenCredits: credits } as const;
    expect(await lab.call('admin.adjustCredits', add)).toEqual({ credits: credits + 500 });
    expect(await faultOf(lab, 'admin.adjustCredits', add)).toEqual({
      ok: false,
      fault: { kind: 'balance-moved', seenCredits: credits, credits: credits + 500 },
    });
    lab.service.faults.add(loseAnswer('adjustCredits'));
    const more = { ...add, seenCredits: credits + 500 };
    expect(await lab.call('admin.adjustCredits', more)).toEqual({ credits: credits + 1_000 });
    lab.service.faults.add({ endpoint: 'adjustCredits', times: 1, do: { kind: 'drop' } });
    const lost = { ...add, seenCredits: credits + 1_000 };
    expect(await faultOf(lab, 'admin.adjustCredits', lost)).toMatchObject({
      fault: { kind: 'unknown-outcome' },
    });
    const days = { from: '2020-01-01', to: '2020-12-31' };
    expect(await lab.call('users.transactions', { userId, days })).toEqual([]);
    expect(await lab.call('admin.user', { userId })).toMatchObject({ credits: credits + 1_000 });
    expect(sentTo(lab, 'adjustCredits')).toBe(3);
  });

  test('credits are taken away only once somebody has told the word for it', async () => {
    const { lab, robin } = await administration();
    const { userId, credits } = robin;
    const take = { userId, direction: 'subtract', amount: 10, seenCredits: credits } as const;
    expect(await lab.call('admin.settings', {})).toEqual({ subtractWord: null });
    expect(await faultOf(lab, 'admin.adjustCredits', take)).toEqual({
      ok: false,
      fault: { kind: 'no-subtract-word' },
    });
    expect(sentTo(lab, 'adjustCredits')).toBe(0);
    await lab.call('admin.setWord', { subtractWord: 'minus' });
    expect(await faultOf(lab, 'admin.adjustCredits', take)).toMatchObject({
      fault: { kind: 'refused', serviceSays: 'operationType must be add or subtract' },
    });
    await lab.call('admin.setWord', { subtractWord: 'subtract' });
    expect(await lab.call('admin.adjustCredits', take)).toEqual({ credits: credits - 10 });
    expect(await lab.call('admin.setWord', { subtractWord: null })).toEqual({ subtractWord: null });
  });

  test('somebody is suspended with a reason and restored, also when answers are lost', async () => {
    const { lab, robin } = await administration();
    const { userId, email } = robin;
    const statusNow = async () => (await lab.call('admin.user', { userId })).userStatus;
    lab.service.faults.add(loseAnswer('suspendUser'));
    await lab.call('admin.suspend', { email, reason: 'Left the institute' });
    expect(await statusNow()).toBe('Suspended');
    expect(await faultOf(lab, 'admin.suspend', { email, reason: 'Again' })).toMatchObject({
      fault: { kind: 'refused', serviceSays: 'The user is Suspended' },
    });
    lab.service.faults.add(loseAnswer('revokeSuspension'));
    await lab.call('admin.restore', { email });
    expect(await statusNow()).toBe('Active');
    lab.service.faults.add({ endpoint: 'suspendUser', times: 1, do: { kind: 'drop' } });
    expect(await faultOf(lab, 'admin.suspend', { email, reason: 'Lost' })).toMatchObject({
      fault: { kind: 'unknown-outcome' },
    });
    expect(await statusNow()).toBe('Active');
  });
});
