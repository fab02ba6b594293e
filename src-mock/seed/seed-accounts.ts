/** Puts the first users into a new database: the administrator, and for the demo everybody else. */
import { randomUUID } from 'node:crypto';
import type { ProfileChange } from '../../src-shared/service/users.ts';
import { hashPassword } from '../http/credentials.ts';
import type { Service } from '../service.ts';
import type { NewUser } from '../store/user-table.ts';

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

/** The people of the demo. Names and addresses are made up, and the addresses can never receive mail. */
export interface DemoAccount extends ProfileChange {
  readonly role: 'administrator' | 'principal investigator' | 'researcher' | 'colleague';
  readonly email: string;
  /** Documented on purpose: it protects nothing but a demo on this computer. */
  readonly password: string;
}

const INSTITUTE = { organisation: 'Example Institute', location: 'Exampletown' };

export const ADMINISTRATOR: DemoAccount = {
  role: 'administrator',
  name: 'Ada',
  lastName: 'Demo-Admin',
  email: 'admin@example.org',
  password: 'demo-admin',
  ...INSTITUTE,
};

export const PRINCIPAL_INVESTIGATOR: DemoAccount = {
  role: 'principal investigator',
  name: 'Paula',
  lastName: 'Demo-Leader',
  email: 'leader@example.org',
  password: 'demo-leader',
  ...INSTITUTE,
};

export const RESEARCHER: DemoAccount = {
  role: 'researcher',
  name: 'Robin',
  lastName: 'Demo-Researcher',
  email: 'researcher@example.org',
  password: 'demo-researcher',
  ...INSTITUTE,
};

export const COLLEAGUE: DemoAccount = {
  role: 'colleague',
  name: 'Casey',
  lastName: 'Demo-Colleague',
  email: 'colleague@lab.test',
  password: 'demo-colleague',
  organisation: 'Second Example Lab',
  location: 'Sampleville',
};

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  ADMINISTRATOR,
  PRINCIPAL_INVESTIGATOR,
  RESEARCHER,
  COLLEAGUE,
];
