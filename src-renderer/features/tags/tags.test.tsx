import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fail } from '../../../src-shared/model/result.ts';
import { AWAY } from '../../test-support/builders.ts';
import { enter, press, expectText, search } from '../../test-support/person.ts';
import { mark } from '../../test-support/people.ts';
import { showing } from '../../test-support/visit.tsx';
import { TagsScreen } from './tags-screen.tsx';

const show = showing({ path: '/tags' }, TagsScreen);
const tags = [
  { id: '1', name: 'eeg' },
  { id: '2', name: 'Sea level' },
];
const shown = () => screen.getAllByRole('listitem').map((item) => item.textContent);

describe('tags', () => {
  test('all of them, narrowed down by a word', async () => {
    show({ 'tags.list': () => ({ tags, isComplete: true }) });
    await expectText('2 tags');
    expect(shown()).toEqual(['eeg', 'Sea level']);
    await search('SEA');
    expect(shown()).toEqual(['Sea level']);
    await search('SEAx');
    expect(screen.getByText('No tag has this in its name')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Search the service' })).toBeNull();
  });

  test('where the list was cut, the service is searched', async () => {
    show({
      'tags.list': () => ({ tags, isComplete: false }),
      'tags.search': () => ({ tags: [{ id: '3', name: 'season' }], isComplete: true }),
    });
    await expectText(/did not show all tags/);
    await search('sea');
    await press('Search the service');
    await expectText('season');
    expect(shown()).toEqual(['Sea level', 'season']);
  });

  test('none yet, and a list that cannot be read', async () => {
    const none = { tags: [], isComplete: true };
    const first = show({ 'tags.list': () => none });
    await expectText('No tags yet');
    first.unmount();
    show({ 'tags.list': () => fail(AWAY) });
    await expectText(/^The service cannot be reached/);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('a new one has a name, is said to be made, and is read with the others', async () => {
    const { bridge } = show({
      'tags.list': () => ({ tags, isComplete: true }),
      'tags.create': (input) => ({
        change: null,
        tag: { id: '4', name: (input as { name: string }).name },
      }),
    });
    await press('Create tag');
    expect(screen.getByLabelText('New tag')).toHaveAccessibleDescription('Give the tag a name.');
    await enter('New tag', ' tides ');
    await expectText('The tag “tides” was created.');
    expect(screen.getByLabelText('New tag')).toHaveValue('');
    const asked = bridge.asked.map(({ name }) => name);
    expect(asked.lastIndexOf('tags.list')).toBeGreaterThan(asked.indexOf('tags.create'));
  });

  test('a refusal stands at the field, in the words of the service', async () => {
    const no = fail({ kind: 'refused', status: 400, serviceSays: 'A tag of this name exists' });
    show({ 'tags.list': () => ({ tags, isComplete: true }), 'tags.create': () => no });
    await enter('New tag', 'eeg');
    await expectText(/A tag of this name exists/);
    expect(screen.getByLabelText('New tag')).toHaveValue('eeg');
  });

  test('one that waits is marked, taken back, and not said to be made', async () => {
    const local = { id: 'labseal:tag:4', name: 'tides' };
    const pending = { [local.id]: mark({ changeId: 4, kind: 'create-tag' }) };
    const { bridge } = show({
      'tags.list': () => ({ tags: [...tags, local], isComplete: true, asOfMs: 1_000, pending }),
      'tags.create': () => ({ change: null, tag: local }),
      'outbox.resolve': () => null,
    });
    await expectText(
      'Will be created when online',
      '1 change will be sent when you are online.',
      /^As of /,
    );
    await press('Undo: tides');
    expect(bridge.inputs('outbox.resolve')[0]).toEqual({
      id: '4',
      decision: 'undo',
    });
    await enter('New tag', 'tides');
    await expectText('The tag “tides” will be created when you are online.');
  });
});
