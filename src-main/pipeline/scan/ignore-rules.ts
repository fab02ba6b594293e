/**
 * Which paths a folder leaves out, and by which rule: built-in ones, the folder's own settings, and `.labsealignore`
 * files in gitignore syntax, where a deeper file wins. Works on texts, never on a disk. A rule that cannot be used is
 * an error and never dropped: the person wanted to keep something from being sent.
 */
import { hash } from 'node:crypto';
import ignore, { type Ignore, type PatternParams } from 'ignore';
import type { IgnoreProblem } from '../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';

interface DefaultIgnore {
  readonly pattern: string;
  /** For the interface that explains why a file is left out. */
  readonly reason: string;
}

export const IGNORE_FILE_NAME = '.labsealignore';

/**
 * What every folder leaves out unless the person decides otherwise: files that programs and systems create for
 * themselves and remove again. A name belongs here only if no measurement is ever stored under it. For that reason
 * `*.tmp`, `*.bak`, `*.lock`, `*.ldb` and `.git/` are missing.
 */
export const DEFAULT_IGNORES: readonly DefaultIgnore[] = [
  { pattern: IGNORE_FILE_NAME, reason: 'settings of Labseal itself' },

  { pattern: '.DS_Store', reason: "macOS: a folder's view settings" },
  { pattern: '._*', reason: 'macOS: attributes of another file, on drives that cannot store them' },
  { pattern: 'Icon[\r]', reason: "macOS: a folder's picture" },
  { pattern: '.apdisk', reason: 'macOS: settings of a shared drive' },
  { pattern: '.Spotlight-V100/', reason: 'macOS: search index' },
  { pattern: '.fseventsd/', reason: 'macOS: change log of a drive' },
  { pattern: '.DocumentRevisions-V100/', reason: 'macOS: older versions kept by the system' },
  { pattern: '.TemporaryItems/', reason: 'macOS: temporary files' },
  { pattern: '.Trashes/', reason: 'macOS: recycle bin' },
  { pattern: '[Tt]humbs.db', reason: 'Windows: preview pictures' },
  { pattern: 'ehthumbs.db', reason: 'Windows: preview pictures of media' },
  { pattern: '[Dd]esktop.ini', reason: "Windows: a folder's view settings" },
  { pattern: '$RECYCLE.BIN/', reason: 'Windows: recycle bin' },
  { pattern: 'System Volume Information/', reason: 'Windows: restore points and indexes' },
  { pattern: '.Trash-[0-9]*/', reason: 'Linux: recycle bin of a drive' },
  { pattern: '.directory', reason: "KDE: a folder's view settings" },
  { pattern: '.nfs[0-9a-f]*', reason: 'network drive: removed but still open somewhere' },
  { pattern: '.fuse_hidden[0-9a-f]*', reason: 'network drive: removed but still open somewhere' },
  { pattern: '@eaDir/', reason: 'Synology: preview pictures and attributes' },
  { pattern: '\\#recycle/', reason: 'Synology: recycle bin' },
  { pattern: '@Recycle/', reason: 'QNAP: recycle bin' },

  { pattern: '~$*', reason: 'Microsoft Office: marks a document as open' },
  { pattern: '*.tmp', reason: 'programs of every kind: unfinished or temporary by its own name' },
  { pattern: '*.laccdb', reason: 'Microsoft Access: marks a database as open' },
  { pattern: '.~lock.*\\#', reason: 'LibreOffice: marks a document as open' },
  { pattern: '*~', reason: 'editors: the version before the last save' },
  { pattern: '.*.sw[a-p]', reason: 'Vim: unsaved work' },
  { pattern: '\\#*\\#', reason: 'Emacs: unsaved work' },
  { pattern: '.\\#*', reason: 'Emacs: marks a file as open' },
  { pattern: '*.asv', reason: 'MATLAB: unsaved work' },
  { pattern: '.ipynb_checkpoints/', reason: 'Jupyter: copies made while saving' },
  { pattern: '.Rproj.user/', reason: 'RStudio: state of the window' },
  { pattern: '__pycache__/', reason: 'Python: compiled copies of scripts' },

  { pattern: '*.lck', reason: 'instrument software: marks a data file as open' },
  { pattern: '*.dwl', reason: 'AutoCAD: marks a drawing as open' },
  { pattern: '*.dwl2', reason: 'AutoCAD: marks a drawing as open' },

  { pattern: '*.crdownload', reason: 'Chrome, Edge: unfinished download' },
  { pattern: '*.part', reason: 'Firefox, transfer programs: unfinished download' },
  { pattern: '*.partial', reason: 'browsers, rclone: unfinished transfer' },
  { pattern: '*.filepart', reason: 'WinSCP: unfinished transfer' },
  { pattern: '*.aria2', reason: 'aria2: list of missing parts' },
  { pattern: '.~tmp~/', reason: 'rsync: unfinished transfer' },
  { pattern: '.stfolder/', reason: 'Syncthing: marks a shared folder' },
  { pattern: '.sync_*.db*', reason: 'Nextcloud, ownCloud: list of synchronised files' },
  { pattern: '.dropbox', reason: 'Dropbox: marks a shared folder' },
  { pattern: '.dropbox.cache/', reason: 'Dropbox: unfinished transfer' },
];

