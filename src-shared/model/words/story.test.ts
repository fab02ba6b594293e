/** What the lines of the history say, in both languages. */
import { describe, expect, test } from 'vitest';
import { type HistoryLine, moveBetween, writeMovedFrom } from '../status/history-line.ts';
import type { LogEntry } from '../status/log-entry.ts';
import { storyWords as en } from './en/story.ts';
import { storyWords as it } from './it/story.ts';

const entry = (name: string, over: Partial<LogEntry> = {}): LogEntry => ({
  id: 1,
  atMs: 0,
  note: null,
  subject: {
    kind: 'file',
    id: '1',
    folderId: '1',
    name,
    folderPath: 'exp/b',
    state: 'notarized',
    hold: null,
    sizeBytes: 1,
  },
  ...over,
});

const line = (over: Partial<HistoryLine>): HistoryLine => ({
  id: 1,
  what: 'notarized',
  beganAtMs: 0,
  atMs: 0,
  files: 1,
  credits: 0,
  isAtMost: false,
  from: null,
  to: null,
  latest: entry('new.raw'),
  original: null,
  ...over,
});

const was = (folderPath: string, name: string) =>
  entry('new.raw', { note: writeMovedFrom({ folderPath, name }) });

test.each<[string, Partial<HistoryLine>, english: string, italian: string]>([
  [
    'an approval',
    { what: 'approved', files: 59, credits: 59, isAtMost: true, latest: null },
    '59 files approved · at most 59 credits',
    '59 file approvati · al massimo 59 crediti',
  ],
  [
    'a pause',
    { what: 'uploads-paused', files: 0, latest: null },
    'Uploads paused',
    'Caricamenti in pausa',
  ],
  ['its end', { what: 'uploads-resumed', latest: null }, 'Uploads resumed', 'Caricamenti ripresi'],
  ['signing in', { what: 'signed-in', latest: null }, 'Signed in', 'Accesso effettuato'],
  [
    'the end of a session',
    { what: 'session-ended', latest: null },
    'The session ended',
    'La sessione è terminata',
  ],
  [
    'an outage',
    { what: 'service-away', latest: null },
    'The service could not be reached',
    'Il servizio non era raggiungibile',
  ],
  [
    'outages that followed each other',
    { what: 'service-away', latest: null, files: 3 },
    'The service could not be reached: 3 interruptions',
    'Il servizio non era raggiungibile: 3 interruzioni',
  ],
  ['signing out', { what: 'signed-out', latest: null }, 'Signed out', 'Uscita dall’account'],
  [
    'an approval that is taken back',
    { what: 'approval-withdrawn', latest: null },
    'Approval of 1 file taken back',
    'Approvazione di 1 file ritirata',
  ],
  [
    'a reserve that was changed',
    { what: 'reserve', from: '420', to: '1500', latest: null },
    'Reserve set to 1,500 credits (before: 420)',
    'Riserva portata a 1500 crediti (prima: 420)',
  ],
  [
    'a limit that was lifted',
    { what: 'month-limit', from: '300', latest: null },
    'No limit per month any more (before: 300)',
    'Nessun limite mensile (prima: 300)',
  ],
  [
    'a budget',
    { what: 'folder-budget', from: 'exp', to: '1', latest: null },
    'Budget of folder exp set to 1 credit',
    'Budget della cartella exp portato a 1 credito',
  ],
  [
    'a batch',
    { files: 486, credits: 486 },
    '486 files notarized · 486 credits',
    '486 file notarizzati · 486 crediti',
  ],
  [
    'one of which the charge is not known',
    { credits: 3, isAtMost: true },
    'new.raw notarized · at most 3 credits',
    'new.raw notarizzato · al massimo 3 crediti',
  ],
  [
    'a renamed file',
    { what: 'renamed', latest: was('exp/b', 'old.raw'), from: 'exp/b', to: 'exp/b' },
    'old.raw is now new.raw: same certificate, free',
    'old.raw ora si chiama new.raw: stesso certificato, gratis',
  ],
  [
    'a moved file that has another name there',
    { what: 'moved', latest: was('exp/a', 'old.raw'), from: 'exp/a', to: 'exp/b' },
    'old.raw (now new.raw) moved to exp/b: same certificate, free',
    'old.raw (ora new.raw) è stato spostato in exp/b: stesso certificato, gratis',
  ],
  [
    'a moved folder',
    { what: 'moved', files: 2_000, from: 'exp/a', to: 'exp/b' },
    '2,000 files moved from exp/a to exp/b: same certificates, free',
    '2000 file sono stati spostati da exp/a a exp/b: stessi certificati, gratis',
  ],
  [
    'a copy',
    { what: 'copied', original: 'first.raw' },
    'new.raw is a copy of first.raw: same certificate, free',
    'new.raw è una copia di first.raw: stesso certificato, gratis',
  ],
  [
    'a copy of the same name elsewhere',
    { what: 'copied', original: 'new.raw' },
    'new.raw is a copy of a notarized file: same certificate, free',
    'new.raw è una copia di un file notarizzato: stesso certificato, gratis',
  ],
  [
    'a changed file',
    { what: 'changed' },
    'new.raw was changed; its certificate holds for the old bytes',
    'new.raw è cambiato; il suo certificato vale per il contenuto di prima',
  ],
  [
    'a watched folder that was pointed to its new place',
    { what: 'folder-moved', files: 3, from: '/a', to: '/b', latest: null },
    'Folder /a is now /b: 3 files, nothing is paid again',
    'La cartella /a ora è /b: 3 file, niente si paga di nuovo',
  ],
  [
    'what has no sentence of its own',
    { what: 'failed', files: 12 },
    '12 files · Refused',
    '12 file · Rifiutato',
  ],
])('%s', (_what, over, english, italian) => {
  expect([en.sentence(line(over)), it.sentence(line(over))]).toEqual([english, italian]);
});

describe('a move', () => {
  test.each([
    ['exp/a', 'exp/a', 'renamed', 'exp/a', 'exp/a'],
    ['exp/old/plate/1', 'exp/new/plate/1', 'moved', 'exp/old', 'exp/new'],
    ['exp/a', 'exp/a/b', 'moved', 'exp/a', 'exp/a/b'],
    ['exp/x/a', 'exp/a', 'moved', 'exp/x', 'exp'],
    ['one', 'two', 'moved', 'one', 'two'],
  ] as const)('from %s to %s', (from, to, what, shownFrom, shownTo) => {
    const move = moveBetween({ folderPath: from, name: 'n' }, { folderPath: to, name: 'n' });
    expect(move).toEqual({ what, from: shownFrom, to: shownTo });
  });
});
