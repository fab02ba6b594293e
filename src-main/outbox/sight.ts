/** What a look at the service showed about one change. Only what a decision needs; the reader is in `look.ts`. */

export type Sight =
  | {
      readonly kind: 'create-project';
      readonly projects: readonly SeenProject[];
      /** Proven to be the whole list. */
      readonly isComplete: boolean;
    }
  | {
      readonly kind: 'invite-member';
      /** In the project, active or with a pending invitation, or leading it. */
      readonly isInvolved: boolean;
      /** Members and pending invitations were both read to their ends. */
      readonly isComplete: boolean;
    }
  | {
      readonly kind: 'delete-file';
      /** The service's word; null when the file was not seen. */
      readonly status: string | null;
      readonly isComplete: boolean;
    };

export interface SeenProject {
  readonly id: string;
  readonly name: string;
  readonly leaderId: string;
  readonly startDate: string;
  readonly endDate: string;
}
