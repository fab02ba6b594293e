/**
 * A disk that is full, read-only or failing can stop any work at any write. So can another program that holds our
 * database, or a system that lets no more files be opened. That is a fault a person can fix, not a bug of ours;
 * whatever was committed before stays.
 */
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { codeOf } from '../errno.ts';

const DISK =
  /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN)|(ENOSPC|EDQUOT|EROFS|EIO|EREMOTEIO|EUCLEAN|ESTALE|ENODEV|ENOMEDIUM|EHWPOISON|ENOKEY|EKEYEXPIRED|EKEYREVOKED|EKEYREJECTED)$)/;
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;
const BUSY = /^SQLITE_(BUSY|LOCKED)/;
const OPEN_FILES = /^E[MN]FILE$/;
const LONGEST_CHAIN = 8; // of causes; an error may be its own cause

/** The fault behind an error that was thrown while `dataFolder` was in use; null when the disk is not the cause. */
export function diskFaultOf(error: unknown, dataFolder: string): CoreFault | null {
  let link = error;
  for (let depth = 0; depth < LONGEST_CHAIN && link instanceof Error; depth += 1) {
    const code = codeOf(link) ?? '';
    if (DAMAGE.test(code)) return { kind: 'database', trouble: 'damaged', path: dataFolder };
    if (BUSY.test(code)) return { kind: 'database', trouble: 'busy', path: dataFolder };
    if (OPEN_FILES.test(code)) return { kind: 'database', trouble: 'open-files', path: dataFolder };
    if (DISK.test(code)) return { kind: 'database', trouble: 'disk', path: dataFolder };
    link = link.cause;
  }
  return null;
}
