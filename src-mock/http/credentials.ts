/** Signs and reads the JWT of the document: HS256, claims id, email, iat, exp. The secret outlives a restart. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';

const ALGORITHM = 'HS256';
const MOST_KNOWN = 1_000;

export interface TokenSubject {
  readonly id: string;
  readonly email: string;
}

export type Tokens = ReturnType<typeof makeTokens>;

export function makeTokens(secret: Buffer, nowMs: () => number) {
  /** Nearly every request brings the token of the one before, whose signature was checked then. */
  const known = new Map<string, { readonly userId: string; readonly expiresAtMs: number }>();

  return {
    /** A token that expires `lifetimeMs` from now, in full seconds as the claims require. */
    sign({ id, email }: TokenSubject, lifetimeMs: number) {
      const issuedAtMs = nowMs();
      return new SignJWT({ id, email })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuedAt(Math.floor(issuedAtMs / 1_000))
        .setExpirationTime(Math.floor((issuedAtMs + lifetimeMs) / 1_000))
        .sign(secret);
    },
    /** The user id inside, or null for anything that is not a token of ours that is still valid. */
    async readUserId(token: string) {
      const before = known.get(token);
      if (before !== undefined && nowMs() < before.expiresAtMs) return before.userId;
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: [ALGORITHM],
          currentDate: new Date(nowMs()),
          requiredClaims: ['id', 'exp'],
        });
        const { id: userId, exp = 0 } = payload;
        if (typeof userId !== 'string') return null;
        if (known.size >= MOST_KNOWN) known.clear();
        known.set(token, { userId, expiresAtMs: exp * 1_000 });
        return userId;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}

/** Passwords are kept as salted scrypt hashes and compared in constant time. */
const SALT_BYTES = 16;
const KEY_BYTES = 32;
// Far below what a public service must spend: these passwords guard a rehearsal, and tests sign in all the time.
const COST = { N: 4_096, r: 8, p: 1 };

/** `salt.key`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt);
  return `${salt.toString('base64url')}.${key.toString('base64url')}`;
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split('.');
  const derived = await derive(password, Buffer.from(salt, 'base64url'));
  const expected = Buffer.from(key, 'base64url');
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
