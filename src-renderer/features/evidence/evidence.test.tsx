import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { EvidenceWork } from '../../../src-shared/bridge/evidence-calls.ts';
import type { EvidenceOffer, EvidenceReport } from '../../../src-shared/model/evidence.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { toldBridge } from '../../test-support/told-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { EvidenceButton } from './evidence-button.tsx';

const OFFER: EvidenceOffer = {
  files: 35,
  withCopy: 35,
  unproven: 2,
  leftOutByRules: 3,
  contentBytes: 904_000,
  name: 'evidence-tides-2026-11-21',
};
const DOCUMENT = { kind: 'included', path: 'x' } as const;
const REPORT: EvidenceReport = {
  path: '/out/evidence-tides-2026-11-21',
  files: [
    {
      name: 'run.raw',
      fileId: 'f1',
      content: { kind: 'included', path: 'files/run.raw' },
      verdict: 'match',
      certificate: DOCUMENT,
      metadata: DOCUMENT,
    },
  ],
  unproven: [],
  leftOutByRules: 0,
  sizeBytes: 2_100_000,
  isComplete: true,
};
const RUNNING: EvidenceWork = {
  state: 'running',
  progress: { doneFiles: 12, totalFiles: 35, doneBytes: 400_000, totalBytes: 904_000 },
};

function show(work: () => EvidenceWork, answers: Parameters<typeof toldBridge>[0] = {}) {
  const bridge = toldBridge({
    'evidence.offer': () => OFFER,
    'evidence.export': () => ({ workId: 'w1' }),
    'evidence.work': work,
    'evidence.cancel': () => null,
    ...answers,
  });
  visit(bridge, { path: '/' }, () => (
    <EvidenceButton
      choice={{ asked: ['7'], projectId: 'p1' }}
      name={'tides\u202E'}
      chooser={(path, onChoose) => (
        <button type="button" onClick={() => onChoose('/out')}>
          choose, now {path}
        </button>
      )}
    />
  ));
  const inputs = (wanted: string) =>
    bridge.asked.filter(({ name }) => name === wanted).map(({ input }) => input);
  return { inputs };
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

async function make() {
  await press('Evidence…');
  await screen.findByText(/35 files, 904/);
  await press(/^choose/);
  await press('Make evidence');
}

describe('evidence on screen', () => {
  test('what goes into it and what does not is said before; it needs a folder', async () => {
    const { inputs } = show(() => RUNNING);
    await press('Evidence…');
    expect(screen.getByRole('dialog', { name: /Evidence of tides\\u\{202e\}/ })).toBeVisible();
    expect(await screen.findByText(/35 files, 904/)).toBeVisible();
    expect(screen.getByText(/2 files without a record/)).toBeVisible();
    expect(screen.getByText(/3 files that the rules/)).toBeVisible();
    expect(screen.getByLabelText('Name of the new folder')).toHaveValue(OFFER.name);
    expect(screen.getByRole('button', { name: 'Make evidence' })).toBeDisabled();
    await userEvent.click(screen.getByRole('radio', { name: /Only the proofs/ }));
    await press(/^choose/);
    await press('Make evidence');
    expect(inputs('evidence.export')).toEqual([
      {
        choice: { asked: ['7'], projectId: 'p1' },
        contents: 'proofs-only',
        place: '/out',
        name: null,
      },
    ]);
  });

  test('says how far it is, and is given up by its button alone', async () => {
    let isCancelled = false;
    const { inputs } = show(() => (isCancelled ? { state: 'cancelled' } : RUNNING), {
      'evidence.cancel': () => {
        isCancelled = true;
        return null;
      },
    });
    await make();
    expect(await screen.findByText(/12 of 35 files · 400/)).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Making it' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog')).toBeVisible();
    await press('Give up');
    expect(inputs('evidence.cancel')).toEqual([{ workId: 'w1' }]);
    expect(await screen.findByText('Given up. Nothing of it was left behind.')).toBeVisible();
  });

  test('says where it lies when it is whole', async () => {
    show(() => ({ state: 'done', report: REPORT }));
    await make();
    expect(await screen.findByText('It is whole.')).toBeVisible();
    expect(screen.getByText('/out/evidence-tides-2026-11-21')).toBeVisible();
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('names what is missing, each file with its reason', async () => {
    const [file] = REPORT.files;
    if (file === undefined) throw new Error('no file');
    const report: EvidenceReport = {
      ...REPORT,
      isComplete: false,
      files: [
        file,
        { ...file, name: 'edited.raw', content: { kind: 'mismatch' }, verdict: 'mismatch' },
      ],
      unproven: [{ name: 'notes.txt', path: '/lab/notes.txt' }],
    };
    show(() => ({ state: 'done', report }));
    await make();
    expect(await screen.findByText('Something is missing.')).toBeVisible();
    const lines = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(lines).toEqual([
      expect.stringMatching(/^edited\.raw: the copy is not what was notarized/),
      expect.stringMatching(/^notes\.txt: it has no record/),
    ]);
  });

  test('a taken name is left alone, and a free one is one press away', async () => {
    const why = { kind: 'taken', path: '/out/x', free: '/out/x-2' } as const;
    let calls = 0;
    const { inputs } = show(() => {
      calls += 1;
      return calls === 1
        ? { state: 'failed', fault: { kind: 'no-evidence', why } }
        : { state: 'done', report: REPORT };
    });
    await make();
    expect(await screen.findByText(/is there already and was left as it is/)).toBeVisible();
    await press('Use the name “x-2”');
    expect(await screen.findByText('It is whole.')).toBeVisible();
    expect(inputs('evidence.export')).toMatchObject([{ name: null }, { name: 'x-2' }]);
  });

  test('what keeps it from beginning is said in the dialog', async () => {
    show(() => RUNNING, {
      'evidence.export': () => fail({ kind: 'no-evidence', why: { kind: 'busy' } }),
    });
    await make();
    expect(await screen.findByText(/Another bundle is being made/)).toBeVisible();
  });
});
