import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { LARGEST_AVATAR_BYTES } from '../../../src-shared/model/avatar-image.ts';
import type { Change } from '../../../src-shared/model/change.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { change, mark, permissions, user } from '../../test-support/people.ts';
import { toldBridge } from '../../test-support/told-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { base64Of } from './base64.ts';
import { ProfileScreen } from './profile-screen.tsx';

const page = { path: '/profile' };
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const known = {
  'profile.read': () => ({ ...user(), mark: null, asOfMs: null }),
  'outbox.list': () => ({ changes: [] }),
  'profile.avatar': () => ({ image: null }),
  'profile.address': () => ({ address: '0xabcdef0123' }),
  'profile.permissions': () => permissions(),
};

describe('the profile', () => {
  test('names, address on the chain and permissions, each from the service', async () => {
    const no = { may: false, serviceSays: 'no credits' } as const;
    const bridge = toldBridge({
      ...known,
      'profile.permissions': () => permissions({ canCreateProject: no }),
    });
    visit(bridge, page, ProfileScreen);
    expect(await screen.findByLabelText('First name')).toHaveValue('Robin');
    expect(screen.getByLabelText('E-mail')).toHaveAttribute('readonly');
    expect(screen.getByText(/0xab cdef 0123/)).toBeVisible();
    expect(screen.getByText('No. The service says: “no credits”')).toBeVisible();
  });

  test('all four fields are sent together, and it is said that they are saved', async () => {
    const bridge = toldBridge({
      ...known,
      'profile.edit': (typed) => ({ ...Object(typed), mark: null }),
    });
    visit(bridge, page, ProfileScreen);
    const name = await screen.findByLabelText('First name');
    await userEvent.clear(name);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(name).toHaveAccessibleDescription('Fill this in.');
    await userEvent.type(name, 'Robyn');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your profile was saved.')).toBeVisible();
    const sent = bridge.asked.filter(({ name: call }) => call === 'profile.edit');
    expect(sent.map(({ input }) => input)).toEqual([
      { name: 'Robyn', lastName: 'Marsh', organisation: 'Lab', location: 'Town' },
    ]);
  });

  test('a refusal and a missing connection are said, and nothing typed is lost', async () => {
    const no = fail({ kind: 'refused', status: 400, serviceSays: 'name is too long' });
    const first = visit(toldBridge({ ...known, 'profile.edit': () => no }), page, ProfileScreen);
    await userEvent.type(await screen.findByLabelText('Location'), ' Hall');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/name is too long/)).toBeVisible();
    expect(screen.getByLabelText('Location')).toHaveValue('Town Hall');
    first.unmount();
    const away = {
      kind: 'unavailable',
      why: 'timed-out',
      status: null,
      retryAfterMs: null,
    } as const;
    visit(toldBridge({ 'profile.read': () => fail(away) }), page, ProfileScreen);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

const choose = async (file: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('there is nothing to choose a file with');
  await userEvent.upload(input, file, { applyAccept: false });
};

describe('the picture', () => {
  test('is shown, or the initials in its place', async () => {
    const first = visit(toldBridge(known), page, ProfileScreen);
    expect(await screen.findByRole('img', { name: 'No picture' })).toHaveTextContent('RM');
    first.unmount();
    const image = { mediaType: 'image/png', base64: base64Of(PNG) };
    visit(toldBridge({ ...known, 'profile.avatar': () => ({ image }) }), page, ProfileScreen);
    expect(await screen.findByRole('img', { name: 'Picture of Robin Marsh' })).toHaveAttribute(
      'src',
      `data:image/png;base64,${image.base64}`,
    );
  });

  test('a new one is sent as it is, and read back', async () => {
    const bridge = toldBridge({ ...known, 'profile.setAvatar': () => null });
    visit(bridge, page, ProfileScreen);
    await screen.findByRole('button', { name: 'Choose a picture' });
    await choose(new File([PNG], 'me.png'));
    expect(await screen.findByText('The picture was saved.')).toBeVisible();
    expect(bridge.asked.find(({ name }) => name === 'profile.setAvatar')?.input).toEqual({
      base64: Buffer.from(PNG).toString('base64'),
    });
  });

  test('what is none, or too large, is never sent', async () => {
    const bridge = toldBridge(known);
    visit(bridge, page, ProfileScreen);
    await screen.findByRole('button', { name: 'Choose a picture' });
    await choose(new File(['<svg/>'], 'me.png', { type: 'image/png' }));
    expect(await screen.findByText(/^This is no picture/)).toBeVisible();
    await choose(new File([new Uint8Array(LARGEST_AVATAR_BYTES + 1)], 'big.png'));
    expect(await screen.findByText(/^The picture has 750\.0 kB/)).toBeVisible();
    expect(bridge.asked.some(({ name }) => name === 'profile.setAvatar')).toBe(false);
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
    { state: 'waiting', trouble: null, earlierLostAtMs: null },
  );

  test('an edit says what was there before, and is taken back to it', async () => {
    let isUndone = false;
    const bridge = toldBridge({
      ...known,
      'profile.read': () => (isUndone ? { ...user(), mark: null, asOfMs: null } : kept),
      'outbox.resolve': () => {
        isUndone = true;
        return picture;
      },
    });
    visit(bridge, page, ProfileScreen);
    const location = await screen.findByLabelText('Location');
    expect(location).toHaveValue('Pisa');
    expect(location).toHaveAccessibleDescription('Not sent yet · was Town');
    expect(screen.getByText(/^As of /)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo: About you' }));
    expect(await screen.findByDisplayValue('Town')).toBe(screen.getByLabelText('Location'));
    expect(bridge.asked.find(({ name }) => name === 'outbox.resolve')?.input).toEqual({
      id: '7',
      decision: 'undo',
    });
  });

  test('neither an edit nor a picture that waits is said to be saved', async () => {
    let changes: readonly Change[] = [];
    const bridge = toldBridge({
      ...known,
      'profile.edit': () => kept,
      'outbox.list': () => ({ changes }),
      'profile.setAvatar': () => {
        changes = [picture];
        return null;
      },
    });
    visit(bridge, page, ProfileScreen);
    await userEvent.type(await screen.findByLabelText('Location'), ' Hall');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('It will be sent when you are online.')).toBeVisible();
    await choose(new File([PNG], 'me.png'));
    expect(await screen.findByText('The picture will be sent when you are online.')).toBeVisible();
    expect(screen.queryByText(/was saved/)).toBeNull();
    bridge.tell({ kind: 'outbox-changed' });
    await userEvent.click(await screen.findByRole('button', { name: 'Undo: Picture' }));
    expect(bridge.asked.findLast(({ name }) => name === 'outbox.resolve')?.input).toEqual({
      id: '1',
      decision: 'undo',
    });
  });
});
