/** Signs and reads the JWT of the document: HS256, claims id, email, iat, exp. The secret outlives a restart. */
import { errors, jwtVerify, SignJWT } from 'jose';

const ALGORITHM = 'HS256';

export interface TokenSubject {
  readonly id: string;
  readonly email: string;
}

export interface Tokens {
  /** A token that expires `lifetimeMs` from now, in whole seconds as the claims want it. */
  sign(subject: TokenSubject, lifetimeMs: number): Promise<string>;
  /** The user id inside, or null for anything that is not a token of ours that is still valid. */
  readUserId(token: string): Promise<string | null>;
}

export function makeTokens(secret: Buffer, nowMs: () => number): Tokens {
  return {
    sign({ id, email }, lifetimeMs) {
      const issuedAtMs = nowMs();
      return new SignJWT({ id, email })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuedAt(Math.floor(issuedAtMs / 1_000))
        .setExpirationTime(Math.floor((issuedAtMs + lifetimeMs) / 1_000))
        .sign(secret);
    },
    async readUserId(token) {
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: [ALGORITHM],
          currentDate: new Date(nowMs()),
          requiredClaims: ['id', 'exp'],
        });
        return typeof payload['id'] === 'string' ? payload['id'] : null;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
