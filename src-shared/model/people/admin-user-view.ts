/** Users as an administrator sees them, and how a list of them is narrowed down. */
import { csvText } from '../text/csv.ts';
import { isoFromMs } from '../text/time.ts';
import { personName, type UserView } from './person-view.ts';
import { profileOf } from '../../service/users.ts';

export interface AdminUserView extends UserView {
  /** The service's own status: Active, On-hold, Suspended, or an undocumented one. */
  readonly userStatus: string;
  readonly credits: number;
  /** Null when the service does not say. */
  readonly createdAtMs: number | null;
  /** Absent unless this account suspended them from this computer: the service tells administrators neither. */
  readonly suspension?: Suspension;
}

export interface Suspension {
  readonly reason: string;
  readonly atMs: number;
}

export interface AdminUserList {
  readonly users: readonly AdminUserView[];
  /** False when the service's list could not be read to its end. */
  readonly isComplete: boolean;
}

export interface UserFilter {
  /** Part of a name, an address, an organisation or a city; empty for all. */
  readonly text: string;
  /** Null: whatever it is. */
  readonly userStatus: string | null;
}

/** The users that match the filter, in their order. Every word of the text must occur somewhere. */
export function filterUsers(
  users: readonly AdminUserView[],
  { text, userStatus }: UserFilter,
): readonly AdminUserView[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return users.filter((user) => {
    if (userStatus !== null && user.userStatus !== userStatus) return false;
    const said = [user.email, ...Object.values(profileOf(user))].join('\n').toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}

/** A table for spreadsheets. `head`: names of its seven columns. */
export function usersCsv(
  users: readonly AdminUserView[],
  head: readonly string[],
  statusOf: (user: AdminUserView) => string,
): string {
  return csvText(
    head,
    users.map((user) => [
      personName(user),
      user.email,
      user.organisation,
      statusOf(user),
      user.credits,
      isoFromMs(user.createdAtMs),
      user.userId,
    ]),
  );
}
