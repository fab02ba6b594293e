import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Mail } from '../store/mail-table.ts';
import { homePage } from './home-page.ts';
import { escapeHtml } from './html.ts';
import { mailboxPage } from './mailbox-page.ts';
import { recordPage } from './record-page.ts';
import type { ChainRecord } from '../store/chain-table.ts';

function mail(over: Partial<Mail> = {}): Mail {
  return {
    id: 'mail-1',
    to: 'robin@example.org',
    subject: 'Activate your account',
    text: 'Hello Robin',
    sentAtMs: Date.UTC(2026, 10, 20, 9, 44, 12),
    links: [{ label: 'Activate', url: 'http://127.0.0.1:4010/users/activation/t0k3n' }],
    ...over,
  };
}

/** Names of all elements in the page, closed or not. */
function elements(html: string): readonly string[] {
  return [...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => name ?? '');
}

describe('the mailbox', () => {
  test('shows subject, addressee, moment, text and links of a mail', () => {
    const html = mailboxPage([mail()]);
    for (const shown of [
      'Activate your account',
      'robin@example.org',
      '20 November 2026, 09:44:12 UTC',
      'Hello Robin',
      'href="http://127.0.0.1:4010/users/activation/t0k3n"',
    ]) {
      expect(html).toContain(shown);
    }
  });

  test('the newest mail comes first, mails of one moment in the order given', () => {
    const sentAtMs = mail().sentAtMs;
    const html = mailboxPage([
      mail({ subject: 'older', sentAtMs: sentAtMs - 1 }),
      mail({ subject: 'first', sentAtMs }),
      mail({ subject: 'second', sentAtMs }),
      mail({ subject: 'newest', sentAtMs: sentAtMs + 1 }),
    ]);
    const shown = html.match(/(?<=>)(newest|first|second|older)(?=<)/g);
    expect(shown).toEqual(['newest', 'first', 'second', 'older']);
  });

  test('an empty mailbox says so', () => {
    expect(mailboxPage([])).toContain('No mail yet');
  });

  test('nothing in a mail becomes an element, whatever it holds', () => {
    const plain = elements(mailboxPage([mail({ links: [] })]));
    const attacks = ['<script>x()</script>', '"><img src=x>', "' onload='x", '</style><b>', '&lt;'];
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...attacks));
    fc.assert(
      fc.property(text, text, text, text, (id, to, subject, words) => {
        const html = mailboxPage([mail({ id, to, subject, text: words, links: [] })]);
        expect(elements(html)).toEqual(plain);
      }),
    );
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', ' http://x', ''])(
    '%j is shown, not linked',
    (url) => {
      const html = mailboxPage([mail({ links: [{ label: 'open', url }] })]);
      expect(elements(html)).not.toContain('a');
      expect(html).toContain(`open: ${escapeHtml(url)}`);
    },
  );

  test('has no script, and a policy that allows none and no outside resource', () => {
    const html = mailboxPage([mail()]);
    expect(elements(html)).not.toContain('script');
    expect(html).toMatch(
      /Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/,
    );
    expect(html).toContain('prefers-color-scheme: dark');
  });
});

describe('the first page', () => {
  const account = {
    role: 'researcher' as const,
    name: 'Robin',
    lastName: '<b>Researcher',
    email: 'researcher@example.org',
    password: 'demo & co',
  };

  test('says what this is, leads to reference and mailbox, and names the accounts', () => {
    const html = homePage({ baseUrl: 'http://127.0.0.1:4010', accounts: [account] });
    for (const shown of [
      'nothing recorded here is a proof',
      'href="http://127.0.0.1:4010/docs"',
      'href="http://127.0.0.1:4010/mailbox"',
      'researcher@example.org',
      'demo &amp; co',
      '&lt;b&gt;Researcher',
    ]) {
      expect(html).toContain(shown);
    }
    expect(elements(html)).not.toContain('b');
  });

  test('without accounts it says nothing about them', () => {
    expect(homePage({ baseUrl: 'http://127.0.0.1:4010', accounts: [] })).not.toContain('accounts');
  });
});

const record = (over: Partial<ChainRecord> = {}): ChainRecord => ({
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
  ...over,
});

describe('a record of the chain', () => {
  test('says when something was recorded and nothing of what it was', () => {
    const html = recordPage(record(), 3_000);
    for (const shown of ['0xabc', '0xdef', '<code>7</code>', '<code>recorded</code>']) {
      expect(html).toContain(shown);
    }
    for (const kept of ['kept to itself', 'file-1', 'user-1']) expect(html).not.toContain(kept);
  });

  test('tells being recorded, failed and unknown apart', () => {
    expect(recordPage(record(), 2_999)).toContain('being recorded');
    expect(recordPage(record({ isFailed: true }), 3_000)).toContain('not recorded');
    expect(recordPage(null, 3_000)).toContain('no such transaction');
  });
});
