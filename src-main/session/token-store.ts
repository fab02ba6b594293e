/** Where the token is kept between starts, and the truth about it: a face may only say what `Keeping` says. */

/** Why the keychain, although wanted, does not hold the token. */
export type KeychainTrouble =
  /** There is none, or nothing that provides one. */
  | 'absent'
  /** There is one, but it is locked, its prompt was dismissed, or it refuses. */
  | 'denied'
  /** It did not answer within five seconds. */
  | 'slow'
  /** It took the token, but gave back something else. */
  | 'unfaithful';

/**
 * `memory` lasts until the program ends; `instead` tells whether that was chosen (null) or the keychain failed.
 * `file` is readable by every program of this user, and says so.
 */
export type Keeping =
  | { readonly kept: 'keychain' }
  | { readonly kept: 'memory'; readonly instead: KeychainTrouble | null }
  | { readonly kept: 'file'; readonly note: 'stored unprotected' };

/** `token: null` with a trouble does not mean that there was never one. */
export type Recall =
  | { readonly token: string; readonly keeping: Keeping }
  | { readonly token: null; readonly trouble: KeychainTrouble | 'unreadable-file' | null };

/** A place that may still hold the token after `remove`, so that nobody is told it is gone. */
export type Leftover = 'keychain' | 'file';

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
