/** Audits of folders: every file is read again and compared with what is notarized. Nothing is sent by any of these. */
import * as z from 'zod/mini';
import {
  AUDIT_RHYTHMS,
  AUDIT_VERDICTS,
  type AuditRhythm,
  type AuditRow,
  type AuditRun,
  type AuditSchedule,
} from '../model/proofs/audit.ts';
import { LANGUAGES } from '../model/words/languages.ts';
import { AbsolutePath, changes, Count, listOf, Name, nothing, reads, RowId } from './call.ts';

/** Most rows that one window, and one piece of an export, holds. */
export const MOST_AUDIT_ROWS = 300;
export const MOST_EXPORTED_ROWS = 2_000;
const MOST_RUNS = 100;

/** What is audited: a watched folder by its number, or any folder by its path. */
export const AuditTarget = z.union([
  z.strictObject({ folderId: RowId }),
  z.strictObject({ path: AbsolutePath }),
]);
export type AuditTarget = z.output<typeof AuditTarget>;

const AUDIT_FORMS = ['json', 'csv'] as const;
export type AuditForm = (typeof AUDIT_FORMS)[number];

export interface AuditRange {
  /** How many rows there are in all. */
  readonly total: number;
  readonly first: number;
  /** Problems first, in the order of `AUDIT_VERDICTS`; silent changes before all others; then by path. */
  readonly rows: readonly AuditRow[];
}

export interface AuditPiece {
  /** To be written behind the piece before it. */
  readonly text: string;
  /** Where the next piece begins; null: this was the last one. */
  readonly next: number | null;
  /** A name for the complete folder. */
  readonly fileName: string;
}

export interface AuditPaper {
  readonly fileName: string;
  readonly base64: string;
}

export interface AuditSchedules {
  /** For watched folders without a rhythm of their own. */
  readonly all: AuditRhythm;
  readonly folders: readonly AuditSchedule[];
}

export interface StartedAudit extends AuditRun {
  /** False: one over the same folder was running, and is this one. */
  readonly isNew: boolean;
}

export const auditCalls = {
  /** Answers at once; what it reads comes as events. */
  'audit.start': changes<StartedAudit>()(() => z.strictObject({ target: AuditTarget })),
  /** Answers when it has ended. Aborting ends the wait alone. */
  'audit.follow': reads<AuditRun>()(() => z.strictObject({ runId: RowId })),
  /** What was found so far is kept, as what it is. One that has ended stays as it is. */
  'audit.cancel': changes<AuditRun>()(() => z.strictObject({ runId: RowId })),
  'audit.setPaused': changes<AuditRun>()(() =>
    z.strictObject({ runId: RowId, isPaused: z.boolean() }),
  ),
  /** The latest first; of one folder or of all. */
  'audit.runs': reads<readonly AuditRun[]>()(() =>
    z.strictObject({
      target: z.optional(AuditTarget),
      most: z.int().check(z.minimum(1), z.maximum(MOST_RUNS)),
    }),
  ),
  'audit.show': reads<AuditRun>()(() => z.strictObject({ runId: RowId })),
  'audit.rows': reads<AuditRange>()(() =>
    z.strictObject({
      runId: RowId,
      filter: z.strictObject({
        verdicts: z.optional(listOf(z.enum(AUDIT_VERDICTS), AUDIT_VERDICTS.length)),
        /** Part of the path, whatever its case. */
        text: z.optional(Name),
      }),
      first: Count,
      count: z.int().check(z.minimum(1), z.maximum(MOST_AUDIT_ROWS)),
    }),
  ),
  /** The complete report in pieces: `next` of one is `from` of the following; it begins with 0. */
  'audit.export': reads<AuditPiece>()(() =>
    z.strictObject({ runId: RowId, form: z.enum(AUDIT_FORMS), from: Count }),
  ),
  /** The report as a PDF to print and sign, with as many files as it has room for. */
  'audit.paper': reads<AuditPaper>()(() =>
    z.strictObject({ runId: RowId, language: z.enum(LANGUAGES) }),
  ),
  /** A person has looked at what changed silently: it is no news any more. */
  'audit.acknowledge': changes<null>()(() => z.strictObject({ runId: RowId })),
  'audit.schedules': reads<AuditSchedules>()(() => nothing),
  /**
   * `target` null: for all watched folders. `rhythm` null: the folder follows the one for all. Answers with the real path
   * of the target too.
   */
  'audit.setSchedule': changes<AuditSchedules & { readonly root: string | null }>()(() =>
    z.strictObject({
      target: z.nullable(AuditTarget),
      rhythm: z.nullable(z.enum(AUDIT_RHYTHMS)),
    }),
  ),
} as const;
