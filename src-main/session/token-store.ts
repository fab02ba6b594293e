/** Where the token is kept between starts, and the truth about it: a face may only say what `Keeping` says. */
import type {
  Keeping,
  KeychainTrouble,
  Leftover,
} from '../../src-shared/model/people/session-view.ts';

/** `token: null` with a trouble does not mean that there was never one. */
export type Recall =
  | { readonly token: string; readonly keeping: Keeping }
  | { readonly token: null; readonly trouble: KeychainTrouble | 'unreadable-file' | null };

/** `account` is a key made by `accountKey`. No method rejects: trouble is an outcome. */
export interface TokenStore {
  read(account: string): Promise<Recall>;
  /** Replaces the account's token. */
  write(account: string, token: string): Promise<Keeping>;
  /** Removes it; resolves to null when it is certainly gone. */
  remove(account: string): Promise<Leftover | null>;
}

/** Values of `LABSEAL_TOKEN_STORE`. */
export const TOKEN_STORE_CHOICES = ['keychain', 'memory', 'file'] as const;
export type TokenStoreChoice = (typeof TOKEN_STORE_CHOICES)[number];
