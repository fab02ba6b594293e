/** People of the service as every face shows them. */
import type { ProfileField } from '../../service/users.ts';

export interface UserView extends Readonly<Record<ProfileField, string>> {
  readonly userId: string;
  readonly email: string;
  /** Null when the service does not say. */
  readonly isActive: boolean | null;
}

/** How a person names somebody: by the id, or by the complete e-mail address in any case. */
export type AskedPerson = { readonly userId: string } | { readonly email: string };

/** What the service answers when it is asked whether somebody may do something. */
export type Permission =
  | { readonly may: true }
  /** `serviceSays`: its own words. */
  | { readonly may: false; readonly serviceSays: string | null };

export interface PermissionsView {
  readonly isAdmin: boolean;
  readonly canCreateProject: Permission;
  readonly canInviteMember: Permission;
}

/** One booking of somebody's credits. */
export interface TransactionView {
  readonly id: string;
  /** Null when the service's time cannot be read. */
  readonly atMs: number | null;
  /** Negative for a charge. */
  readonly amount: number;
  /** The service's own status. */
  readonly type: string;
}

/** How somebody is called: both names, else the e-mail address. */
export function personName({
  name,
  lastName,
  email,
}: Pick<UserView, 'name' | 'lastName' | 'email'>): string {
  return `${name} ${lastName}`.trim() || email;
}
