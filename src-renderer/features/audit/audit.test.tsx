import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import {
  NO_AUDIT_TOTALS,
  withFinding,
  type AuditFinding,
  type AuditRun,
} from '../../../src-shared/model/proofs/audit.ts';
import { fail, ok } from '../../../src-shared/model/result.ts';
import { accountStatus, statusView } from '../../test-support/builders.ts';
import { click, press, expectText, expectRole, hrefOf } from '../../test-support/person.ts';
import { fakeBridge, type Answers } from '../../test-support/fake-bridge.ts';
import { auditRow, auditRun } from '../../test-support/verifications.ts';
import { showing, visit } from '../../test-support/visit.tsx';
import { totalsText } from '../../parts/files/count-text.ts';
import { wordsOf } from '../../words/words-context.ts';
import { AuditScreen } from './audit-screen.tsx';
import { leftOutText, sayAudit } from './audit-summary.ts';
import { AuditsScreen } from './audits-screen.tsx';
import { readWholeAudit } from './export-audit.tsx';

const PROVEN = auditRow().finding;
const RECORD = PROVEN.verdict === 'proven' ? PROVEN.record : null;
const SILENT: AuditFinding = {
  verdict: 'changed',
  trace: 'silent',
  record: RECORD,
  before: { sizeBytes: 5, modifiedAtMs: Date.UTC(2026, 10, 1) },
  matches: null,
};
const MOVED: AuditFinding = {
  verdict: 'missing',
  record: RECORD,
  before: null,
  foundAt: 'other/run.raw',
};
const LOST: AuditFinding = { ...MOVED, foundAt: null };
const NEVER: AuditFinding = { verdict: 'never-notarized', state: null, hold: null };

const totalsOf = (findings: readonly AuditFinding[]) =>
  findings.reduce((totals, finding) => withFinding(totals, finding, 5), NO_AUDIT_TOTALS);
const english = wordsOf('en');

const titleOf = (state: AuditRun['state'], ...findings: readonly AuditFinding[]) =>
  sayAudit({ state, totals: totalsOf(findings) }, english);

describe('what an audit came to', () => {
  test('only one that was through and found every file proven is called that', () => {
    expect(titleOf('complete', PROVEN)).toEqual({
      kind: 'match',
      title: 'Every file is proven unchanged',
    });
    expect(titleOf('complete', PROVEN, MOVED).kind).toBe('match');
    for (const state of ['cancelled', 'interrupted', 'no-folder'] as const) {
      expect(titleOf(state, PROVEN).kind).toBe('unsure');
    }
    for (const finding of [LOST, NEVER]) {
      expect(titleOf('complete', PROVEN, finding)).toEqual({
        kind: 'unsure',
        title: '1 file is not proven',
      });
    }
    expect(titleOf('complete').kind).toBe('unsure');
  });

  test('a silent change is told before all others, also of one that was cut short', () => {
    expect(titleOf('complete', PROVEN, { ...SILENT, trace: 'edited' })).toEqual({
      kind: 'differs',
      title: '1 changed since notarized',
    });
    expect(titleOf('cancelled', SILENT, LOST).title).toBe('1 file has changed silently');
  });

  test('its numbers are in words, problems first, and what was left out is not forgotten', () => {
    const totals = totalsOf([PROVEN, NEVER, SILENT, LOST]);
    expect(totalsText(totals, english)).toBe(
      '1 changed since notarized · 1 missing · 1 never notarized · 1 proven unchanged',
    );
    expect(leftOutText({ ...totals, ignoredFiles: 2, links: 1 }, english)).toBe(
      '2 files by your rules · 1 link',
    );
    expect(leftOutText(totals, english)).toBe('');
  });
});

const page = { path: '/audits/:runId', address: '/audits/4' };
const showRun = showing(page, AuditScreen);
const answersOf = (run: AuditRun, rows = [auditRow()]): Answers => ({
  'audit.show': () => run,
  'audit.rows': () => ({ total: rows.length, first: 0, rows }),
  'audit.setPaused': () => ({ ...run, state: 'paused' }),
  'audit.cancel': () => ({ ...run, state: 'cancelled' }),
  'audit.acknowledge': () => ok(null),
});

