/** Figures of the service's document: limits, prices, page size. What the document leaves open is said beside it. */

export const CREDITS = {
  projectCreation: 50,
  projectInvitation: 10,
  privateFileUpload: 1,
  fileDeletion: 1,
} as const;

/** "2.5 GB" has two readings. Above the larger the file is certainly too big; between them nobody can know. */
export const MAX_FILE_BYTES_DECIMAL = 2_500_000_000;
export const MAX_FILE_BYTES_BINARY = 2_684_354_560;

export const DEFAULT_PAGE_LIMIT = 50;
