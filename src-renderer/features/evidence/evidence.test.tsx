import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { EvidenceWork } from '../../../src-shared/bridge/evidence-calls.ts';
import type { EvidenceOffer, EvidenceReport } from '../../../src-shared/model/proofs/evidence.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { fill, click, press, expectText } from '../../test-support/person.ts';
import { fakeBridge, type Answers } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { EvidenceButton } from './evidence-dialog.tsx';

const OFFER: EvidenceOffer = {
  files: 35,
  withCopy: 35,
  unproven: 2,
  leftOutByRules: 3,
  contentBytes: 904_000,
  name: 'evidence-tides-2026-11-21',
};
const DOCUMENT = { kind: 'included', path: 'x' } as const;
const RUN: EvidenceReport['files'][number] = {
  name: 'run.raw',
  folderPath: 'exp/subject_07',
  fileId: 'f1',
  content: { kind: 'included', path: 'files/run.raw' },
  verdict: 'match',
  certificate: DOCUMENT,
  metadata: DOCUMENT,
  contradictedBy: null,
};
const REPORT: EvidenceReport = {
  path: '/out/evidence-tides-2026-11-21',
  files: [RUN],
  unproven: [],
  leftOutByRules: 0,
  sizeBytes: 2_100_000,
  isComplete: true,
};
const RUNNING: EvidenceWork = {
  state: 'running',
  progress: { doneFiles: 12, totalFiles: 35, doneBytes: 400_000, totalBytes: 904_000 },
};

const NO_TREE = { path: null, parent: null, folders: [], isShortened: false };

function show(work: () => EvidenceWork, answers: Answers = {}) {
  const bridge = fakeBridge({
    'evidence.offer': () => OFFER,
    'folders.tree': () => NO_TREE,
    'evidence.export': () => ({ workId: 'w1' }),
    'evidence.work': work,
    'evidence.cancel': () => null,
    ...answers,
  });
  visit(bridge, { path: '/' }, () => (
    <EvidenceButton
      choice={{ asked: ['7'], projectId: 'p1' }}
      about={{ name: 'tides\u202E', folderPath: 'exp/subject_07' }}
    />
  ));
  return bridge;
}

async function make() {
  await press('Evidence…');
  await screen.findByText(/35 files, 904/);
  await fill('Path of the folder', '/out');
  await press('Make evidence');
}

describe('evidence on screen', () => {
  test('what goes into it and what does not is said before; it needs a folder', async () => {
    const bridge = show(() => RUNNING);
    await press('Evidence…');
    expect(screen.getByRole('dialog', { name: /Evidence of tides\\u\{202e\}/ })).toBeVisible();
    expect(screen.getByTitle('exp/subject_07')).toBeVisible();
    await expectText(/35 files, 904/, /2 files not notarized/, /3 files left out by the rules/);
    expect(screen.getByLabelText('Name of the new folder')).toHaveValue(OFFER.name);
    expect(screen.getByRole('button', { name: 'Make evidence' })).toBeDisabled();
    await click('radio', /Only the proofs/);
    await fill('Path of the folder', '/out');
    await press('Make evidence');
    expect(bridge.inputs('evidence.export')).toEqual([
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
    const bridge = show(() => (isCancelled ? { state: 'cancelled' } : RUNNING), {
      'evidence.cancel': () => {
        isCancelled = true;
        return null;
      },
    });
    await make();
    await expectText(/12 of 35 files · 400/);
    expect(screen.getByRole('progressbar', { name: 'Making it' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog')).toBeVisible();
    await press('Cancel');
    expect(bridge.inputs('evidence.cancel')).toEqual([{ workId: 'w1' }]);
    await expectText('Cancelled. Nothing was kept.');
  });

  test('names what is missing, each file with its reason', async () => {
    const report: EvidenceReport = {
      ...REPORT,
      isComplete: false,
      files: [
        RUN,
        { ...RUN, name: 'edited.raw', content: { kind: 'mismatch' }, verdict: 'mismatch' },
      ],
      unproven: [
        { name: 'notes.txt', folderPath: 'lab', path: '/lab/notes.txt', why: 'no-record' },
      ],
    };
    show(() => ({ state: 'done', report }));
    await make();
    await expectText('Something is missing.');
    const lines = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(lines).toEqual([
      expect.stringMatching(/^edited\.raw: the copy is not what was notarized.*exp\/subject_07/),
      expect.stringMatching(/^notes\.txt: it has no record.*lab/),
    ]);
  });

  test('a taken name is left alone, and a free one is one press away; where the whole lies is said', async () => {
    const why = { kind: 'taken', path: '/out/x', free: '/out/x-2' } as const;
    let calls = 0;
    const bridge = show(() => {
      calls += 1;
      return calls === 1
        ? { state: 'failed', fault: { kind: 'no-evidence', why } }
        : { state: 'done', report: REPORT };
    });
    await make();
    await expectText(/is there already and was left as it is/);
    await press('Use the name “x-2”');
    await expectText('Export complete.');
    await expectText('/out/evidence-tides-2026-11-21');
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bridge.inputs('evidence.export')).toMatchObject([{ name: null }, { name: 'x-2' }]);
  });

  test('what keeps it from beginning is said in the dialog', async () => {
    show(() => RUNNING, {
      'evidence.export': () => fail({ kind: 'no-evidence', why: { kind: 'busy' } }),
    });
    await make();
    await expectText(/Another bundle is being made/);
  });
});
