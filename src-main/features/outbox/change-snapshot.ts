/** What a look at the service showed about one change. Only what a decision needs; the reader is in `look.ts`. */
import type { Fields } from '../../../src-shared/model/changes/record-edit.ts';
import type { ScopeLabels } from '../../../src-shared/model/projects/project-fields.ts';
import type { User } from '../../../src-shared/service/users.ts';

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
      /** How many people were seen, and how many there may be; null: the service does not say. */
      readonly members: number;
      readonly most: number | null;
    }
  | {
      readonly kind: 'delete-file';
      /** The service's word; null when the file was not seen. */
      readonly status: string | null;
      readonly isComplete: boolean;
    }
  | {
      readonly kind: 'member';
      /** The service's word; null when the person was not seen. */
      readonly status: string | null;
      readonly isComplete: boolean;
    }
  | { readonly kind: 'project'; readonly fields: Fields; readonly labels: ScopeLabels }
  | { readonly kind: 'profile'; readonly user: User }
  | { readonly kind: 'tag'; readonly isThere: boolean; readonly isComplete: boolean }
  /** Whether the picture is the wanted one, byte for byte. */
  | { readonly kind: 'avatar'; readonly isThere: boolean };

export interface SeenProject {
  readonly id: string;
  readonly name: string;
  readonly leaderId: string;
  readonly startDate: string;
  readonly endDate: string;
}