export interface IgnoreVerdict {
  readonly ignored: boolean;
  /** The location and text of the deciding rule, as in `raw/.labsealignore: *.log`; null when not ignored. */
  readonly rule: string | null;
}

export interface IgnoreRules {
  /** The same for the same rules. */
  readonly digest: string;
  /**
   * `relativePath` is taken literally, with '/' between folders, whatever characters its names hold. A path inside an
   * ignored folder is ignored with it. The root, '', never is.
   */
  matches(relativePath: string, isDirectory: boolean): IgnoreVerdict;
  /** These rules plus those of the `.labsealignore` with this text in `folder` ('' for the root), which win. */
  below(folder: string, text: string): Result<IgnoreRules, IgnoreProblem>;
}

/** Longer than any path that a pattern could describe. */
const MAX_PATTERN_LENGTH = 4_096;
const MAX_PATTERNS = 1_000;
/** Each `**` multiplies the work by the depth of the path; with two, the worst pattern takes 3 ms at 128 folders. */
const MAX_DOUBLE_STARS = 2;
/**
 * The costs of all patterns of `.labsealignore` files that a path is matched against: those of its directory and of
 * those above. Deeper files add to it, so limits on single files would not end a hostile tree's work.
 */
const MAX_COST = 2_000;
/** The package caches every path it was asked about; a million of them would fill the memory. */
const MAX_REMEMBERED_PATHS = 10_000;

const NOT_IGNORED: IgnoreVerdict = { ignored: false, rule: null };

/** The built-in rules and the folder's own globs, one pattern each. */
export function makeIgnoreRules(
  folderGlobs: readonly string[],
): Result<IgnoreRules, IgnoreProblem> {
  const problem = problemOf(folderGlobs);
  if (problem !== null) return fail(problem);
  return ok(
    rulesOf(
      [
        ...DEFAULT_IGNORES.map(({ pattern }) => marked('', pattern, 'built-in')),
        ...folderGlobs.map((glob) => marked('', glob, 'folder settings')),
      ],
      MAX_COST, // the person's own globs are bounded by themselves
    ),
  );
}

