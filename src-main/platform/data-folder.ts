/**
 * Recognises a Labseal's data folder by the names in it, whatever account, version or computer it belongs to and wherever a
 * copy of it lies: what it holds (a session's token, an e-mail address, the names of private files) is never sent.
 */

/** Holds copies of files that a person gave to the page: these are meant to be sent. */
export const INBOX_NAME = 'inbox';
const COPY_FOLDER = new RegExp(`[\\\\/]${INBOX_NAME}[\\\\/][\\da-f]+$`);

/** Whether a directory is that of one such copy, by its path alone: nobody knows such a file by where it lies. */
export function isInboxFolder(directory: string): boolean {
  return COPY_FOLDER.test(directory);
}

/** Keeps digests of the sessions of open pages. */
export const PAGES_NAME = 'pages.json';

/** What Labseal writes beside each other in its data folder. */
const NAMES =
  /^(accounts|inbox|socket|window|(account|pages|serve|socket|window)\.json|engine\.lock|errors\.log|token-[0-9a-f]{32}|open-[0-9a-f]+\.html)(?<more>[-.][\w.-]+)?$/;
/** Nobody else uses these for a file in a folder with another of the names above. */
const MARKS = ['engine.lock', 'account.json'] as const;
const DATABASE = 'labseal.db';
/** That of an account, its logs, and its copies from before a migration. */
const DATABASE_NAMES = /^labseal\.db(-wal|-shm|-journal|\.before-\d+)?$/;
/** Of a session, of the socket, and of the page. */
const KEYS = /^(token-[0-9a-f]{32}|(pages|serve|socket)\.json|open-[0-9a-f]{16}\.html)(\.|$)/;

/** Names that tell a data folder, or the folder of an account in it; without any of them a folder is none. */
export const TELLING_NAMES: readonly string[] = [...MARKS, DATABASE];

/** What Labseal writes into its data folder, or the system; anything else was put there by somebody else. */
export function isOwnName(name: string): boolean {
  return NAMES.test(name) || name === '.DS_Store';
}

/** A file that keeps a key, or a version of it, wherever somebody copied it. */
export function isKeyName(name: string): boolean {
  return KEYS.test(name);
}

/** `names`: all that lie in one folder, in any order. */
export function isDataFolder(names: readonly string[]): boolean {
  if (names.some((name) => name.startsWith(DATABASE) && DATABASE_NAMES.test(name))) return true;
  if (!MARKS.some((mark) => names.includes(mark))) return false;
  return names.filter((name) => isExactly(NAMES.exec(name))).length > 1;
}

function isExactly(match: RegExpExecArray | null): boolean {
  return match !== null && match.groups?.['more'] === undefined;
}
