/** What a data folder means to the person whose it is, as the command line tells it: proofs, payments, rules, limits. */
import type { KeptComputer } from './kept-computer.ts';

export interface DataSummary {
  /** Every file that is known, with its record if it has one. */
  readonly files: readonly {
    readonly path: string;
    readonly sha256: string | null;
    readonly fileId: string | null;
  }[];
  readonly folders: readonly FolderSummary[];
  readonly limits: { readonly floor: number | null; readonly month: number | null };
  /** Of the credit history. */
  readonly charges: readonly {
    readonly transactionId: string;
    readonly amount: number;
    readonly file: string | null;
    readonly change: string | null;
  }[];
  readonly changes: readonly { readonly id: string; readonly kind: string }[];
}

interface FolderSummary {
  readonly id: string;
  readonly path: string;
  readonly projectId: string;
  readonly visibility: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly exclude: readonly string[];
  readonly settleSeconds: number | null;
  readonly budgetCredits: number | null;
  readonly approveEach: boolean;
  readonly onlyNew: boolean;
}

/** Of who signed in last. */
export async function summaryOf(computer: KeptComputer): Promise<DataSummary> {
  await computer.signIn(computer.accounts.at(-1)?.email ?? '');
  const ask = async <Told>(...words: readonly string[]) => (await computer.ask(...words)) as Told;
  const { files } = await ask<Pick<DataSummary, 'files'>>('file', 'list');
  const { folders } = await ask<Pick<DataSummary, 'folders'>>('folder', 'list');
  const { floor, month } = await ask<DataSummary['limits']>('credit', 'budget');
  const year = ['--from', '2026-10-01', '--to', '2026-11-28'];
  const { lines } = await ask<{ lines: DataSummary['charges'] }>('credit', 'history', ...year);
  const { changes } = await ask<Pick<DataSummary, 'changes'>>('outbox', 'list');
  return {
    files: files.map(({ path, sha256, fileId }) => ({ path, sha256, fileId })),
    folders: folders.map((folder) => ({
      id: folder.id,
      path: folder.path,
      projectId: folder.projectId,
      visibility: folder.visibility,
      type: folder.type,
      labels: folder.labels,
      exclude: folder.exclude,
      settleSeconds: folder.settleSeconds,
      budgetCredits: folder.budgetCredits,
      approveEach: folder.approveEach,
      onlyNew: folder.onlyNew,
    })),
    limits: { floor, month },
    charges: lines.map(({ transactionId, amount, file, change }) => {
      return { transactionId, amount, file, change };
    }),
    changes: changes.map(({ id, kind }) => ({ id, kind })),
  };
}