/** `costLeft`: for the files below. */
function rulesOf(patterns: readonly PatternParams[], costLeft: number): IgnoreRules {
  // The same tree must give the same answer on every computer, so case matters everywhere, as in git on Linux.
  const compiled = ignore({ ignorecase: false }).add(patterns);
  let matcher: Ignore = compiled;
  let asked = 0;
  let digest: string | null = null;

  return {
    get digest() {
      digest ??= hash('sha256', JSON.stringify(patterns), 'base64');
      return digest;
    },
    matches(relativePath, isDirectory) {
      if (relativePath === '') return NOT_IGNORED;
      asked += 1;
      if (asked % MAX_REMEMBERED_PATHS === 0) {
        matcher = ignore({ ignorecase: false }).add(compiled);
      }
      const path = sameSpelling(relativePath);
      const { ignored, rule } = matcher.test(isDirectory ? `${path}/` : path);
      return ignored ? { ignored, rule: rule?.mark ?? null } : NOT_IGNORED;
    },
    below(folder, text) {
      const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
      const problem = problemOf(lines, costLeft);
      if (problem !== null) return fail(problem);
      const origin = folder === '' ? IGNORE_FILE_NAME : `${folder}/${IGNORE_FILE_NAME}`;
      const own = lines.filter(isPattern).map((line) => marked(folder, line, origin));
      const left = costLeft - totalCost(lines);
      return ok(rulesOf([...patterns, ...own], left));
    },
  };
}

/** An é may be one character or two, which look the same: a rule matches both. */
function sameSpelling(text: string): string {
  return text.normalize('NFC');
}

function isPattern(line: string): boolean {
  return line.trim() !== '' && !line.startsWith('#');
}

function problemOf(lines: readonly string[], costLeft = Infinity): IgnoreProblem | null {
  let [patterns, cost] = [0, 0];
  for (const [index, line] of lines.entries()) {
    if (!isPattern(line)) continue;
    patterns += 1;
    cost += costOf(line);
    const why = flawOf(line, patterns) ?? (cost > costLeft ? 'too-costly' : null);
    if (why !== null) return { line: index + 1, pattern: line.slice(0, MAX_PATTERN_LENGTH), why };
  }
  return null;
}

function flawOf(pattern: string, patterns: number): IgnoreProblem['why'] | null {
  if (patterns > MAX_PATTERNS) return 'too-many-patterns';
  if (pattern.length > MAX_PATTERN_LENGTH) return 'too-long';
  const doubleStars = pattern.match(/\*{2,}/g)?.length ?? 0;
  return doubleStars > MAX_DOUBLE_STARS ? 'too-many-double-stars' : null;
}

function totalCost(lines: readonly string[]): number {
  return lines.filter(isPattern).reduce((sum, line) => sum + costOf(line), 0);
}

/** How long matching takes, in plain patterns (measured on paths of 128 folders). At an end `**` costs nothing. */
function costOf(pattern: string): number {
  const middle = pattern.replace(/\/\*\*\/?$/, '');
  const doubleStars = middle.match(/\*{2,}/g)?.length ?? 0;
  if (doubleStars === 0 || (doubleStars === 1 && /^!?\/?\*\*\//.test(middle))) return 1;
  return doubleStars === 1 ? 10 : 100;
}

function marked(folder: string, pattern: string, origin: string): PatternParams {
  return { pattern: sameSpelling(rebased(folder, pattern)), mark: `${origin}: ${pattern}` };
}

/**
 * The same rule, written for the root. All rules then form one list, in git's order: the last match wins. One matcher
 * per folder would not work: what one of them excludes, another could not include again.
 */
function rebased(folder: string, pattern: string): string {
  if (folder === '') return pattern;
  const isNegative = pattern.startsWith('!');
  const body = isNegative ? pattern.slice(1) : pattern;
  const isAnchored = body.replace(/\/[ \t]*$/, '').includes('/');
  const place = isAnchored ? body.replace(/^\//, '') : `**/${body}`;
  return `${isNegative ? '!' : ''}/${escaped(folder)}/${place}`;
}

/** A folder's name is no pattern, even if it looks like one. */
function escaped(folder: string): string {
  return folder.replace(/[\\*?[\]!# ]/g, '\\$&');
}
