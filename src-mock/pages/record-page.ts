/**
 * What the chain holds under a transaction hash: where the QR code of a certificate leads. It says when something was
 * recorded and nothing of what it was, since anybody may open it.
 */
import { momentText } from '../certificate/wording.ts';
import type { ChainRecord } from '../store/chain-table.ts';
import { escapeHtml } from './html.ts';
import { pageShell } from './page-shell.ts';

/** `record` null: the chain knows no such transaction. */
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
