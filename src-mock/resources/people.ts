/** Finding users for a handler, and the shapes in which answers show them. */
import { profileOf } from '../../src-shared/service/users.ts';
import { forbidden, notFound } from '../http/answer.ts';
import type { Store } from '../store/store.ts';
import type { User } from '../store/user-table.ts';

type UserStore = Pick<Store, 'users'>;

/** Throws a 404 for an id nobody has. */
export function requireUser(store: UserStore, userId: string): User {
  const user = store.users.find(userId);
  if (user === null) throw notFound('No such user');
  return user;
}

export function requireUserByEmail(store: UserStore, email: string): User {
  const user = store.users.findByEmail(email);
  if (user === null) throw notFound('No user has this e-mail address');
  return user;
}

/** The user of the path, when the caller is that user or an administrator. */
export function requireSelfOrAdmin(store: UserStore, caller: User, userId: string): User {
  if (caller.id !== userId && !caller.isAdmin) {
    throw forbidden('Only the user and administrators may do this');
  }
  return requireUser(store, userId);
}

/** Administration takes the caller's own id in the path: acting in another administrator's name is refused. */
export function requireOwnAdminId(caller: User, adminId: string): void {
  if (caller.id !== adminId) throw forbidden("The administrator's id is not the caller's");
}

export type UserStatus = 'Active' | 'On-hold' | 'Suspended';

export function userStatus(user: User): UserStatus {
  if (user.suspensionReason !== null) return 'Suspended';
  return user.activatedAtMs === null ? 'On-hold' : 'Active';
}

export function userAnswer(user: User) {
  const { id, email } = user;
  return { id, ...profileOf(user), email, isActive: userStatus(user) === 'Active' };
}
