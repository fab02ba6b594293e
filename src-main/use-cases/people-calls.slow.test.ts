import { describe, expect, test } from 'vitest';
import { LARGEST_AVATAR_BYTES } from '../../src-shared/model/people/avatar-image.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';

const GIF_BASE64 = 'R0lGODlhAQABAAAAACw=';
const never = new AbortController().signal;
const PNG_BASE64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function signedIn(role?: string) {
  const lab = await engineAtService();
  await lab.signIn(role);
  return lab;
}

describe('the own record', () => {
  test('it is read, changed and read back, also when the answer was lost', async () => {
    const lab = await signedIn();
    const before = await lab.call('profile.read', {});
    expect(before).toMatchObject({ name: 'Paula', email: lab.email, isActive: true });
    const change = { name: 'Paola', lastName: 'Leader', organisation: 'Lab', location: 'Pisa' };
    expect(await lab.call('profile.edit', change)).toMatchObject(change);
    lab.loseAnswer('updateUser');
    const again = { ...change, location: 'Trieste' };
    expect(await lab.call('profile.edit', again)).toMatchObject(again);
    expect(lab.sent('updateUser')).toBe(2);
    expect(await lab.faultOf('profile.edit', { ...change, name: ' ' })).toMatchObject({
      kind: 'refused',
      status: 400,
      serviceSays: 'name must not be empty',
    });
    const { address } = await lab.call('profile.address', {});
    expect(address.length).toBeGreaterThan(10);
  });

  test('a picture is set and comes back; what is none, or too large, is never sent', async () => {
    const lab = await signedIn();
    expect(await lab.call('profile.avatar', {})).toEqual({ image: null });
    const picture = { base64: PNG_BASE64 };
    await lab.call('profile.setAvatar', picture);
    const image = { mediaType: 'image/png', ...picture };
    expect(await lab.call('profile.avatar', {})).toEqual({ image });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    const huge = Buffer.alloc(LARGEST_AVATAR_BYTES + 3).toString('base64');
    for (const [base64, fault] of [
      [svg, { kind: 'not-an-image' }],
      [huge, { kind: 'bad-input', at: ['base64'] }],
    ] as const) {
      expect(await lab.faultOf('profile.setAvatar', { base64 })).toMatchObject(fault);
    }
    expect(lab.sent('uploadAvatar')).toBe(1);
    lab.loseAnswer('uploadAvatar');
    const found = { state: { state: 'delivered', by: 'evidence' } };
    expect(await lab.call('profile.setAvatar', { base64: GIF_BASE64 })).toMatchObject(found);
  });

  test('what somebody may do is asked of the service, whose no comes with its words', async () => {
    const lab = await signedIn();
    const may = { may: true };
    const permissions = { isAdmin: false, canCreateProject: may, canInviteMember: may };
    expect(await lab.call('profile.permissions', {})).toEqual(permissions);
    const serviceSays = 'the house is full';
    const no = { kind: 'status', status: 403, message: serviceSays } as const;
    lab.service.faults.add({ endpoint: 'canCreateProject', times: 1, do: no });
    const canCreateProject = { may: false, serviceSays };
    const fewer = { ...permissions, canCreateProject };
    expect(await lab.call('profile.permissions', {})).toEqual(fewer);
    await lab.service.close();
    // The last answer counts until there is another.
    expect(await lab.call('profile.permissions', {})).toMatchObject({ canCreateProject });
    expect(await lab.faultOf('profile.read', {})).toMatchObject({ kind: 'unavailable' });
  });

  test('other people are found by id or by their whole address, and by nothing less', async () => {
    const lab = await signedIn();
    const robin = await lab.call('users.find', { email: 'researcher@example.org' });
    expect(robin).toMatchObject({ name: 'Robin', lastName: 'Demo-Researcher' });
    expect(await lab.call('users.find', { userId: robin.userId })).toEqual(robin);
    for (const asked of ['research', 'nobody@example.org', '../admin']) {
      const fault = await lab.faultOf('users.find', { email: asked });
      expect(fault).toEqual({ kind: 'unknown-user', asked });
    }
  });
});

describe('tags', () => {
  test.for(['object', 'array'] as const)(
    'all are found when the list answers records as %s, and a search finds the rest; none is made twice',
    async (tagRecords) => {
      const lab = await engineAtService();
      lab.service.setReadings({ tagRecords });
      await lab.signIn();
      const before = await lab.call('tags.list', {});
      expect(before.isComplete).toBe(true);
      expect(before.tags.length).toBeGreaterThan(3);
      lab.loseAnswer('createTag');
      const { tag: made } = await lab.call('tags.create', { name: ' Sea level ' });
      expect(made).toMatchObject({ name: 'Sea level' });
      const after = await lab.call('tags.list', {});
      expect(after.tags).toHaveLength(before.tags.length + 1);
      const found = { tags: [made], isComplete: true, asOfMs: null, pending: {} };
      expect(await lab.call('tags.search', { text: 'sea lev' })).toEqual(found);
      const again = await lab.call('tags.create', { name: 'Sea level' });
      expect(again).toMatchObject({ change: { state: { by: 'already-there' } }, tag: made });
      expect(lab.sent('createTag')).toBe(1);
    },
  );
});

/** The demo with its administrator signed in, and somebody to administer. */
async function administration() {
  const lab = await signedIn('administrator');
  const { users, isComplete } = await lab.call('admin.users', {});
  const robin = users.find(({ email }) => email === 'researcher@example.org');
  if (robin === undefined) throw new Error('the demo has no researcher');
  const loseRequest = (endpoint: 'adjustCredits' | 'suspendUser') =>
    lab.service.faults.add({ endpoint, times: 1, do: { kind: 'drop' } });
  return { lab, users, isComplete, robin, loseRequest };
}

