/** The first page of the service: what this is and where to go from here. */
import { momentText } from '../certificate/wording.ts';
import type { DemoAccount } from '../seed/seed-accounts.ts';
import type { ChainRecord } from '../store/chain-table.ts';
import type { Mail } from '../store/mail-table.ts';
import { escapeHtml, linkHtml, pageShell } from './page-shell.ts';

type ShownAccount = Pick<DemoAccount, 'role' | 'name' | 'lastName' | 'email' | 'password'>;

function accountHtml({ role, name, lastName, email, password }: ShownAccount): string {
  return `<li class="sheet">
<h2>${escapeHtml(`${name} ${lastName}`)}</h2>
<p class="meta">${escapeHtml(role)}</p>
<dl>
<dt>E-mail</dt><dd><code>${escapeHtml(email)}</code></dd>
<dt>Password</dt><dd><code>${escapeHtml(password)}</code></dd>
</dl>
</li>`;
}

/** `baseUrl` without a slash at the end. `accounts` may be empty: then nothing is said about them. */
export function homePage({
  baseUrl,
  accounts,
}: {
  readonly baseUrl: string;
  readonly accounts: readonly ShownAccount[];
}): string {
  const people =
    accounts.length === 0
      ? ''
      : `<h2 class="part">Demo accounts</h2>\n<ul>${accounts.map(accountHtml).join('\n')}</ul>`;
  return pageShell(
    'Bundled notarization service',
    `<h1>Bundled notarization service</h1>
<p>A complete rehearsal of the project and file notarization service, on this computer only. Files, credits and the
chain behave like the real ones; nothing recorded here is a proof of anything.</p>
<ul class="sheet">
<li>${linkHtml('Interface reference', `${baseUrl}/docs`)}<p class="meta">Every operation, with its price; it can be tried out there.</p></li>
<li>${linkHtml('Write your own client', `${baseUrl}/docs/client`)}<p class="meta">A complete one, and what holds for all operations.</p></li>
<li>${linkHtml('Mailbox', `${baseUrl}/mailbox`)}<p class="meta">Mails with activation and reset tokens.</p></li>
</ul>
<p>The base address for a client is <code>${escapeHtml(baseUrl)}</code>.</p>
${people}`,
  );
}

/** What the service has mailed, since its addresses can receive nothing: the way to activation and reset tokens. */
function mailHtml({ id, to, subject, text, sentAtMs, links }: Mail): string {
  const sentIso = new Date(sentAtMs).toISOString();
  const linkItems = links.map(({ label, url }) => `<li>${linkHtml(label, url)}</li>`).join('');
  return `<li><article class="sheet" aria-labelledby="mail-${escapeHtml(id)}">
<h2 id="mail-${escapeHtml(id)}">${escapeHtml(subject)}</h2>
<p class="meta">To ${escapeHtml(to)} · <time datetime="${sentIso}">${momentText(sentIso)}</time></p>
<p class="words">${escapeHtml(text)}</p>
${linkItems === '' ? '' : `<ul>${linkItems}</ul>`}
</article></li>`;
}

/** The complete page, newest mail first; mails of the same moment stay in the given order. */
export function mailboxPage(mails: readonly Mail[]): string {
  const newestFirst = mails.toSorted((one, other) => other.sentAtMs - one.sentAtMs);
  const list =
    newestFirst.length === 0
      ? '<p class="sheet soft">No mail yet. Register a user or ask for a new password, and it appears here.</p>'
      : `<ul>${newestFirst.map(mailHtml).join('\n')}</ul>`;
  return pageShell(
    'Mailbox',
    `<h1>Mailbox</h1>
<p class="soft">Every mail this service would have sent. Nothing leaves this computer.</p>
${list}`,
  );
}

/**
 * What the chain holds under a transaction hash: where the QR code of a certificate leads. It says when something was
 * recorded and nothing of what it was, since anybody may open it. `record` null: the chain knows no such transaction.
 */
export function recordPage(record: ChainRecord | null, nowMs: number): string {
  const body = record === null ? unknownHtml() : recordHtml(record, nowMs);
  return pageShell(
    'Record',
    `<h1>Record on the simulated chain</h1>
<p class="soft">A rehearsal: nothing recorded here is a proof of anything.</p>
${body}`,
  );
}

function unknownHtml(): string {
  return '<p class="sheet">This chain holds no such transaction. Check that the whole address was copied.</p>';
}

function recordHtml(record: ChainRecord, nowMs: number): string {
  const recordedIso = new Date(record.availableAtMs).toISOString();
  const facts = [
    ['State', stateOf(record, nowMs)],
    ['Recorded', momentText(recordedIso)],
    ['Operation', record.operation],
    ['Transaction', record.transactionHash],
    ['Block', `${record.blockNumber}`],
    ['Block hash', record.blockHash],
  ];
  const rows = facts.map(
    ([name = '', value = '']) => `<dt>${name}</dt><dd><code>${escapeHtml(value)}</code></dd>`,
  );
  return `<div class="sheet"><dl>${rows.join('\n')}</dl></div>`;
}

function stateOf({ isFailed, availableAtMs }: ChainRecord, nowMs: number): string {
  if (nowMs < availableAtMs) return 'being recorded';
  return isFailed ? 'not recorded: an error occurred' : 'recorded';
}
