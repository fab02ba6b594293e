/** Secrets the service makes once and keeps, so that tokens and links stay valid over a restart. */
import { randomBytes } from 'node:crypto';
import type { Connection } from './database.ts';

const SECRET_BYTES = 32;

export function makeSettingTable(db: Connection) {
  const insert = db.prepare<[string, string]>(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
  );
  const select = db.prepare<[string], { value: string }>(
    'SELECT value FROM setting WHERE name = ?',
  );
  /** Made on first use. */
  function secret(name: string): string {
    insert.run(name, randomBytes(SECRET_BYTES).toString('base64url'));
    return select.get(name)?.value ?? '';
  }
  return {
    /** Signs tokens. */
    tokenSecret: (): Buffer => Buffer.from(secret('token-secret'), 'base64url'),
    /** Signs links of the object store. */
    linkSecret: (): string => secret('link-secret'),
  };
}
