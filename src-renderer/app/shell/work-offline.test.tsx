import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { HealthItem } from '../../../src-shared/model/status/health.ts';
import { localProjectId } from '../../../src-shared/model/changes/local-id.ts';
import { statusView } from '../../test-support/builders.ts';
import { expectText, press } from '../../test-support/person.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { wordsOf } from '../../words/words-context.ts';
import { OfflineForm } from '../settings/pace-form.tsx';
import { pathToProject } from '../../paths.ts';
import { SentNotice, useSentRound } from './sent-notice.tsx';
import { StatusBar } from './status-bar.tsx';

const page = { path: '/' };
const AWAY: HealthItem = { code: 'offline', why: 'no-connection', files: 0, untilMs: null };

test('a project that waits to be created is entered by its details', () => {
  expect(pathToProject(localProjectId(9))).toBe('/projects/labseal%3Aproject%3A9/details');
  expect(pathToProject('p1')).toBe('/projects/p1/files');
});

describe('working offline', () => {
  test('is switched on and off, and stands as the core keeps it', async () => {
    let isOffline = false;
    const bridge = fakeBridge({
      'outbox.list': () => ({ isOffline }),
      'outbox.workOffline': (input) => {
        ({ isOffline } = input as { isOffline: boolean });
        return null;
      },
    });
    visit(bridge, page, () => <OfflineForm />);
    const offline = await screen.findByRole('checkbox', { name: 'Work offline' });
    expect(offline).not.toBeChecked();
    for (const isWanted of [true, false]) {
      await userEvent.click(offline);
      bridge.tell({ kind: 'outbox-changed' });
      await expect.poll(() => (offline as HTMLInputElement).checked).toBe(isWanted);
      expect(isOffline).toBe(isWanted);
    }
  });

  test('is said in the status bar, and leads to its switch', () => {
    const facts = { needYou: 0, status: statusView(), balance: null, pace: null, nowMs: 0 };
    const bar = () => <StatusBar {...facts} health={[AWAY]} isOffline />;
    visit(fakeBridge(), page, bar);
    const link = screen.getByRole('link', { name: 'Working offline' });
    expect(link).toHaveAttribute('href', '/settings/pace');
    expect(screen.getByRole('contentinfo')).not.toHaveTextContent('Offline ');
  });
});

function Told() {
  const [round, close] = useSentRound();
  return <SentNotice round={round} onClose={close} />;
}

describe('what went by itself', () => {
  test('is said in one line, with a way to what needs a person, until it is closed', async () => {
    const bridge = fakeBridge();
    visit(bridge, page, Told);
    expect(screen.queryByRole('button')).toBeNull();
    bridge.tell({ kind: 'outbox-sent', sent: 3, needYou: 1 });
    await expectText('3 changes sent, 1 needs attention.');
    expect(
      screen.getByText('3 changes sent, 1 needs attention.').closest('[role=status]'),
    ).not.toBeNull();
    expect(screen.getByRole('link')).toHaveAttribute('href', '/outbox');
    bridge.tell({ kind: 'outbox-sent', sent: 1, needYou: 0 });
    await expectText('1 change sent.');
    expect(screen.queryByRole('link')).toBeNull();
    await press('Close');
    expect(screen.queryByText('1 change sent.')).toBeNull();
  });

  test.for([
    ['en', 0, 1, '1 change needs attention'],
    ['en', 0, 2, '2 changes need attention'],
    ['en', 1, 2, '1 change sent, 2 need attention'],
    ['it', 3, 1, '3 modifiche inviate, 1 richiede il tuo intervento'],
    ['it', 0, 2, '2 modifiche richiedono il tuo intervento'],
  ] as const)('in %s: %i sent, %i in need', ([language, sent, needYou, sentence]) => {
    expect(wordsOf(language).pending.sent(sent, needYou)).toBe(sentence);
  });
});
