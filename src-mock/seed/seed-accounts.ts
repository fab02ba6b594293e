/** Puts the first users into a new database: the administrator, and for the demo everybody else. */
import { randomUUID } from 'node:crypto';
import { hashPassword } from '../http/passwords.ts';
import type { Service } from '../service.ts';
import type { NewUser } from '../store/user-table.ts';
import { ADMINISTRATOR, DEMO_ACCOUNTS, type DemoAccount } from './demo-accounts.ts';

/** `empty`: the administrator alone, since the interface has no way to make one. */
export type SeedName = 'demo' | 'empty';

/** Active from the start and without credits; registered in one transaction. */
export async function seedAccounts(
  { store, chain, nowMs }: Service,
  seed: SeedName,
): Promise<void> {
  const accounts = seed === 'demo' ? DEMO_ACCOUNTS : [ADMINISTRATOR];
  const users = await Promise.all(accounts.map((account) => makeUser(account, nowMs())));
  store.atomically(() => {
    for (const user of users) {
      store.users.insert(user);
      chain.record({
        operation: 'USER_REGISTRATION',
        subjectId: user.id,
        actorId: user.id,
        content: { name: user.name, lastName: user.lastName, organisation: user.organisation },
      });
    }
  });
}

async function makeUser(account: DemoAccount, nowMs: number): Promise<NewUser> {
  const { role, password, ...facts } = account;
  return {
    ...facts,
    id: randomUUID(),
    isAdmin: role === ADMINISTRATOR.role,
    activatedAtMs: nowMs,
    createdAtMs: nowMs,
    passwordHash: await hashPassword(password),
  };
}
