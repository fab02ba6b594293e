import type { AuditProgress } from '../../src-shared/model/proofs/audit.ts';

/** What faces may have to ask for again, or say in a line. */
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
