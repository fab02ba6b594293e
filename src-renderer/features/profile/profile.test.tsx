import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { LARGEST_AVATAR_BYTES } from '../../../src-shared/model/people/avatar-image.ts';
import type { Change } from '../../../src-shared/model/changes/change.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { accountStatus, AWAY, SIGNED_IN } from '../../test-support/builders.ts';
import { press, expectText, upload, expectRole, fill } from '../../test-support/person.ts';
import { user, change, mark, permissions } from '../../test-support/people.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { showing, visit } from '../../test-support/visit.tsx';
import { base64Of } from './profile-picture.tsx';
import { ProfileScreen } from './profile-screen.tsx';

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const known = {
  'profile.read': () => ({ ...user(), mark: null, asOfMs: null }),
  'outbox.list': () => ({ changes: [] }),
  'profile.avatar': () => ({ image: null }),
  'profile.address': () => ({ address: '0xabcdef0123' }),
  'profile.permissions': () => permissions(),
};
const show = showing({ path: '/profile' }, ProfileScreen, known);

describe('the profile', () => {
  test('names, address on the chain and permissions, each from the service', async () => {
    const no = { may: false, serviceSays: 'no credits' } as const;
    show({ 'profile.permissions': () => permissions({ canCreateProject: no }) });
    expect(await screen.findByLabelText('First name')).toHaveValue('Robin');
    expect(screen.getByLabelText('E-mail')).toHaveAttribute('readonly');
    await expectText(/0xab cdef 0123/, 'No. The service says: “no credits”');
  });

  test('whoever looks for the way out finds it beside their session, with what it holds up', async () => {
    const account = accountStatus({
      counts: [{ state: 'uploading', hold: null, files: 2, bytes: 9 }],
    });
    const bridge = fakeBridge({ ...known, 'session.signOut': () => ({ leftover: null }) });
    visit(bridge, { path: '/profile', status: { account, session: SIGNED_IN } }, ProfileScreen);
    const session = await screen.findByRole('region', { name: 'Sign-in' });
    await press('Sign out', within(session));
    const question = await screen.findByRole('alertdialog');
    expect(bridge.inputs('session.signOut')).toEqual([]);
    await press('Sign out', within(question));
    expect(bridge.inputs('session.signOut')).toEqual([{}]);
  });

  test('all four fields are sent together, and it is said that they are saved', async () => {
    const { bridge } = show({ 'profile.edit': (typed) => ({ ...Object(typed), mark: null }) });
    await fill('First name', '');
    await press('Save');
    const name = screen.getByLabelText('First name');
    expect(name).toHaveAccessibleDescription('Fill this in.');
    await fill('First name', 'Robyn');
    await press('Save');
    await expectText('Your profile was saved.');
    expect(bridge.inputs('profile.edit')).toEqual([
      { name: 'Robyn', lastName: 'Marsh', organisation: 'Lab', location: 'Town' },
    ]);
  });

  test('a refusal and a missing connection are said, and nothing typed is lost', async () => {
    const no = fail({ kind: 'refused', status: 400, serviceSays: 'name is too long' });
    const first = show({ 'profile.edit': () => no });
    await fill('Location', 'Town Hall');
    await press('Save');
    await expectText(/name is too long/);
    expect(screen.getByLabelText('Location')).toHaveValue('Town Hall');
    first.unmount();
    show({ 'profile.read': () => fail(AWAY) });
    await expectRole('button', 'Try again');
  });
});

describe('the picture', () => {
  test('is shown, or the initials in its place', async () => {
    const first = show();
    expect(await screen.findByRole('img', { name: 'No picture' })).toHaveTextContent('RM');
    first.unmount();
    const image = { mediaType: 'image/png', base64: base64Of(PNG) };
    show({ 'profile.avatar': () => ({ image }) });
    expect(await screen.findByRole('img', { name: 'Picture of Robin Marsh' })).toHaveAttribute(
      'src',
      `data:image/png;base64,${image.base64}`,
    );
  });

  test('a new one is sent as it is, and read back', async () => {
    const { bridge } = show({ 'profile.setAvatar': () => null });
    await screen.findByRole('button', { name: 'Choose a picture' });
    await upload(new File([PNG], 'me.png'));
    await expectText('The picture was saved.');
    expect(bridge.inputs('profile.setAvatar')[0]).toEqual({
      base64: Buffer.from(PNG).toString('base64'),
    });
  });

  test('what is none, or too large, is never sent', async () => {
    const { bridge } = show();
    await screen.findByRole('button', { name: 'Choose a picture' });
    await upload(new File(['<svg/>'], 'me.png', { type: 'image/png' }));
    await expectText(/^This picture cannot be used/);
    await upload(new File([new Uint8Array(LARGEST_AVATAR_BYTES + 1)], 'big.png'));
    await expectText(/^The picture has 750\.0 kB/);
    expect(bridge.inputs('profile.setAvatar')).toEqual([]);
  });

  test('bytes of any length become their base64', () => {
    for (const length of [0, 1, 2, 3, 24_575, 24_576, 24_577, 100_000]) {
      const bytes = Uint8Array.from({ length }, (_byte, at) => (at * 7) % 256);
      expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    }
  });
});

describe('what waits to be sent', () => {
  const edit = mark({
    changeId: 7,
    kind: 'edit-profile',
    fields: [{ field: 'location', was: 'Town', now: 'Pisa' }],
  });
  const kept = { ...user({ location: 'Pisa' }), mark: edit, asOfMs: 1_000 };
  const picture = change(
    { kind: 'set-avatar', userId: 'u2', blob: 'b', mediaType: 'image/png' },
    { state: 'waiting', lastTry: null, earlierLostAtMs: null },
  );

  test('an edit says what was there before, and is taken back to it', async () => {
    let isUndone = false;
    const { bridge } = show({
      'profile.read': () => (isUndone ? { ...user(), mark: null, asOfMs: null } : kept),
      'outbox.resolve': () => {
        isUndone = true;
        return picture;
      },
    });
    const location = await screen.findByLabelText('Location');
    expect(location).toHaveValue('Pisa');
    expect(location).toHaveAccessibleDescription('Not sent yet · was Town');
    expect(screen.getByText(/^As of /)).toBeVisible();
    await press('Undo: About you');
    expect(await screen.findByDisplayValue('Town')).toBe(screen.getByLabelText('Location'));
    expect(bridge.inputs('outbox.resolve')[0]).toEqual({
      id: '7',
      decision: 'undo',
    });
  });

  test('neither an edit nor a picture that waits is said to be saved', async () => {
    let changes: readonly Change[] = [];
    const { bridge } = show({
      'profile.edit': () => kept,
      'outbox.list': () => ({ changes }),
      'profile.setAvatar': () => {
        changes = [picture];
        return picture;
      },
    });
    await userEvent.type(await screen.findByLabelText('Location'), ' Hall');
    await press('Save');
    await expectText('It will be sent when you are online.');
    await upload(new File([PNG], 'me.png'));
    await expectText('The picture will be sent when you are online.');
    expect(screen.queryByText(/was saved/)).toBeNull();
    bridge.tell({ kind: 'outbox-changed' });
    await press('Undo: Picture');
    expect(bridge.inputs('outbox.resolve').at(-1)).toEqual({
      id: '1',
      decision: 'undo',
    });
  });
});
