/** Who is signed in and where the token is kept, as every face shows it. The token itself is in none of this. */

/** Why the keychain does not give the token. */
export type ReadTrouble =
  /** There is none, or nothing that provides one. */
  | 'absent'
  /** There is one, but it is locked, its prompt was dismissed, or it refuses. */
  | 'denied'
  /** It did not answer within five seconds. */
  | 'slow';

/** Why the keychain, although wanted, does not hold the token. */
export type KeychainTrouble =
  | ReadTrouble
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

/** A store that may still hold the token after `remove`, so that no message claims it is gone. */
export type TokenLeftover = 'keychain' | 'file';

/** What a sign-out could not remove. `account`: the token is gone, but `account.json` still names the account. */
export type Leftover = TokenLeftover | 'account';

export interface SignedInAccount {
  /** Key of the account's data folder and token, see `accountKey`. */
  readonly account: string;
  readonly server: string;
  readonly userId: string;
  readonly email: string;
}

/** Why a token that was kept cannot be had. It is asked for again from time to time. */
export type Unread =
  | { readonly by: 'keychain'; readonly trouble: ReadTrouble }
  /** Other users of this computer may read or change its file. */
  | { readonly by: 'open-file'; readonly path: string };

/** Why a token that was kept is not used. Once that is over, it is. */
export type Withheld =
  | Unread
  /** It has ended by this computer's clock. Whether that is right is known once the service has shown its own. */
  | { readonly by: 'clock'; readonly endedAtMs: number };

export type SessionState =
  | { readonly state: 'signed-out' }
  | (SignedInAccount & {
      readonly state: 'signed-in';
      /** By the service's clock. */
      readonly expiresAtMs: number;
      readonly keeping: Keeping;
    })
  /** The token may be where it was kept, and cannot be had from there now. */
  | (SignedInAccount & { readonly state: 'withheld'; readonly why: Withheld })
  /** The account stays known, so that its work waits for it and the person only gives the password. */
  | (SignedInAccount & {
      readonly state: 'ended';
      readonly why: EndCause;
    });

/** `not-kept`: after a start, where the store did not have the token. */
export type EndCause = 'expired' | 'refused' | 'not-kept';
