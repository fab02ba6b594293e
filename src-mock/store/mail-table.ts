/** What the service has mailed, and the single-use tokens inside the mails. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Connection } from './database.ts';

export interface MailLink {
  readonly label: string;
  readonly url: string;
}

export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAtMs: number;
  readonly links: readonly MailLink[];
}

export type TokenPurpose = 'activation' | 'reset';

interface Row extends Omit<Mail, 'links'> {
  readonly links: string;
}

const TOKEN_BYTES = 24;

export function makeMailTable(db: Connection) {
  const insertMail = db.prepare<[Omit<Row, 'sentAtMs'> & { sentAtMs: number }]>(
    `INSERT INTO mail (id, recipient, subject, text, links, sent_at_ms)
     VALUES (@id, @to, @subject, @text, @links, @sentAtMs)`,
  );
  const selectMails = db.prepare<[], Row>(
    `SELECT id, recipient AS "to", subject, text, links, sent_at_ms AS sentAtMs FROM mail
     ORDER BY sequence DESC`,
  );
  const insertToken = db.prepare<[string, TokenPurpose, string, number]>(
    'INSERT INTO mail_token (token, purpose, user_id, expires_at_ms) VALUES (?, ?, ?, ?)',
  );
  const selectToken = db.prepare<[string, TokenPurpose, number], { userId: string }>(
    `SELECT user_id AS userId FROM mail_token WHERE token = ? AND purpose = ? AND expires_at_ms > ?`,
  );
  const deleteTokens = db.prepare<[string, TokenPurpose]>(
    'DELETE FROM mail_token WHERE user_id = ? AND purpose = ?',
  );

  return {
    send(mail: Omit<Mail, 'id'>): void {
      insertMail.run({ ...mail, id: randomUUID(), links: JSON.stringify(mail.links) });
    },
    /** Newest first. */
    all: (): readonly Mail[] => selectMails.all().map(fromRow),
    issueToken(purpose: TokenPurpose, userId: string, expiresAtMs: number): string {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      insertToken.run(token, purpose, userId, expiresAtMs);
      return token;
    },
    /** Whose token it is; null when unknown, used or expired. */
    tokenOwner: (token: string, purpose: TokenPurpose, nowMs: number): string | null =>
      selectToken.get(token, purpose, nowMs)?.userId ?? null,
    /** Every token of that purpose the user has: the used one and older ones are worth nothing afterwards. */
    spendTokens: (userId: string, purpose: TokenPurpose): void =>
      void deleteTokens.run(userId, purpose),
  };
}

function fromRow(row: Row): Mail {
  return { ...row, links: JSON.parse(row.links) as MailLink[] };
}
