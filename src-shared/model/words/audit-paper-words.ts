/** What stands on the printed report of an audit, beside the findings of `audit-words.ts`. */
import type { AuditRun } from '../proofs/audit.ts';
import type { AuditFigures, AuditWords } from './audit-words.ts';

export interface AuditPaperWords {
  readonly language: string;
  readonly audits: AuditWords;
  readonly figures: AuditFigures;
  readonly bytes: (count: number) => string;
  readonly files: (count: number) => string;
  readonly title: string;
  /** What it came to, in a sentence. */
  readonly outcome: (run: AuditRun) => string;
  readonly labels: Readonly<
    Record<
      | 'folder'
      | 'audit'
      | 'began'
      | 'ended'
      | 'startedBy'
      | 'resumptions'
      | 'state'
      | 'files'
      | 'read'
      | 'moved'
      | 'deleted'
      | 'silent'
      | 'notLookedAt'
      | 'list'
      | 'name'
      | 'date'
      | 'signature',
      string
    >
  >;
  readonly startedBy: Readonly<Record<AuditRun['startedBy'], string>>;
  /** "3 files by rules, 1 link"; empty when there is nothing. */
  readonly notLookedAt: (totals: AuditRun['totals']) => string;
  /** How it was done, and in which time zone moments are. */
  readonly method: string;
  /** What a person who signs confirms. */
  readonly confirms: string;
  readonly checked: (moment: string) => string;
  readonly record: (record: { readonly fileId: string; readonly projectId: string }) => string;
  readonly status: (status: string) => string;
  readonly before: (size: string, modified: string) => string;
  /** Rows that have no room on the paper. */
  readonly more: (count: number) => string;
  /** Rows of proven files that an older audit no longer has. */
  readonly rowsGone: string;
  /** Its complete list is not kept any more; whether its digest is printed above. */
  readonly listGone: (hasDigest: boolean) => string;
  readonly page: (page: number, of: number) => string;
}