describe('one audit', () => {
  test('while it runs it says how far it is, and can be paused and cancelled', async () => {
    const { bridge } = showRun(answersOf(auditRun({ state: 'running', endedAtMs: null }), []));
    const open = await screen.findByRole('region', { name: 'Reading' });
    bridge.tell({
      kind: 'audit-progress',
      progress: {
        runId: '4',
        root: '/data/ms2',
        state: 'running',
        totals: { ...totalsOf([PROVEN, LOST]), bytes: 60_000_000 },
        expectedBytes: 2_000_000_000,
        path: 'runs/a\u202Eb.raw',
      },
    });
    const far = '60.0 MB of 2.0 GB read (3 %) · 1 problem';
    expect(await within(open).findByText(far)).toBeVisible();
    expect(within(open).getByRole('progressbar')).toHaveValue(0.03);
    expect(open.textContent).toContain('a\\u{202e}b.raw');
    await press('Pause', within(open));
    await press('Cancel', within(open));
    expect(bridge.inputs('audit.setPaused')).toEqual([{ runId: '4', isPaused: true }]);
    expect(bridge.inputs('audit.cancel')).toEqual([{ runId: '4' }]);
  });

  test('an audit of which nobody knows how much there is to read draws no bar', async () => {
    const { bridge } = showRun(answersOf(auditRun({ state: 'running', endedAtMs: null }), []));
    const open = await screen.findByRole('region', { name: 'Reading' });
    const totals = { ...totalsOf([PROVEN]), bytes: 60_000_000 };
    const counts = { runId: '4', root: '/data/ms2', totals };
    const progress = { ...counts, state: 'running', expectedBytes: null, path: null } as const;
    bridge.tell({ kind: 'audit-progress', progress });
    await expectText('60.0 MB read · no problems');
    expect(within(open).queryByRole('progressbar')).toBeNull();
  });

  test('when it ends, that is said once', async () => {
    let run = auditRun({ state: 'running', endedAtMs: null });
    const { bridge } = showRun({
      'audit.show': () => run,
      'audit.rows': () => ({ total: 0, first: 0, rows: [] }),
    });
    await screen.findByRole('region', { name: 'Reading' });
    run = auditRun();
    bridge.tell({ kind: 'audits-changed' });
    await screen.findByRole('region', { name: 'Every file is proven unchanged' });
    expect(document.querySelector('[role="status"][aria-live="polite"]')).toHaveTextContent(
      'Every file is proven unchanged. 1 proven unchanged',
    );
  });

  test('findings are narrowed down by verdict and by path, and asked for so', async () => {
    const { bridge } = showRun(answersOf(auditRun({ totals: totalsOf([SILENT, PROVEN]) })));
    await screen.findByRole('grid', { name: 'Findings in /data/ms2' });
    await press(/All findings \(2\)/);
    await click('option', 'Changed since notarized (1)');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search by path' }), 'run');
    await waitFor(() =>
      expect(bridge.inputs('audit.rows').at(-1)).toEqual({
        runId: '4',
        filter: { verdicts: ['changed'], text: 'run' },
        first: 0,
        count: 100,
      }),
    );
  });

  test('a silent change is louder than all else, until somebody has seen it', async () => {
    const bridge = fakeBridge(answersOf(auditRun({ totals: totalsOf([SILENT, PROVEN]) })));
    const silentChanges = { files: 1, runId: '4', root: '/data/ms2' };
    const { store } = visit(
      bridge,
      { ...page, status: { account: accountStatus({ silentChanges }) } },
      AuditScreen,
    );
    await expectText(/the disk may be failing/);
    await press('I have seen this');
    expect(bridge.inputs('audit.acknowledge')).toEqual([{ runId: '4' }]);
    store.setState({ status: statusView({ account: accountStatus() }) });
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'I have seen this' })).toBeNull(),
    );
    expect(screen.getByText(/the disk may be failing/)).toBeVisible();
    expect(document.body).not.toHaveFocus(); // the button that was pressed is gone
  });

  test('the report is read piece after piece, and a fault keeps half of it back', async () => {
    const pieces = new Map([
      [0, { text: 'head\n', next: 2_000, fileName: 'audit.csv' }],
      [2_000, { text: 'tail\n', next: null, fileName: 'audit.csv' }],
    ]);
    const ask = vi.fn<(name: string, input: unknown) => unknown>((_name, input) =>
      ok(pieces.get((input as { from: number }).from)),
    );
    expect(await readWholeAudit(ask as never, '4', 'csv')).toEqual(
      ok({ fileName: 'audit.csv', parts: ['head\n', 'tail\n'] }),
    );
    expect(ask).toHaveBeenCalledTimes(2);
    ask.mockReturnValueOnce(ok(pieces.get(0))).mockReturnValueOnce(fail({ kind: 'host-lost' }));
    expect(await readWholeAudit(ask as never, '4', 'csv')).toEqual(fail({ kind: 'host-lost' }));
  });

  test('the report to print and sign is made in the language of the page, and saved as it came', async () => {
    let kept: Blob | null = null;
    const createObjectURL = (blob: Blob) => {
      kept = blob;
      return 'blob:one';
    };
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }));
    const saved = vi
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(() => undefined);
    const paper = { fileName: 'labseal-audit-2026-11-21-4.pdf', base64: btoa('%PDF-1.7 \u00ff') };
    const { bridge } = showRun({
      ...answersOf(auditRun()),
      'audit.paper': () => paper,
    });
    await press('Save report');
    await click('menuitem', /^To print and sign/);
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    expect(bridge.inputs('audit.paper')).toEqual([{ runId: '4', language: 'en' }]);
    const blob = kept as Blob | null;
    expect(blob).toMatchObject({ size: 10, type: 'application/pdf' });
    saved.mockRestore();
  });

  test('an address of nothing says so, and one that is none asks nobody', async () => {
    const bridge = fakeBridge();
    const none = visit(bridge, { ...page, address: '/audits/none' }, AuditScreen);
    await expectRole('heading', 'No such audit');
    expect(bridge.asked).toEqual([]);
    none.unmount();
    showRun({ 'audit.show': () => fail({ kind: 'unknown-file', asked: '4' }) });
    await expectRole('heading', 'No such audit');
    expect(screen.getByRole('link', { name: 'Audits' })).toBeVisible();
  });
});

