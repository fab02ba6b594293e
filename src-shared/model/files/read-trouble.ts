/** Why a path of this computer cannot be read, sorted by what a person can do about it. */

/** It is not connected, or another one is in its place. */
export type DriveTrouble = 'gone' | 'other';

export interface TroubledDrive {
  /** Where it belongs, relative to the folder. */
  readonly path: string;
  readonly trouble: DriveTrouble;
}

/** The codes of drives within a folder, which a scan does not look into: their files are left as they were. */
export const DRIVE_ERRNO: Readonly<Record<DriveTrouble, string>> = {
  gone: 'EDRIVEGONE',
  other: 'EOTHERDRIVE',
};

/** What is untrue: the size, or what distinguishes a file (its number on the drive, its times), which differs at each look. */
export type UntrueFact = 'size' | 'identity';

/**
 * The codes of files of which their drive tells what is not so, as some mounts of cloud storage and web servers do. They are
 * never taken.
 */
export const UNTRUE_ERRNO: Readonly<Record<UntrueFact, string>> = {
  size: 'EUNTRUESIZE',
  identity: 'ERESTLESS',
};

/** Why an ignore file cannot be read as text, by the encoding that it seems to be in. */
export type TextEncodingName = 'Latin-1' | 'UTF-16' | 'UTF-32' | 'binary';

/** Begins the code of a directory that is closed for that; the name of the encoding follows. */
export const IGNORE_ENCODING = 'EENCODING:';

/** What is said of files and directories on a drive that answers nothing any more: as the system says it, where it gives up. */
export const SILENT_ERRNO = 'ETIMEDOUT';

/** Begins the code of a directory that is closed because matching took too long; the path of the ignore file follows. */
export const SLOW_RULES = 'ESLOWRULES:';

export type ReadTrouble =
  | 'forbidden'
  | 'busy'
  /** The disk has it and cannot give it. */
  | 'damaged'
  /** The drive is gone, or has lost it. */
  | 'drive-lost'
  | 'drive-silent'
  /** The scan found no drive, or another one, where its own belongs. */
  | 'drive-gone'
  | 'other-drive'
  /** Its drive tells of it what is not so. */
  | 'untrue-size'
  | 'restless'
  /** It is encrypted, and its key is not there. */
  | 'no-key'
  | 'open-files'
  | 'loop'
  | 'too-deep'
  /** It belongs to a Labseal's data folder. */
  | 'labseal-data'
  | 'ignore-file'
  /** It cannot be read as text. */
  | 'ignore-encoding'
  | 'many-rules'
  | 'slow-rules'
  | 'unusable-name'
  | 'not-a-file'
  /** What reads it ended twice. */
  | 'reader-ended'
  | 'other';

const CODES: Readonly<
  Record<Exclude<ReadTrouble, 'ignore-encoding' | 'slow-rules' | 'other'>, string>
> = {
  forbidden: 'EACCES EPERM',
  busy: 'EBUSY ETXTBSY EDEADLK ENOLCK',
  damaged: 'EIO EREMOTEIO EUCLEAN EBADMSG EHWPOISON',
  'drive-lost':
    'ESTALE ENODEV ENXIO ENOMEDIUM EMEDIUMTYPE ENOLINK ENOTCONN ESHUTDOWN EHOSTDOWN EHOSTUNREACH ENETDOWN ENETUNREACH ENETRESET ECONNREFUSED ECONNRESET ECONNABORTED EPIPE',
  'drive-silent': 'ETIMEDOUT ETIME',
  'drive-gone': DRIVE_ERRNO.gone,
  'other-drive': DRIVE_ERRNO.other,
  'untrue-size': UNTRUE_ERRNO.size,
  restless: UNTRUE_ERRNO.identity,
  'no-key': 'ENOKEY EKEYEXPIRED EKEYREVOKED EKEYREJECTED',
  'open-files': 'EMFILE ENFILE',
  loop: 'ELOOP',
  'too-deep': 'ENAMETOOLONG',
  'labseal-data': 'ELABSEAL',
  'ignore-file': 'EIGNORE',
  'many-rules': 'EMANYRULES',
  'unusable-name': 'unusable-name',
  'not-a-file': 'ENOTFILE NOT_A_FILE',
  'reader-ended': 'EWORKER',
};

const TROUBLES: ReadonlyMap<string, ReadTrouble> = new Map(
  Object.entries(CODES).flatMap(([trouble, codes]) =>
    codes.split(' ').map((code) => [code, trouble as ReadTrouble] as const),
  ),
);

/** `errno`: the system's code, or one of Labseal's own (`walk.ts`). */
export function readTroubleOf(errno: string): ReadTrouble {
  if (errno.startsWith(SLOW_RULES)) return 'slow-rules';
  if (errno.startsWith(IGNORE_ENCODING)) return 'ignore-encoding';
  return TROUBLES.get(errno) ?? 'other';
}
