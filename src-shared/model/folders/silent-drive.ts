/** What is said of files and directories on a drive that answers nothing any more: as the system says it, where it gives up. */
export const SILENT_ERRNO = 'ETIMEDOUT';
