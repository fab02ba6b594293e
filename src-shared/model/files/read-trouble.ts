/** Why a path of this computer cannot be read, sorted by what a person can do about it. */
import { DRIVE_ERRNO } from '../folders/drive-trouble.ts';
import { IGNORE_ENCODING } from '../folders/ignore-encoding.ts';
import { SLOW_RULES } from '../folders/slow-rules.ts';
import { UNTRUE_ERRNO } from './untrue-drive.ts';

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
  /** Its drive tells of it what is not so (`untrue-drive.ts`). */
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