describe('administration', () => {
  test('all users with status and balance, and one of them', async () => {
    const { lab, users, isComplete, robin } = await administration();
    expect(isComplete).toBe(true);
    expect(users.length).toBeGreaterThanOrEqual(4);
    expect(robin).toMatchObject({ userStatus: 'Active', isActive: true });
    expect(robin).not.toHaveProperty('avatar');
    const { userId } = robin;
    expect(await lab.call('admin.user', { userId })).toEqual(robin);
    const nobody = await lab.faultOf('admin.user', { userId: 'nobody' });
    expect(nobody).toMatchObject({ kind: 'unknown-user' });
    expect(await lab.call('users.permissions', { userId })).toMatchObject({ isAdmin: false });
    await lab.signIn();
    expect(await lab.faultOf('admin.users', {})).toMatchObject({ kind: 'forbidden' });
  });

  test('credits move by the sum that was shown, once, or not at all', async () => {
    const { lab, robin, loseRequest } = await administration();
    const { userId, credits } = robin;
    const add = (seenCredits: number) =>
      ({ userId, direction: 'add', amount: 500, seenCredits }) as const;
    const first = await lab.call('admin.adjustCredits', add(credits));
    expect(first).toEqual({ credits: credits + 500 });
    expect(await lab.faultOf('admin.adjustCredits', add(credits))).toEqual({
      kind: 'balance-moved',
      seenCredits: credits,
      credits: credits + 500,
    });
    lab.loseAnswer('adjustCredits');
    const second = await lab.call('admin.adjustCredits', add(credits + 500));
    expect(second).toEqual({ credits: credits + 1_000 });
    const denial = { kind: 'status', status: 403, at: 'after-commit' } as const;
    lab.service.faults.add({ endpoint: 'adjustCredits', times: 1, do: denial });
    const third = await lab.call('admin.adjustCredits', add(credits + 1_000));
    expect(third).toEqual({ credits: credits + 1_500 });
    loseRequest('adjustCredits');
    const lost = await lab.faultOf('admin.adjustCredits', add(credits + 1_500));
    expect(lost).toMatchObject({ kind: 'unknown-outcome' });
    const days = { from: '2020-01-01', to: '2020-12-31' };
    expect(await lab.call('users.transactions', { userId, days })).toEqual([]);
    expect(await lab.call('admin.user', { userId })).toMatchObject({ credits: credits + 1_500 });
    expect(lab.sent('adjustCredits')).toBe(4);
  });

  test('a sum that two faces agree to at the same moment is sent once', async () => {
    const { lab, robin } = await administration();
    const { userId, credits } = robin;
    const sum = { userId, direction: 'add', amount: 500, seenCredits: credits } as const;
    const both = await Promise.all(
      [sum, sum].map((each) => lab.serve('admin.adjustCredits', each, never)),
    );
    expect(both).toEqual([
      { ok: true, value: { credits: credits + 500 } },
      {
        ok: false,
        fault: { kind: 'balance-moved', seenCredits: credits, credits: credits + 500 },
      },
    ]);
    expect(lab.sent('adjustCredits')).toBe(1);
  });

  test('credits are taken away only once somebody has told the word for it', async () => {
    const { lab, robin } = await administration();
    const { userId, credits } = robin;
    const take = { userId, direction: 'subtract', amount: 10, seenCredits: credits } as const;
    const setWord = (subtractWord: string | null) => lab.call('admin.setWord', { subtractWord });
    expect(await lab.call('admin.settings', {})).toEqual({ subtractWord: null });
    const unknown = await lab.faultOf('admin.adjustCredits', take);
    expect(unknown).toEqual({ kind: 'no-subtract-word' });
    expect(lab.sent('adjustCredits')).toBe(0);
    await setWord('minus');
    expect(await lab.faultOf('admin.adjustCredits', take)).toMatchObject({
      kind: 'refused',
      serviceSays: 'operationType must be add or subtract',
    });
    await setWord('subtract');
    expect(await lab.call('admin.adjustCredits', take)).toEqual({ credits: credits - 10 });
    expect(await setWord(null)).toEqual({ subtractWord: null });
  });

  test('somebody is suspended with a reason and restored, also when answers are lost', async () => {
    const { lab, robin, loseRequest } = await administration();
    const { userId, email } = robin;
    const statusNow = async () => (await lab.call('admin.user', { userId })).userStatus;
    lab.loseAnswer('suspendUser');
    await lab.call('admin.suspend', { email, reason: 'Left the institute' });
    expect(await statusNow()).toBe('Suspended');
    const { suspension } = await lab.call('admin.user', { userId });
    expect(suspension?.reason).toBe('Left the institute');
    expect(await lab.faultOf('admin.suspend', { email, reason: 'Again' })).toMatchObject({
      kind: 'refused',
      serviceSays: 'The user is Suspended',
    });
    lab.loseAnswer('revokeSuspension');
    await lab.call('admin.restore', { email });
    expect(await statusNow()).toBe('Active');
    expect(await lab.call('admin.user', { userId })).not.toHaveProperty('suspension');
    loseRequest('suspendUser');
    const lost = await lab.faultOf('admin.suspend', { email, reason: 'Lost' });
    expect(lost).toMatchObject({ kind: 'unknown-outcome' });
    expect(await statusNow()).toBe('Active');
  });
});
