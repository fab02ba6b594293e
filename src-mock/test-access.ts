/**
 * Paths that are no part of the documented interface: the first page, the reference, the mailbox, the records of the
 * chain, the control.
 */
import type { ServerResponse } from 'node:http';
import { CONTROL_PATH, type ControlParts, handleControl } from './control/control-endpoint.ts';
import type { TestAccess } from './http/dispatcher.ts';
import { handleDocs } from './pages/docs-page.ts';
import { ownClientPage } from './pages/own-client-page.ts';
import { homePage, mailboxPage, recordPage } from './pages/pages.ts';
import type { DemoAccount } from './seed/seed-accounts.ts';
import type { ChainRecord } from './store/chain-table.ts';
import type { Mail } from './store/mail-table.ts';

const DOCS = '/docs';
const OWN_CLIENT_PATH = `${DOCS}/client`;
const RECORDS = '/records/';

export interface TestAccessParts {
  readonly mails: () => readonly Mail[];
  readonly control: ControlParts;
  readonly recordOf: (transactionHash: string) => ChainRecord | null;
  readonly nowMs: () => number;
  /** Accounts whose passwords the first page may tell. */
  readonly accounts: () => readonly DemoAccount[];
}

export function makeTestAccess(parts: TestAccessParts): TestAccess {
  const { mails, accounts, control, recordOf, nowMs } = parts;
  return async ({ request, response, path, baseUrl }) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const page = isRead ? pageAt(path, baseUrl) : null;
    if (page !== null) sendPage(response, page);
    else if (path.startsWith(CONTROL_PATH)) await handleControl(request, response, control);
    else if (path === DOCS || path.startsWith(`${DOCS}/`))
      handleDocs(request, response, { baseUrl });
    else return false;
    return true;
  };

  function pageAt(path: string, baseUrl: string): string | null {
    if (path === OWN_CLIENT_PATH) return ownClientPage(baseUrl);
    if (path === '/') return homePage({ baseUrl, accounts: accounts() });
    if (path.startsWith(RECORDS)) return recordPage(recordOf(path.slice(RECORDS.length)), nowMs());
    return path === '/mailbox' || path === '/__mock/mailbox' ? mailboxPage(mails()) : null;
  }
}

/** Node leaves the body out of the answer to a HEAD. */
function sendPage(response: ServerResponse, html: string): void {
  const bytes = Buffer.from(html);
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(bytes);
}
