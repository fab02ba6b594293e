/** What the service has mailed, since its addresses can receive nothing: the way to activation and reset tokens. */
import { momentText } from '../certificate/wording.ts';
import type { Mail } from '../store/mail-table.ts';
import { escapeHtml, linkHtml } from './html.ts';
import { pageShell } from './page-shell.ts';

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

/** The whole page, newest mail first; mails of the same moment stay in the order given. */
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
