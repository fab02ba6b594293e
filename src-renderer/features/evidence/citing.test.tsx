import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { CitedText, QrLabelPaper } from '../../../src-shared/bridge/evidence-calls.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { click, expectText, fill, press } from '../../test-support/person.ts';
import { visit } from '../../test-support/visit.tsx';
import * as saving from '../../ui/layout/save-file.ts';
import { QrLabelsButton } from './qr-labels-dialog.tsx';
import { StatementButton } from './statement-dialog.tsx';

const CHOICE = { asked: ['7'], projectId: 'p1' };
const TEXT: CitedText = {
  fileName: 'data-availability.txt',
  mediaType: 'text/plain',
  text: 'Data availability\n\nThe data are in 2 files.\n',
  cited: 2,
  left: { unproven: 1, unread: 0, unseen: 0, contradicted: 0, byRules: 0 },
  past: { changed: 1, missing: 0 },
};
const PAPER: QrLabelPaper = {
  fileName: 'labels.pdf',
  base64: btoa('%PDF-'),
  labels: 1,
  cited: 2,
  left: { unproven: 0, unread: 0, unseen: 3, contradicted: 2, byRules: 0 },
  past: { changed: 0, missing: 2 },
};

test('a text is shown with what it leaves out, can be another one, and is saved', async () => {
  const save = vi.spyOn(saving, 'saveFile').mockReturnValue();
  const bridge = fakeBridge({ 'evidence.statement': () => TEXT });
  visit(bridge, { path: '/' }, () => <StatementButton choice={CHOICE} />);
  await press('Text for a paper…');
  await expectText(
    /The data are in 2 files/,
    /Not in it: 1 file without a record/,
    /1 file was changed here since/,
  );
  await press(/Data availability statement/);
  await click('option', 'Methods section');
  expect(bridge.inputs('evidence.statement')).toEqual([
    { choice: CHOICE, statement: 'availability', language: 'en' },
    { choice: CHOICE, statement: 'methods', language: 'en' },
  ]);
  await press('Save file');
  expect(save).toHaveBeenCalledWith(TEXT.fileName, [TEXT.text], 'text/plain');
});

test('without a record there is no text to copy or save', async () => {
  const none = { ...TEXT, text: '', cited: 0 };
  visit(fakeBridge({ 'evidence.statement': () => none }), { path: '/' }, () => (
    <StatementButton choice={CHOICE} />
  ));
  await press('Text for a paper…');
  await expectText('None of these files has a record that can be cited.');
  expect(screen.queryByRole('button', { name: 'Save file' })).toBeNull();
});

test('labels for a box have its title; a sheet has no place 65', async () => {
  const save = vi.spyOn(saving, 'saveBase64').mockReturnValue();
  const bridge = fakeBridge({ 'evidence.qrLabels': () => PAPER });
  visit(bridge, { path: '/' }, () => <QrLabelsButton choice={CHOICE} />);
  await press('QR labels…');
  await click('radio', /for a box or a drive/);
  await fill('Title on the label', 'Box 12');
  await fill('Labels already used on the first sheet', '65');
  await press('Save PDF');
  expect(bridge.inputs('evidence.qrLabels')).toEqual([]);
  await fill('Labels already used on the first sheet', '3');
  await press('Save PDF');
  await expectText('1 label saved.', /3 files whose record or content/);
  expect(bridge.inputs('evidence.qrLabels')).toEqual([
    {
      choice: CHOICE,
      kind: 'together',
      sheet: 'a4-21',
      title: 'Box 12',
      usedPlaces: 3,
      language: 'en',
    },
  ]);
  expect(save).toHaveBeenCalledWith('labels.pdf', PAPER.base64, 'application/pdf');
});
