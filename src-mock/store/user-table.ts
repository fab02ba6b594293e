/** Users, their passwords, avatars and balances. */
import {
  type ProfileChange,
  type ProfileField,
  profileOf,
} from '../../src-shared/service/users.ts';
import type { Connection } from './database.ts';
import type { PageRequest } from '../http/paging.ts';

export interface User extends ProfileChange {
  readonly id: string;
  readonly email: string;
  readonly isAdmin: boolean;
  /** Null while the account is on hold. */
  readonly activatedAtMs: number | null;
  /** Null unless suspended. */
  readonly suspensionReason: string | null;
  readonly createdAtMs: number;
  readonly creditBalance: number;
}

export type NewUser = Omit<User, 'suspensionReason' | 'creditBalance'> & {
  readonly passwordHash: string;
};

type Row = Omit<User, 'isAdmin' | ProfileField> & {
  readonly isAdmin: number;
  readonly profile: string;
};

const COLUMNS = `id, profile, email, is_admin AS isAdmin,
  activated_at_ms AS activatedAtMs, suspension_reason AS suspensionReason, created_at_ms AS createdAtMs,
  credit_balance AS creditBalance`;

function foldEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function makeUserTable(db: Connection) {
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO user (id, profile, email, email_folded, password_hash, is_admin, activated_at_ms, created_at_ms)
     VALUES (@id, @profile, @email, @emailFolded, @passwordHash, @isAdmin, @activatedAtMs, @createdAtMs)`,
  );
  const byId = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM user WHERE id = ?`);
  const byEmail = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM user WHERE email_folded = ?`);
  const pageRows = db.prepare<[number, number], Row>(
    `SELECT ${COLUMNS} FROM user ORDER BY sequence LIMIT ? OFFSET ?`,
  );
  const count = db.prepare<[], { total: number }>('SELECT count(*) AS total FROM user');
  const password = db.prepare<[string], { hash: string }>(
    'SELECT password_hash AS hash FROM user WHERE id = ?',
  );
  const setPassword = db.prepare<[string, string]>(
    'UPDATE user SET password_hash = ? WHERE id = ?',
  );
  const activate = db.prepare<[number, string]>(
    'UPDATE user SET activated_at_ms = ? WHERE id = ? AND activated_at_ms IS NULL',
  );
  const setSuspension = db.prepare<[string | null, string]>(
    'UPDATE user SET suspension_reason = ? WHERE id = ?',
  );
  const setProfile = db.prepare<[string, string]>('UPDATE user SET profile = ? WHERE id = ?');
  const addCredits = db.prepare<[number, string]>(
    'UPDATE user SET credit_balance = credit_balance + ? WHERE id = ?',
  );
  const avatar = db.prepare<[string], { avatar: Buffer | null }>(
    'SELECT avatar FROM user WHERE id = ?',
  );
  const setAvatar = db.prepare<[Buffer, string]>('UPDATE user SET avatar = ? WHERE id = ?');

  return {
    insert(user: NewUser): void {
      const profile = JSON.stringify(profileOf(user));
      const isAdmin = user.isAdmin ? 1 : 0;
      insert.run({ ...user, profile, emailFolded: foldEmail(user.email), isAdmin });
    },
    find: (id: string): User | null => fromRow(byId.get(id)),
    findByEmail: (email: string): User | null => fromRow(byEmail.get(foldEmail(email))),
    page: ({ start, limit }: PageRequest): readonly User[] =>
      pageRows.all(limit, start).map(userFromRow),
    count: (): number => count.get()?.total ?? 0,
    passwordHash: (id: string): string => password.get(id)?.hash ?? '',
    setPassword: (id: string, hash: string): void => void setPassword.run(hash, id),
    /** True when this call activated the account, false when it was active before. */
    activate: (id: string, atMs: number): boolean => activate.run(atMs, id).changes === 1,
    setSuspension: (id: string, reason: string | null): void => void setSuspension.run(reason, id),
    setProfile: (id: string, profile: ProfileChange): void =>
      void setProfile.run(JSON.stringify(profileOf(profile)), id),
    /** `amount` may be negative; the table refuses a balance below zero. */
    addCredits: (id: string, amount: number): void => void addCredits.run(amount, id),
    avatar: (id: string): Buffer | null => avatar.get(id)?.avatar ?? null,
    setAvatar: (id: string, image: Buffer): void => void setAvatar.run(image, id),
  };
}

function fromRow(row: Row | undefined): User | null {
  return row === undefined ? null : userFromRow(row);
}

function userFromRow(row: Row): User {
  const { profile, ...rest } = row;
  return { ...rest, ...(JSON.parse(profile) as ProfileChange), isAdmin: row.isAdmin === 1 };
}
