/** How a drive differs from a good one. Paths are relative to the drive, '/' between names; '' is the drive itself. */
export interface Oddities {
  /** Names that differ in case alone are one: FAT, exFAT, NTFS, SMB. */
  readonly ignoresCase?: boolean;
  /** `all`: everybody may do everything, and a change of that is taken without effect (drvfs); `fixed`: it is refused (exFAT). */
  readonly modes?: 'all' | 'fixed';
  /** Who is let in is left to the drive, whatever permissions it shows. Only from the beginning. */
  readonly letsAllIn?: boolean;
  /** Nothing that is asked about these paths, and what is below them, is answered until this ends. */
  readonly silent?: readonly string[];
  /** Files are listed as ever, and nothing is answered to who opens or reads one, until this ends. */
  readonly opensNone?: boolean;
  /** What it tells of the size of files: nothing, or a byte less or more than they have. */
  readonly sizes?: 'none' | 'less' | 'more';
  /** Each look at a file shows another inode, or another time of change. */
  readonly restless?: 'inodes' | 'times';
  /** No time of a file moves when it is written: writing through memory. */
  readonly frozenTimes?: boolean;
}
