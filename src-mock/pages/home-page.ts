/** The first page of the service: what this is and where to go from here. */
import type { DemoAccount } from '../seed/demo-accounts.ts';
import { escapeHtml, linkHtml } from './html.ts';
import { pageShell } from './page-shell.ts';

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
<li>${linkHtml('Mailbox', `${baseUrl}/mailbox`)}<p class="meta">Mails with activation and reset tokens.</p></li>
</ul>
<p>The base address for a client is <code>${escapeHtml(baseUrl)}</code>.</p>
${people}`,
  );
}
