/** What the check of a BagIt bag found. It says whether the files are those that were packed, not who packed them. */

/** `where`: a path in the bag, or the name of one of its own files. */
export interface BagTrouble {
  readonly kind:
    /** No `bagit.txt`, or one of another version. */
    | 'not-a-bag'
    /** No list of fingerprints made in a way that is known here. */
    | 'no-manifest'
    /** A line that cannot be read, or a path that leads out of the bag. */
    | 'bad-line'
    /** Named in a list, and not there. */
    | 'missing'
    /** There, and in no list. */
    | 'not-listed'
    /** Other bytes than the list says. */
    | 'changed'
    /** It cannot be read. */
    | 'unreadable'
    /** Sum or number of the files is another than `bag-info.txt` says. */
    | 'wrong-sum'
    /** Something that belongs to the bag is to be fetched from elsewhere first. */
    | 'to-fetch';
  readonly where: string;
}

export interface BagCheck {
  readonly path: string;
  /** Every list is whole and agrees with what is there. */
  readonly isWhole: boolean;
  readonly troubles: readonly BagTrouble[];
  readonly files: number;
  readonly sizeBytes: number;
  /** Ways in which every file was compared, such as `sha512`. */
  readonly algorithms: readonly string[];
  /** Files whose own certificate holds a fingerprint of exactly these bytes. Null: it is no evidence bundle. */
  readonly certified: number | null;
}
