/** The people of a project, from the project itself and from the list of its open invitations. */

export interface MemberView {
  readonly userId: string;
  readonly name: string;
  readonly lastName: string;
  readonly email: string;
  /** `other`: an undocumented status of the service, in `status`. */
  readonly standing: 'active' | 'on-hold' | 'other';
  readonly status: string;
}

export interface MemberList {
  readonly projectId: string;
  readonly leaderId: string;
  readonly leaderName: string;
  readonly members: readonly MemberView[];
  /** Null when the service does not say. */
  readonly maxNumberOfMembers: number | null;
  /** False when the service may know more people than are here. */
  readonly isComplete: boolean;
  /** When the copy was read; null: just now. */
  readonly asOfMs: number | null;
}
