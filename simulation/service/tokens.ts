/** Tokens of the played service. Each part of each token carries a canary: wherever one of them turns up, it leaked. */
import { SECOND_MS } from '../../src-shared/model/text/time.ts';
import { ME } from './ledger.ts';

export const CANARY = 'qxcanaryzv';

export type Tokens = ReturnType<typeof makeTokens>;

export function makeTokens(nowMs: () => number, lifeMs: () => number) {
  const issued: string[] = [];
  const revoked = new Set<string>();
  const expiries = new Map<string, number>();

  return {
    issued,
    issue(email: string): string {
      const expiresAtMs = nowMs() + lifeMs();
      const times = {
        iat: Math.floor(nowMs() / SECOND_MS),
        exp: Math.floor(expiresAtMs / SECOND_MS),
      };
      const claims = { id: ME, email, ...times, canary: `${CANARY}-${issued.length}` };
      const head = part({ alg: 'HS256', typ: 'JWT', kid: `${CANARY}-${issued.length}` });
      const token = `${head}.${part(claims)}.${CANARY}-${issued.length}`;
      issued.push(token);
      expiries.set(token, times.exp * SECOND_MS);
      return token;
    },
    isAlive: (token: string): boolean =>
      !revoked.has(token) && nowMs() < (expiries.get(token) ?? 0),
    expiresAtMs: (token: string): number => expiries.get(token) ?? 0,
    /** A password was reset elsewhere: every token so far is dead. */
    revokeAll(): void {
      for (const token of issued) revoked.add(token);
    },
  };
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Base64 of the canary at each of its three possible positions, without the letters that the neighbours decide. */
const WRITINGS: readonly string[] = [
  CANARY,
  ...[0, 1, 2].map((before) => {
    const text = Buffer.from('\0'.repeat(before) + CANARY).toString('base64');
    const from = before === 0 ? 0 : before + 1;
    return text.slice(from, Math.floor(((before + CANARY.length) * 4) / 3) - 1);
  }),
];

/** The writing that was found, or null. */
export function findCanary(kept: Buffer | string): string | null {
  const bytes = typeof kept === 'string' ? Buffer.from(kept) : kept;
  return WRITINGS.find((writing) => bytes.includes(writing)) ?? null;
}
