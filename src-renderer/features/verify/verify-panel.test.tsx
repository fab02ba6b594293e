/** A file held against its record: the verdict, its reasons, and the report of it. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { fail } from '../../../src-shared/model/result.ts';
import type { Verification } from '../../../src-shared/model/proofs/verdict.ts';
import { click, expectRole, expectText, hrefOf, press } from '../../test-support/person.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import {
  comparisonOf,
  proof,
  recordFacts,
  SHA256,
  verification,
} from '../../test-support/verifications.ts';
import {
  answering,
  choose,
  COPY,
  OFFLINE,
  RECORD,
  showPanel,
  SIGNED_IN,
} from '../../test-support/verifying.tsx';
import { visit } from '../../test-support/visit.tsx';
import { copyName, VerifyPanel } from './verify-panel.tsx';

type Mismatch = Extract<Verification['verdict'], { kind: 'mismatch' }>;
const mismatch = (over: Partial<Mismatch> = {}): Mismatch => ({
  kind: 'mismatch',
  record: recordFacts(),
  comparison: comparisonOf({ recordHex: `ffff${SHA256.slice(4)}` }),
  longerByBytes: 0,
  matches: [],
  ...over,
});

describe('a file held against its record', () => {
  test('a chosen file is read by the host alone, and a match shows what it rests on', async () => {
    const bridge = answering();
    showPanel(bridge);
    await choose();
    const verdict = await screen.findByRole('region', { name: 'Match' });
    expect(verdict).toHaveTextContent(
      'This file is byte-for-byte the one notarized on 20 Nov 2026, 09:44 UTC.',
    );
    expect(within(verdict).getByText('Both fingerprints are the same.')).toBeVisible();
    expect(bridge.inputs('verify.file')).toEqual([
      {
        subject: { kind: 'handed', handle: 'handle of copy.raw' },
        against: RECORD,
        run: expect.any(String),
      },
    ]);
    expect(bridge.inputs('files.verifyRemote')).toEqual([]);
    expect(hrefOf('run.raw')).toBe('/projects/p1/files/remote-1/certificate');
    await expectText('SHA-256 (hex)', 'The fingerprint in the record’s document');
  });

  test('the copy on this computer is named by its folder, and needs nobody to choose it', async () => {
    const bridge = answering();
    showPanel(bridge);
    await press('Use the copy in ms2');
    await screen.findByRole('region', { name: 'Match' });
    expect(bridge.inputs('verify.file')).toMatchObject([{ subject: { kind: 'row', id: '7' } }]);
    expect(copyName({ ...COPY, folderPath: null })).toBe('ms2');
    const watched = { id: '1', folderPath: 'C:\\data\\MS2\\' };
    expect(copyName({ ...watched, path: 'C:\\data\\MS2\\a.raw' })).toBe('MS2');
    expect(copyName({ ...watched, path: 'C:\\data\\MS2\\old\\a.raw' })).toBe('MS2/old');
  });

  test('a copy that somebody came here for is read at once, one that is not there is not', async () => {
    const bridge = answering();
    const { unmount } = showPanel(bridge, { readAtOnce: COPY.id });
    await screen.findByRole('region', { name: 'Match' });
    expect(bridge.inputs('verify.file')).toMatchObject([{ subject: { kind: 'row', id: '7' } }]);
    unmount();
    showPanel(bridge, { readAtOnce: '8' });
    await expectRole('button', 'Use the copy in ms2');
    expect(bridge.inputs('verify.file')).toHaveLength(1);
  });

  test('a copy that is known to be changed is not offered, and is said to be', async () => {
    const changed = { ...COPY, id: '8', path: '/data/ms2/old/run.raw', isChanged: true };
    showPanel(answering(), { copies: [COPY, changed] });
    expect(screen.getAllByRole('button', { name: /^Use the copy in/ })).toHaveLength(1);
    expect(
      screen.getByText(/^The file in ms2\/old has changed since it was notarized/),
    ).toBeVisible();
  });

  test('sizes that differ and read the same are said in bytes', async () => {
    const file = { ...verification().file, sizeBytes: 1_214 } as never;
    const record = recordFacts({ sizeBytes: 1_204 });
    showPanel(answering({ file, verdict: mismatch({ record }) }));
    await choose();
    await expectText('1,214 bytes; the notarized file had 1,204 bytes');
  });

  test('copies in one folder are told apart by their names', async () => {
    const copies = ['run.raw', 'run (1).raw', 'old/run.raw'].map((name) => ({
      id: name,
      path: `/data/ms2/${name}`,
      folderPath: '/data/ms2',
      isChanged: false,
    }));
    showPanel(answering(), { copies });
    const buttons = screen.getAllByRole('button', { name: /^Use the copy in/ });
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Use the copy in ms2/run.raw',
      'Use the copy in ms2/run (1).raw',
      'Use the copy in ms2/old',
    ]);
  });

  test('a mismatch marks the groups that differ, says by how much and what it is instead', async () => {
    const recordHex = `ffff${SHA256.slice(4, 60)}0000`;
    const verdictOf = mismatch({
      record: recordFacts({ sizeBytes: 8 }),
      comparison: comparisonOf({ recordHex }),
      longerByBytes: -3,
      matches: [recordFacts({ fileId: 'remote-2', name: 'x_v2.raw' })],
    });
    showPanel(answering({ verdict: verdictOf }));
    await choose();
    const verdict = await screen.findByRole('region', { name: 'Does not match' });
    expect(verdict).toHaveTextContent('It is 3 bytes shorter than the notarized file.');
    expect(verdict).toHaveTextContent('It matches x_v2.raw, notarized on 20 Nov 2026');
    expect(
      within(verdict).getByText('The fingerprints are not the same. What differs is underlined.'),
    ).toBeVisible();
    expect(within(verdict).getByRole('link', { name: 'x_v2.raw' })).toHaveAttribute(
      'href',
      '/projects/p1/files/remote-2/certificate',
    );
    expect(screen.getByText('5 bytes; the notarized file had 8 bytes')).toBeVisible();
  });

  test('before it is said to differ, the file is handed over once more for every other way', async () => {
    let times = 0;
    const bridge = fakeBridge({
      'verify.file': () => {
        times += 1;
        return verification(times === 1 ? { verdict: mismatch(), untried: ['keccak-256'] } : {});
      },
      'outbox.list': () => OFFLINE,
    });
    showPanel(bridge);
    await choose();
    await screen.findByRole('region', { name: 'Match' });
    expect(bridge.inputs('verify.file')).toHaveLength(2);
    expect(screen.queryByRole('region', { name: 'Does not match' })).toBeNull();
  });

  test('after a mismatch the same file is compared with another record', async () => {
    const bridge = answering(
      {
        verdict: mismatch({ longerByBytes: null }),
      },
      {
        'certificates.range': () => ({
          total: 1,
          first: 0,
          rows: [proof({ fileId: 'remote-9', projectId: 'p2', name: 'other.raw' })],
        }),
      },
    );
    showPanel(bridge);
    await choose();
    await press('Compare with another record');
    await press(/other\.raw/);
    await waitFor(() => expect(bridge.inputs('verify.file')).toHaveLength(2));
    expect(bridge.inputs('verify.file').at(-1)).toMatchObject({
      against: { kind: 'record', fileId: 'remote-9', projectId: 'p2' },
      subject: { kind: 'handed' },
    });
  });

  test('what cannot be told says why, and has the button that would settle it', async () => {
    const bridge = answering(
      {
        verdict: {
          kind: 'unsure',
          doubt: { kind: 'unreadable-fingerprint', written: 'x\u202Ey' },
          record: recordFacts(),
          matches: [],
        },
      },
      { 'verify.fetchAgain': () => ({ fileHash: SHA256 }) },
    );
    showPanel(bridge);
    await choose();
    const verdict = await screen.findByRole('region', { name: 'Can’t tell yet' });
    expect(verdict).toHaveTextContent('The record has no fingerprint that Labseal can read.');
    expect(verdict.textContent).not.toContain('\u202E');
    expect(
      within(verdict).getByRole('button', {
        name: 'Ask the service (sends the file: 5 bytes)',
      }),
    ).toBeEnabled();
    await press('Fetch it again', within(verdict));
    await waitFor(() => expect(bridge.inputs('verify.file')).toHaveLength(2));
    await screen.findByRole('region', { name: 'Can’t tell yet' });
    expect(document.body).not.toHaveFocus(); // nobody is thrown back to the beginning
    expect(bridge.inputs('verify.fetchAgain')).toEqual([{ fileId: 'remote-1', projectId: 'p1' }]);
  });

  test('the verdict is said aloud once, whatever is drawn again', async () => {
    const bridge = answering();
    showPanel(bridge);
    await choose();
    await screen.findByRole('region', { name: 'Match' });
    const region = screen.getByRole('status');
    expect(region).toHaveTextContent(/^Match\. This file is byte-for-byte/);
    const said = region.firstElementChild;
    bridge.tell({ kind: 'certificates-changed', fileIds: ['remote-1'] });
    await press('Save report');
    expect(region.firstElementChild).toBe(said);
  });

  test('how far the reading is is a number, and cancelling ends it', async () => {
    const bridge = fakeBridge({ 'outbox.list': () => OFFLINE });
    showPanel(bridge);
    await press('Use the copy in ms2');
    const { run } = bridge.inputs('verify.file')[0] as { run: string };
    bridge.tell({ kind: 'verify-progress', run: 'another', doneBytes: 9, totalBytes: 10 });
    bridge.tell({ kind: 'verify-progress', run, doneBytes: 1, totalBytes: 4 });
    await expectText('25%');
    expect(screen.getByRole('progressbar', { name: 'Reading the file' })).toHaveValue(0.25);
    await press('Cancel');
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('what could not be asked is said and can be tried again', async () => {
    const bridge = answering({}, { 'verify.file': () => fail({ kind: 'host-lost' }) });
    showPanel(bridge);
    await choose();
    await press('Try again');
    await waitFor(() => expect(bridge.inputs('verify.file')).toHaveLength(2));
  });
});

test('the report is saved for people or for programs, in the language of the page', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => undefined }),
  );
  const report = {
    fileName: 'copy.raw.verification.json',
    mediaType: 'application/json',
    text: '{}',
  };
  const bridge = answering({}, { 'verify.report': () => report });
  showPanel(bridge);
  await choose();
  await press('Save report');
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await click('menuitem', /JSON/);
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  expect(bridge.inputs('verify.report')).toEqual([{ id: 'v1', form: 'json', language: 'en' }]);
});

test('in the demo a match is said to be a demo record', async () => {
  const demo = { isServiceDown: false, isSessionEnded: false, people: [], place: null };
  visit(answering(), { path: '/', status: { ...SIGNED_IN, demo: demo as never } }, () => (
    <VerifyPanel against={RECORD} />
  ));
  await choose();
  await expectText(/^Demo record/);
});
