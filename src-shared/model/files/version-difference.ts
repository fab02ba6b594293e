/** What differs between the notarized bytes of a file and those that are here now. */

export interface DifferenceLine {
  readonly is: 'same' | 'added' | 'removed';
  /** Its number in the version that has it; of the same line: in the one that is here. Counted from 1. */
  readonly number: number;
  readonly text: string;
}

/** Lines that differ, with a few around them. */
export type DifferencePart = readonly DifferenceLine[];

export type VersionDifference =
  /** `parts` are the first ones when `isCut`; the sums are of all. */
  | {
      readonly is: 'text';
      /** Where the notarized bytes are on this computer. */
      readonly path: string;
      readonly added: number;
      readonly removed: number;
      readonly parts: readonly DifferencePart[];
      readonly isCut: boolean;
    }
  /** So many lines differ that they are not compared one by one. */
  | {
      readonly is: 'other-text';
      readonly path: string;
      readonly linesBefore: number;
      readonly linesNow: number;
    }
  | { readonly is: 'no-text'; readonly path: string }
  | { readonly is: 'too-large' }
  /** No copy of the notarized bytes is known here. */
  | { readonly is: 'no-copy' }
  /** The file itself cannot be read now. */
  | { readonly is: 'unreadable' };
