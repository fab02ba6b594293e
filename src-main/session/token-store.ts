/** Where the token is kept between starts. A user interface may claim only what `Keeping` says. */
import { assertNever } from '../../src-shared/model/result.ts';
import type {
  Keeping,
  KeychainTrouble,
  ReadTrouble,
  TokenLeftover,
  Unread,
} from '../../src-shared/model/people/session-view.ts';

/** `token: null` with a trouble does not mean that there is none. */
export type Recall =
  | { readonly token: string; readonly keeping: Keeping }
  | { readonly token: null; readonly trouble: ReadTrouble | 'unreadable-file' | null }
  /** Others may read or change the file at `path`. */
  | { readonly token: null; readonly trouble: 'open-file'; readonly path: string };

/** Why a token that was kept cannot be had now; null: none is known to be kept. */
export function withheldOf(recalled: Extract<Recall, { readonly token: null }>): Unread | null {
  switch (recalled.trouble) {
    case null:
    case 'unreadable-file':
      return null;
    case 'open-file':
      return { by: 'open-file', path: recalled.path };
    case 'absent':
    case 'denied':
    case 'slow':
      return { by: 'keychain', trouble: recalled.trouble };
    default:
      return assertNever(recalled);
  }
}

/** `account` is a key made by `accountKey`. No method rejects: trouble is an outcome. */
export interface TokenStore {
  read(account: string): Promise<Recall>;
  /** Replaces the account's token. */
  write(account: string, token: string): Promise<Keeping>;
  /** Removes it; resolves to null when it is certainly gone. */
  remove(account: string): Promise<TokenLeftover | null>;
  /** Gives up what is still asked of a keychain. */
  close(): void;
}

/** Values of `LABSEAL_TOKEN_STORE`. */
export const TOKEN_STORE_CHOICES = ['keychain', 'memory', 'file'] as const;
export type TokenStoreChoice = (typeof TOKEN_STORE_CHOICES)[number];

/**
 * Keeps tokens for this run only, also when a keychain fails; it never writes anything anywhere. `instead`: the trouble that made it necessary, null when it was chosen.
 */
export function makeMemoryStore(instead: KeychainTrouble | null = null): TokenStore {
  const tokens = new Map<string, string>();
  return {
    async read(account) {
      const token = tokens.get(account);
      if (token === undefined) return { token: null, trouble: null };
      return { token, keeping: { kept: 'memory', instead } };
    },
    async write(account, token) {
      tokens.set(account, token);
      return { kept: 'memory', instead };
    },
    async remove(account) {
      tokens.delete(account);
      return null;
    },
    close: () => undefined,
  };
}
