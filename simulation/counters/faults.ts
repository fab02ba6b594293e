/**
 * What a counter loop lets go wrong, once, at the k-th moment of its kind: a database write, a call to the file system,
 * an answer of the service. Nothing here is drawn: a mishap is a name and what it does.
 */
import type { Trouble } from '../network/trouble.ts';

/** The program dies at that moment, before what it was about to do, or right after it. */
export type Death = { readonly does: 'die'; readonly when: 'before' | 'after' };

export interface WriteFailure {
  readonly does: 'fail';
  /** SQLite's code of the error. */
  readonly code: string;
  /** All later writes fail too, until the program has ended. */
  readonly lasts: boolean;
  /** Whether the person ends the program after it, or runs it again as it is. */
  readonly goesOn: 'new-start' | 'same-program';
}

/** The trouble of a request whose body has so many bytes. */
export type TroubleOf = (bodyBytes: number) => Trouble;

export type Fault =
  | { readonly at: 'write'; readonly how: Death | WriteFailure }
  | { readonly at: 'file'; readonly how: Death | { readonly does: 'fail'; readonly errno: string } }
  | {
      readonly at: 'answer';
      readonly how: Death | { readonly does: 'fail'; readonly trouble: TroubleOf };
    };

const dies = (when: Death['when']): Death => ({ does: 'die', when });
const write = (failure: Omit<WriteFailure, 'does'>): Fault => {
  return { at: 'write', how: { does: 'fail', ...failure } };
};
const file = (errno: string): Fault => ({ at: 'file', how: { does: 'fail', errno } });
const answer = (trouble: Trouble | TroubleOf): Fault => {
  const troubleOf = typeof trouble === 'function' ? trouble : () => trouble;
  return { at: 'answer', how: { does: 'fail', trouble: troubleOf } };
};

const CUT: Trouble = { at: 'outcome', kind: 'cut-before-commit' };

export const FAULTS: Readonly<Record<string, Fault>> = {
  'write: full, then a new start': write({
    code: 'SQLITE_FULL',
    lasts: false,
    goesOn: 'new-start',
  }),
  'write: busy, then the same program again': write({
    code: 'SQLITE_BUSY',
    lasts: false,
    goesOn: 'same-program',
  }),
  'write: the disk fails from then on, then a new start': write({
    code: 'SQLITE_IOERR_WRITE',
    lasts: true,
    goesOn: 'new-start',
  }),
  'write: the program dies before it': { at: 'write', how: dies('before') },
  'write: the program dies after it': { at: 'write', how: dies('after') },
  'file: EIO': file('EIO'),
  'file: ENOENT': file('ENOENT'),
  'file: EMFILE': file('EMFILE'),
  'file: ESTALE': file('ESTALE'),
  'file: the program dies': { at: 'file', how: dies('before') },
  'answer: reset in the body': answer((bodyBytes) =>
    bodyBytes === 0 ? CUT : { at: 'body', kind: 'cut-in-body', byte: Math.floor(bodyBytes / 2) },
  ),
  'answer: reset, nothing was done': answer(CUT),
  'answer: reset, it was done': answer({ at: 'outcome', kind: 'lost-after-commit' }),
  'answer: 500, nothing was done': answer({ at: 'instead', kind: 'error-before-commit' }),
  'answer: 500, it was done': answer({ at: 'outcome', kind: 'error-after-commit' }),
  'answer: HTML, nothing was done': answer({ at: 'instead', kind: 'answers-page' }),
  'answer: HTML, it was done': answer({ at: 'outcome', kind: 'page-after-commit' }),
  'answer: the program dies before it comes': { at: 'answer', how: dies('before') },
};
