import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import { findCitable } from '../../../src-shared/model/lineage/citable-file.ts';
import { citable } from '../../test-support/lineage.ts';
import { FilePicker, type FilePickerProps } from './file-picker.tsx';
import { FileSourceContext, type FileSource, type FileSearch } from '../../data/file-source.ts';
import { click, press, expectText, search } from '../../test-support/person.ts';

const LABELS = { labels: 'ms2,brain' };
const FILES = [
  citable('id-1', { ...LABELS, name: 'run-1.raw' }),
  citable('id-2', { ...LABELS, name: 'run-2.raw', place: '/data/b' }),
  citable('labseal:file:7', {
    ...LABELS,
    name: 'run-3.raw',
    state: 'ready',
    isApproved: false,
    status: null,
  }),
];

function show(start: string, over: Partial<FilePickerProps> = {}) {
  const wishes: FileSearch[] = [];
  const source: FileSource = {
    find: async (wish) => {
      wishes.push(wish);
      const files = findCitable(FILES, wish.text, (id) => id);
      return { files, total: files.length };
    },
    named: async (ids) => ids.map((id) => FILES.find((each) => each.id === id) ?? null),
  };
  const values: string[] = [];
  function Held(): ReactElement {
    const [value, setValue] = useState(start);
    return (
      <FileSourceContext value={source}>
        <FilePicker
          label="Primary files"
          hint="Made from these."
          projectId="p1"
          fileType="primary"
          value={value}
          onChange={(next) => {
            values.push(next);
            setValue(next);
          }}
          {...over}
        />
      </FileSourceContext>
    );
  }
  render(<Held />);
  return { wishes, values };
}

const chosen = () => screen.getByRole('grid', { name: 'Primary files' });
const open = () =>
  userEvent.click(screen.getByRole('button', { name: 'Primary files: Choose files' }));

describe('files that are chosen', () => {
  test('stand there with name, status, labels and id; what nothing is known about stands with its id', async () => {
    show('id-1,nobody');
    expect(await within(chosen()).findByText('Notarized · ms2, brain · id-1')).toBeVisible();
    expect(within(chosen()).getByRole('row', { name: 'run-1.raw' })).toBeVisible();
    expect(within(chosen()).getByRole('row', { name: 'nobody' })).toBeVisible();
    expect(within(chosen()).getByText(/Nothing is known about it/)).toBeVisible();
  });

  test('are taken away with the keyboard', async () => {
    const { values } = show('id-1,id-2');
    await within(chosen()).findByText('Notarized · ms2, brain · id-1');
    await userEvent.tab();
    await userEvent.keyboard('{Delete}');
    expect(values).toEqual(['id-2']);
  });
});

describe('the search', () => {
  test('finds files by their words, here or in all projects, and says how many', async () => {
    const { wishes } = show('');
    await open();
    const list = await screen.findByRole('listbox', { name: 'Files to choose: Primary files' });
    expect(await within(list).findAllByRole('option')).toHaveLength(3);
    await search('run-2');
    await expectText('1 file');
    expect(within(list).getByText('Notarized · ms2, brain · /data/b · id-2')).toBeVisible();
    await click('checkbox', 'In all projects');
    expect(wishes.at(-1)).toEqual({ projectId: null, text: 'run-2', fileType: 'primary' });
  });

  test('chooses and gives back with the keyboard, and shows no stand-in', async () => {
    const { values } = show('id-2');
    await open();
    const list = await screen.findByRole('listbox');
    const options = await within(list).findAllByRole('option');
    expect(options[1]).toHaveAttribute('aria-selected', 'true');
    expect(options[2]).toHaveTextContent(
      'Waits for your approval · ms2, brain · Only on this computer so far',
    );
    options[2]?.focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{ArrowUp} ');
    expect(values).toEqual(['id-2,labseal:file:7', 'labseal:file:7']);
  });

  test('takes an id that it does not find, and of a single file the last choice', async () => {
    const { values } = show('id-1', { isSingle: true });
    await open();
    await search('remote-9');
    await press('Cite remote-9');
    expect(values).toEqual(['remote-9']);
    await search('');
    await screen.findByText('3 files');
    await userEvent.click(screen.getAllByRole('option')[1] ?? document.body);
    expect(values.at(-1)).toBe('id-2');
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});

test('where no files can be searched, ids are typed', async () => {
  const values: string[] = [];
  render(
    <FilePicker
      label="Primary files"
      hint="Made from these."
      error="A secondary file needs this."
      projectId="p1"
      fileType="primary"
      value=""
      onChange={(value) => values.push(value)}
    />,
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Primary files' }), 'x');
  expect(values).toEqual(['x']);
  expect(screen.getByText('A secondary file needs this.')).toBeVisible();
});
