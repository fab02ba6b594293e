/** Drives that tell of their files what is not so. Some mounts of cloud storage and web servers do. */

/** What is untrue: the size, or what distinguishes a file (its number on the drive, its times), which differs at each look. */
export type UntrueFact = 'size' | 'identity';

/** The codes of their files, which are never taken. */
export const UNTRUE_ERRNO: Readonly<Record<UntrueFact, string>> = {
  size: 'EUNTRUESIZE',
  identity: 'ERESTLESS',
};
