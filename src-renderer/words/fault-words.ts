/**
 * What a catalog must say about faults: a sentence for every kind and for every reason in it. A fault that is new to the
 * core does not compile until each language has its words.
 */
import type { BridgeFault } from '../../src-shared/bridge/call.ts';
import type { ChangeState } from '../../src-shared/model/changes/change.ts';
import type {
  AddressFault,
  CoreFault,
  IgnoreProblem,
} from '../../src-shared/model/status/core-fault.ts';

/** Faults of the page itself have their codes in `bridge/bridge.ts`. */
export type SaidFault =
  | BridgeFault
  | { readonly kind: 'not-asked' }
  | { readonly kind: 'host-lost' };

type FaultOf<Kind extends CoreFault['kind']> = Extract<CoreFault, { kind: Kind }>;

/** Reasons within a fault, each in words that finish or replace its sentence. */
export type AddressWords = Readonly<Record<AddressFault['kind'], string>>;
export type RuleWords = Readonly<Record<IgnoreProblem['why'], string>>;
export type PickWords = Readonly<Record<FaultOf<'cannot-pick'>['pick']['why'], string>>;
export type ChangeWords = Readonly<Record<ChangeState['state'], string>>;
export type AnswerWords = Readonly<Record<FaultOf<'not-the-service'>['what'], string>>;
export type TargetWords = Readonly<
  Record<FaultOf<'cannot-write'>['why'], (path: string, errno: string) => string>
>;
export type StoreWords = Readonly<
  Record<FaultOf<'store-trouble'>['what'], (status: number) => string>
>;
export type DatabaseWords = Readonly<
  Record<FaultOf<'database'>['trouble'], (path: string) => string>
>;

/** What happened, what it means for the files and the credits, and what to do on the page. Nothing about terminals. */
export type FaultSentences = {
  readonly [Kind in SaidFault['kind']]: (fault: Extract<SaidFault, { kind: Kind }>) => string;
};

export interface FaultWords {
  readonly tryAgain: string;
  readonly sentences: FaultSentences;
  /** The same of what was only to be read. */
  readonly unavailable: FaultSentences['unavailable'];
}

/** What the data folder's disk says, sorted by what a person can do about it. */
export type DiskTrouble = 'full' | 'forbidden' | 'other';

export function diskTrouble(errno: string): DiskTrouble {
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(errno)) return 'full';
  return /^(EACCES|EPERM|EROFS|SQLITE_(READONLY|CANTOPEN|PERM))/.test(errno)
    ? 'forbidden'
    : 'other';
}