const NO_TREE = { path: null, parent: null, folders: [], isShortened: false };

describe('all audits', () => {
  const schedule = { own: null, rhythm: 'never', lastCompleteAtMs: null, nextAtMs: null };
  const schedules = { all: 'never', folders: [{ ...schedule, root: '/data/ms2', folderId: '1' }] };
  const known = {
    'audit.schedules': () => schedules,
    'audit.runs': () => [auditRun({ totals: totalsOf([SILENT]) })],
    'audit.start': () => auditRun({ state: 'running' }),
    'audit.setSchedule': () => schedules,
    'folders.tree': () => NO_TREE,
  };
  const at = (address: string) => showing({ path: '/audits', address }, AuditsScreen, known)();

  test('earlier audits say what they found; a folder is audited with one press, which leads to its report', async () => {
    const { bridge, router } = at('/audits');
    const table = await screen.findByRole('table', { name: 'Earlier audits' });
    expect(table).toHaveTextContent('1 file has changed silently');
    expect(hrefOf('/data/ms2', within(table))).toBe('/audits/4');
    await press('Audit now: /data/ms2');
    expect(bridge.inputs('audit.start')).toEqual([{ target: { folderId: '1' } }]);
    await waitFor(() => expect(router.state.location.pathname).toBe('/audits/4'));
  });

  test('so is any other folder; one that was dropped has to be chosen', async () => {
    const { bridge } = at('/audits?dropped');
    await expectText('A browser does not say where a dropped folder is.');
    expect(screen.getByRole('button', { name: 'Audit this folder' })).toBeDisabled();
    await userEvent.type(screen.getByRole('textbox', { name: 'Path of the folder' }), '/other ');
    await press('Audit this folder');
    expect(bridge.inputs('audit.start')).toEqual([{ target: { path: '/other' } }]);
  });

  test('folders are audited by themselves, all of them or one by its own rhythm', async () => {
    const { bridge } = at('/audits');
    await press(/watched folders$/);
    await click('option', 'Every week');
    await press(/How often \/data\/ms2 is audited$/);
    await click('option', 'Every month');
    expect(bridge.inputs('audit.setSchedule')).toEqual([
      { target: null, rhythm: 'week' },
      { target: { folderId: '1' }, rhythm: 'month' },
    ]);
  });
});
