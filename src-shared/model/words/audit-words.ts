/** What the sentences about an audit are made of. Sizes and moments are written by the face, in its own way. */
import type {
  AuditFinding,
  AuditProgress,
  AuditRhythm,
  AuditState,
  AuditVerdict,
} from '../proofs/audit.ts';
import type { FileState, HoldReason } from '../files/file-state.ts';

export interface AuditFigures {
  readonly moment: (atMs: number) => string;
  /** How far Labseal is with a file, in the words of its state. */
  readonly state: (
    state: FileState,
    hold: HoldReason | null,
    isApproved: boolean | undefined,
  ) => string;
}

export interface AuditWords {
  readonly verdicts: Readonly<Record<AuditVerdict, string>>;
  readonly states: Readonly<Record<AuditState, string>>;
  readonly rhythms: Readonly<Record<AuditRhythm, string>>;
  /** "60.0 MB of 2.0 GB read (3 %) · no problems" */
  readonly progress: (
    progress: Pick<AuditProgress, 'totals' | 'expectedBytes'>,
    size: (bytes: number) => string,
  ) => string;
  /** Why the verdict is what it is, in one or two sentences; names in it are harmless. */
  readonly finding: (finding: AuditFinding, figures: AuditFigures) => string;
}
