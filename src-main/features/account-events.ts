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
  | { readonly kind: 'outbox-sent'; readonly sent: number; readonly needYou: number };
