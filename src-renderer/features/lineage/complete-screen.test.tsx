import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { LackingFiles } from '../../../src-shared/bridge/lineage-calls.ts';
import {
  citableByName,
  compileRule,
  type RuleNames,
} from '../../../src-shared/model/lineage/complete-provenance.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { fileRow } from '../../test-support/builders.ts';
import { citable } from '../../test-support/lineage.ts';
import { click, press, expectText, expectRole } from '../../test-support/person.ts';
import { showing } from '../../test-support/visit.tsx';
import { CompleteScreen } from './complete-screen.tsx';

const THERE = [
  citable('id-07', { name: '07.raw' }),
  citable('id-08a', { name: '08.raw', place: '/data/a' }),
  citable('id-08b', { name: '08.raw', place: '/data/b' }),
];

const HELD = { folderId: '5', state: 'held', hold: 'procedure' } as const;

/** What the core would answer for these files of one folder. */
function lacking(
  names: RuleNames | null,
  files = ['peaks_07.csv', 'peaks_08.csv', 'notes.txt'],
): LackingFiles {
  const compiled = names === null ? null : compileRule(names);
  return {
    names,
    isCut: false,
    files: files.map((name, index) => ({
      file: fileRow({ ...HELD, id: String(index + 1), path: `/data/${name}` }),
      completion: compiled?.(name, citableByName(THERE)) ?? null,
    })),
  };
}

const show = showing(
  {
    path: '/projects/:projectId/lineage/complete',
    address: '/projects/p1/lineage/complete',
  },
  CompleteScreen,
  {
    'outbox.list': () => ({ changes: [] }),
    'lineage.rules': () => [],
    'folders.list': () => [],
    'lineage.lacking': (input) => lacking((input as { names: RuleNames | null }).names),
    'lineage.named': () => [THERE[0]],
    'lineage.complete': () => ({
      completionId: '3',
      fileIds: ['1', '2'],
      skippedIds: [],
      credits: 2,
    }),
  },
);

const field = (name: string) => screen.getByRole('textbox', { name });

async function write(label: string, text: string): Promise<void> {
  await click('textbox', label);
  await userEvent.paste(text);
}

async function writeRule(): Promise<void> {
  await write('Names of the files', 'peaks_{run}.csv');
  await write('Names of their primary files', '{run}.raw');
}

async function writeRest(): Promise<void> {
  await write('Files that describe the procedure', 'sop');
  await write('How it was made', 'Peaks were picked.');
}

describe('completing many files', () => {
  test('shows what the rule would give to each file, what to choose, what is not found, and what it costs', async () => {
    const { bridge } = show();
    await expectText(/3 files are held because nobody said/);
    await writeRule();
    const table = screen.getByRole('table', { name: 'What each file would be given' });
    expect(await within(table).findByText('Please choose')).toBeVisible();
    expect(within(table).getByText('Found')).toBeVisible();
    expect(within(table).getByText('Not meant by the rule')).toBeVisible();
    expect(screen.getByText(/^1 file is complete\. Sending costs at most 1 credit;/)).toBeVisible();
    await press(/08\.raw: 2 files/, within(table));
    await click('option', /\/data\/b/);
    await expectText(/^2 files are complete\. Sending costs at most 2 credits;/);
    await writeRest();
    await click('checkbox', /^Keep the rule/);
    await press('Complete 2 files');
    expect(bridge.inputs('lineage.complete')).toEqual([
      {
        files: [
          { fileId: '1', primaries: ['id-07'] },
          { fileId: '2', primaries: ['id-08b'] },
        ],
        procedures: ['sop'],
        description: 'Peaks were picked.',
        labels: '',
      },
    ]);
  });

  test('keeps the rule for their folder on request, and takes back what was done', async () => {
    const { bridge } = show({
      'lineage.keepRule': () => ({ id: '1', completed: 0 }),
      'lineage.undo': () => ({ fileIds: ['1'], keptIds: ['2'] }),
    });
    await writeRule();
    await writeRest();
    await click('checkbox', /^Keep the rule/);
    await press('Complete 1 file');
    await press('Undo');
    await expectText(/^1 file has what it had before; 1 other stayed/);
    expect(bridge.inputs('lineage.keepRule')).toMatchObject([
      { folderId: '5', rule: { pattern: 'peaks_{run}.csv', primaries: ['{run}.raw'] } },
    ]);
    expect(bridge.inputs('lineage.undo')).toEqual([{ completionId: '3' }]);
  });

  test('makes the rule from an example', async () => {
    show();
    const example = await screen.findByRole('region', { name: 'From an example' });
    await click('textbox', 'It was made from', within(example));
    await userEvent.paste('id-07');
    await press('Make a rule of it', within(example));
    expect(await screen.findByDisplayValue('peaks_{name}.csv')).toBeVisible();
    expect(field('Names of their primary files')).toHaveValue('{name}.raw');
  });

  test('what is wrong with a rule stands at its field, and nothing is asked of anybody', async () => {
    const { bridge } = show();
    await press('Complete');
    expect(screen.getByText('Write how the files are named.')).toBeVisible();
    await writeRule();
    expect(
      screen.getByText(/Choose at least one file that holds the procedure|A secondary file/),
    ).toBeVisible();
    expect(bridge.inputs('lineage.complete')).toEqual([]);
  });

  test('nothing to complete, and a fault, say so; kept rules are listed and forgotten', async () => {
    const first = show({
      'lineage.lacking': () => lacking(null, []),
      'lineage.rules': () => [
        {
          id: '4',
          folderId: '5',
          rule: {
            pattern: 'a_{x}.csv',
            primaries: ['{x}.raw'],
            procedures: ['sop'],
            description: 'd',
            labels: '',
          },
        },
      ],
      'folders.list': () => [{ id: '5', path: '/data', assignment: { projectId: 'p1' } }],
      'lineage.forgetRule': () => ({ ok: true, value: null }),
    });
    await expectRole('heading', 'Every file says how it was made');
    await press('Forget the rule for a_{x}.csv');
    expect(first.bridge.inputs('lineage.forgetRule')).toEqual([{ id: '4' }]);
    first.unmount();
    show({ 'lineage.lacking': () => fail({ kind: 'unknown-project', projectId: 'p1' }) });
    expect(await screen.findByRole('alert')).toBeVisible();
  });
});
