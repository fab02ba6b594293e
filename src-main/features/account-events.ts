import type { AuditProgress } from '../../src-shared/model/proofs/audit.ts';

/** What a face may have to read again, or show as a one-line message. */
export type AccountNews =
  | { readonly kind: 'audits-changed' }
  | { readonly kind: 'audit-progress'; readonly progress: AuditProgress }
  | {
      readonly kind:
        | 'projects-changed'
        | 'outbox-changed'
        | 'credits-changed'
        | 'downloads-changed';
    }
  /** Of whichever account: the service is slow. */
  | { readonly kind: 'answer-late'; readonly server: string }
  | { readonly kind: 'outbox-sent'; readonly sent: number; readonly needYou: number };
