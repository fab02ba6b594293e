import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChainRecord } from '../store/chain-table.ts';
import type { Mail } from '../store/mail-table.ts';
import { homePage, mailboxPage, recordPage } from './pages.ts';
import { escapeHtml } from './page-shell.ts';

const BASE = 'http://127.0.0.1:4010';

const mail = (over: Partial<Mail> = {}): Mail => ({
  id: 'mail-1',
  to: 'robin@example.org',
  subject: 'Activate your account',
  text: 'Hello Robin',
  sentAtMs: Date.UTC(2026, 10, 20, 9, 44, 12),
  links: [{ label: 'Activate', url: `${BASE}/users/activation/t0k3n` }],
  ...over,
});

/** Names of all elements in the page, closed or not. */
const elements = (html: string) => html.match(/(?<=<)[a-z][a-z0-9]*/gi) ?? [];
const missingIn = (html: string, texts: readonly string[]) =>
  texts.filter((text) => !html.includes(text));

test('the mailbox shows what is in a mail, without a script or an outside resource; or that there is none', () => {
  const html = mailboxPage([mail()]);
  const shown = [
    'Activate your account',
    'robin@example.org',
    'Hello Robin',
    '20 November 2026, 09:44:12 UTC',
    `href="${BASE}/users/activation/t0k3n"`,
    'prefers-color-scheme: dark',
    `Content-Security-Policy" content="default-src 'none'; style-src 'sha256-`,
  ];
  expect(missingIn(html, shown)).toEqual([]);
  expect(elements(html)).not.toContain('script');
  expect(mailboxPage([])).toContain('No mail yet');
});

test('the newest mail comes first, mails of one moment in the order given', () => {
  const { sentAtMs } = mail();
  const html = mailboxPage([
    mail({ subject: 'older', sentAtMs: sentAtMs - 1 }),
    mail({ subject: 'first' }),
    mail({ subject: 'second' }),
    mail({ subject: 'newest', sentAtMs: sentAtMs + 1 }),
  ]);
  const shown = html.match(/(?<=>)(newest|first|second|older)(?=<)/g);
  expect(shown).toEqual(['newest', 'first', 'second', 'older']);
});

test('nothing in a mail becomes an element, whatever it holds', () => {
  const plain = elements(mailboxPage([mail({ links: [] })]));
  // The binary strings of the library take seconds to prepare.
  const anyText = fc.array(fc.nat(0x10ffff)).map((codes) => String.fromCodePoint(...codes));
  const attacks = ['<script>x()</script>', '"><img src=x>', "' onload='x", '</style><b>', '&lt;'];
  const text = fc.oneof(anyText, fc.constantFrom(...attacks));
  fc.assert(
    fc.property(text, text, text, text, (id, to, subject, words) => {
      const html = mailboxPage([mail({ id, to, subject, text: words, links: [] })]);
      expect(elements(html)).toEqual(plain);
    }),
  );
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', ' http://x', ''])(
  'the link %j of a mail is shown, not linked',
  (url) => {
    const html = mailboxPage([mail({ links: [{ label: 'open', url }] })]);
    expect(elements(html)).not.toContain('a');
    expect(html).toContain(`open: ${escapeHtml(url)}`);
  },
);

test('the first page says what this is, leads to reference and mailbox, and names the accounts', () => {
  const account = {
    role: 'researcher',
    name: 'Robin',
    lastName: '<b>Researcher',
    email: 'researcher@example.org',
    password: 'demo & co',
  } as const;
  const html = homePage({ baseUrl: BASE, accounts: [account] });
  const shown = [
    'nothing recorded here is a proof',
    `href="${BASE}/docs"`,
    `href="${BASE}/docs/client"`,
    `href="${BASE}/mailbox"`,
    'researcher@example.org',
    'demo &amp; co',
    '&lt;b&gt;Researcher',
  ];
  expect(missingIn(html, shown)).toEqual([]);
  expect(elements(html)).not.toContain('b');
  expect(homePage({ baseUrl: BASE, accounts: [] })).not.toContain('accounts');
});

test('a record of the chain says when something was recorded and nothing of what it was', () => {
  const record: ChainRecord = {
    sequence: 1,
    operation: 'FILE_UPLOAD',
    subjectId: 'file-1',
    actorId: 'user-1',
    content: { fileHash: 'kept to itself' },
    recordedAtMs: 1_000,
    availableAtMs: 3_000,
    isFailed: false,
    transactionHash: '0xabc',
    blockNumber: 7,
    blockHash: '0xdef',
  };
  const html = recordPage(record, 3_000);
  const shown = ['0xabc', '0xdef', '<code>7</code>', '<code>recorded</code>'];
  expect(missingIn(html, shown)).toEqual([]);
  const kept = ['kept to itself', 'file-1', 'user-1'];
  expect(missingIn(html, kept)).toEqual(kept);
  expect(recordPage(record, 2_999)).toContain('being recorded');
  expect(recordPage({ ...record, isFailed: true }, 3_000)).toContain('not recorded');
  expect(recordPage(null, 3_000)).toContain('no such transaction');
});
