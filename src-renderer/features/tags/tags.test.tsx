import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { fail } from '../../../src-shared/model/result.ts';
import { mark } from '../../test-support/people.ts';
import { toldBridge } from '../../test-support/told-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { TagsScreen } from './tags-screen.tsx';

const page = { path: '/tags' };
const tags = [
  { id: '1', name: 'eeg' },
  { id: '2', name: 'Sea level' },
];
const shown = () => screen.getAllByRole('listitem').map((item) => item.textContent);

describe('tags', () => {
  test('all of them, narrowed down by a word', async () => {
    visit(toldBridge({ 'tags.list': () => ({ tags, isComplete: true }) }), page, TagsScreen);
    expect(await screen.findByText('2 tags')).toBeVisible();
    expect(shown()).toEqual(['eeg', 'Sea level']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search tags' }), 'SEA');
    expect(shown()).toEqual(['Sea level']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search tags' }), 'x');
    expect(screen.getByText('No tag has this in its name')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Search the service' })).toBeNull();
  });

  test('where the list was cut, the service is searched', async () => {
    const bridge = toldBridge({
      'tags.list': () => ({ tags, isComplete: false }),
      'tags.search': () => ({ tags: [{ id: '3', name: 'season' }], isComplete: true }),
    });
    visit(bridge, page, TagsScreen);
    expect(await screen.findByText(/did not show all tags/)).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search tags' }), 'sea');
    await userEvent.click(screen.getByRole('button', { name: 'Search the service' }));
    expect(await screen.findByText('season')).toBeVisible();
    expect(shown()).toEqual(['Sea level', 'season']);
  });

  test('none yet, and a list that cannot be read', async () => {
    const none = { tags: [], isComplete: true };
    const first = visit(toldBridge({ 'tags.list': () => none }), page, TagsScreen);
    expect(await screen.findByText('No tags yet')).toBeVisible();
    first.unmount();
    const away = {
      kind: 'unavailable',
      why: 'timed-out',
      status: null,
      retryAfterMs: null,
    } as const;
    visit(toldBridge({ 'tags.list': () => fail(away) }), page, TagsScreen);
    expect(await screen.findByText(/^The service cannot be reached/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('a new one has a name, is said to be made, and is read with the others', async () => {
    const bridge = toldBridge({
      'tags.list': () => ({ tags, isComplete: true }),
      'tags.create': (input) => ({ id: '4', name: (input as { name: string }).name }),
    });
    visit(bridge, page, TagsScreen);
    await userEvent.click(screen.getByRole('button', { name: 'Create tag' }));
    expect(screen.getByLabelText('New tag')).toHaveAccessibleDescription('Give the tag a name.');
    await userEvent.type(screen.getByLabelText('New tag'), ' tides {Enter}');
    expect(await screen.findByText('The tag “tides” was created.')).toBeVisible();
    expect(screen.getByLabelText('New tag')).toHaveValue('');
    const asked = bridge.asked.map(({ name }) => name);
    expect(asked.lastIndexOf('tags.list')).toBeGreaterThan(asked.indexOf('tags.create'));
  });

  test('a refusal stands at the field, in the words of the service', async () => {
    const no = fail({ kind: 'refused', status: 400, serviceSays: 'A tag of this name exists' });
    visit(
      toldBridge({ 'tags.list': () => ({ tags, isComplete: true }), 'tags.create': () => no }),
      page,
      TagsScreen,
    );
    await userEvent.type(screen.getByLabelText('New tag'), 'eeg{Enter}');
    expect(await screen.findByText(/A tag of this name exists/)).toBeVisible();
    expect(screen.getByLabelText('New tag')).toHaveValue('eeg');
  });

  test('one that waits is marked, taken back, and not said to be made', async () => {
    const local = { id: 'labseal:tag:4', name: 'tides' };
    const pending = { [local.id]: mark({ changeId: 4, kind: 'create-tag' }) };
    const bridge = toldBridge({
      'tags.list': () => ({ tags: [...tags, local], isComplete: true, asOfMs: 1_000, pending }),
      'tags.create': () => local,
      'outbox.resolve': () => null,
    });
    visit(bridge, page, TagsScreen);
    expect(await screen.findByText('Will be created when online')).toBeVisible();
    expect(screen.getByText('1 change will be sent when you are online.')).toBeVisible();
    expect(screen.getByText(/^As of /)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo: tides' }));
    expect(bridge.asked.find(({ name }) => name === 'outbox.resolve')?.input).toEqual({
      id: '4',
      decision: 'undo',
    });
    await userEvent.type(screen.getByLabelText('New tag'), 'tides{Enter}');
    expect(
      await screen.findByText('The tag “tides” will be created when you are online.'),
    ).toBeVisible();
  });
});
