/** What every folder leaves out unless a person decides otherwise. */

export const IGNORE_FILE_NAME = '.labsealignore';

interface DefaultIgnore {
  readonly pattern: string;
  /** For the interface that explains why a file is left out. */
  readonly reason: string;
  /** Who else leaves it out, or whose name it is: an ignore file, a manual, or the program that makes it. */
  readonly source: string;
}

/** A list of others, by its name there. */
const MACOS = 'github/gitignore: Global/macOS';
const WINDOWS = 'github/gitignore: Global/Windows';
const LINUX = 'github/gitignore: Global/Linux';
const OFFICE = 'github/gitignore: Global/MicrosoftOffice, LibreOffice';
const NEXTCLOUD = 'Nextcloud, ownCloud: sync-exclude.lst';
const DROPBOX = 'Dropbox: files that are not synchronised';
const ONEDRIVE = 'OneDrive: restrictions and limitations';
const SYNCTHING = 'Syncthing: lib/fs/tempname.go, lib/config';
const RESILIO = 'Resilio Sync: IgnoreList and special files';
const SYNOLOGY = 'Synology DSM: folders of the system in a share';
const QNAP = 'QNAP QTS: folders of the system in a share; Qsync';
const FREEFILESYNC = 'FreeFileSync: manual, temporary files and databases';
const MATLAB = 'github/gitignore: Global/MATLAB';
const LABVIEW = 'github/gitignore: LabVIEW';

/** Six characters as mkstemp chooses them: letters and digits mixed, so not a word and not a number. */
const ANY_SIX = '[A-Za-z0-9]'.repeat(6);
const WORD_OF_SIX = '[a-z]'.repeat(6);
const NUMBER_OF_SIX = '[0-9]'.repeat(6);

/**
 * What every folder leaves out unless the person decides otherwise: files that programs and systems create for
 * themselves and remove again. A name belongs here only if no measurement is ever stored under it. For that reason
 * `*.bak`, `*.lock`, `*.ldb` and `.git/` are missing. Later ones win: a rule that begins with `!` takes back what those
 * above leave out.
 */
export const DEFAULT_IGNORES: readonly DefaultIgnore[] = [
  { pattern: `.*.${ANY_SIX}`, reason: 'rsync: unfinished transfer', source: 'rsync: receiver.c' },
  {
    pattern: `!.*.${WORD_OF_SIX}`,
    reason: 'a hidden file with an ending of its own',
    source: 'Labseal',
  },
  { pattern: `!.*.${NUMBER_OF_SIX}`, reason: 'a hidden file of a series', source: 'Labseal' },

  { pattern: IGNORE_FILE_NAME, reason: 'settings of Labseal itself', source: 'Labseal' },

  { pattern: '.DS_Store', reason: "macOS: a folder's view settings", source: MACOS },
  {
    pattern: '._*',
    reason: 'macOS: attributes of another file, on drives that cannot store them',
    source: MACOS,
  },
  { pattern: 'Icon[\r]', reason: "macOS: a folder's picture", source: MACOS },
  { pattern: '.apdisk', reason: 'macOS: settings of a shared drive', source: MACOS },
  { pattern: '.LSOverride', reason: 'macOS: settings for opening files', source: MACOS },
  { pattern: '.VolumeIcon.icns', reason: "macOS: a drive's picture", source: MACOS },
  { pattern: '.localized', reason: "macOS: a folder's name in other languages", source: 'macOS' },
  {
    pattern: '.com.apple.timemachine.donotpresent',
    reason: 'macOS: marks a drive for Time Machine',
    source: MACOS,
  },
  { pattern: '.Spotlight-V100/', reason: 'macOS: search index', source: MACOS },
  { pattern: '.fseventsd/', reason: 'macOS: change log of a drive', source: MACOS },
  {
    pattern: '.DocumentRevisions-V100/',
    reason: 'macOS: older versions kept by the system',
    source: MACOS,
  },
  { pattern: '.TemporaryItems/', reason: 'macOS: temporary files', source: MACOS },
  {
    pattern: 'Temporary Items/',
    reason: 'macOS: temporary files of a shared drive',
    source: MACOS,
  },
  { pattern: '.Trashes/', reason: 'macOS: recycle bin', source: MACOS },
  {
    pattern: 'Network Trash Folder/',
    reason: 'macOS: recycle bin of a shared drive',
    source: MACOS,
  },
  {
    pattern: '.AppleDouble/',
    reason: 'macOS: attributes of files on a shared drive',
    source: MACOS,
  },
  { pattern: '.AppleDB/', reason: 'macOS: database of a shared drive', source: MACOS },
  { pattern: '.AppleDesktop/', reason: 'macOS: database of a shared drive', source: MACOS },
  { pattern: '__MACOSX/', reason: 'macOS: attributes of files from a ZIP', source: MACOS },
  {
    pattern: '.smbdelete*',
    reason: 'macOS, network drive: removed but still open somewhere',
    source: 'macOS: its SMB client',
  },
  {
    pattern: '.*.icloud',
    reason: 'iCloud Drive: stands for a file that is only in the cloud',
    source: 'macOS: iCloud Drive',
  },
  {
    pattern: '[Tt][Hh][Uu][Mm][Bb][Ss].[Dd][Bb]',
    reason: 'Windows: preview pictures',
    source: WINDOWS,
  },
  { pattern: 'ehthumbs.db', reason: 'Windows: preview pictures of media', source: WINDOWS },
  { pattern: 'ehthumbs_vista.db', reason: 'Windows: preview pictures of media', source: WINDOWS },
  {
    pattern: '[Dd][Ee][Ss][Kk][Tt][Oo][Pp].[Ii][Nn][Ii]',
    reason: "Windows: a folder's view settings",
    source: WINDOWS,
  },
  {
    pattern: '$[Rr][Ee][Cc][Yy][Cc][Ll][Ee].[Bb][Ii][Nn]/',
    reason: 'Windows: recycle bin',
    source: WINDOWS,
  },
  { pattern: 'RECYCLER/', reason: 'Windows: recycle bin of older versions', source: FREEFILESYNC },
  {
    pattern: 'System Volume Information/',
    reason: 'Windows: restore points and indexes',
    source: FREEFILESYNC,
  },
  {
    pattern: 'DfsrPrivate/',
    reason: 'Windows: staging of replicated shares',
    source: 'Windows: DFS',
  },
  { pattern: '.Trash-[0-9]*/', reason: 'Linux: recycle bin of a drive', source: LINUX },
  { pattern: '.Trash/', reason: 'Linux, macOS: recycle bin', source: 'freedesktop.org: Trash' },
  {
    pattern: 'lost+found/',
    reason: 'Linux: what a check of the disk found',
    source: 'e2fsck(8)',
  },
  { pattern: '.directory', reason: "KDE: a folder's view settings", source: LINUX },
  {
    pattern: '.goutputstream-*',
    reason: 'GNOME: unfinished save',
    source: 'GLib: gio/glocalfileoutputstream.c',
  },
  {
    pattern: '.nfs[0-9a-f]*',
    reason: 'network drive: removed but still open somewhere',
    source: LINUX,
  },
  {
    pattern: '.fuse_hidden[0-9a-f]*',
    reason: 'network drive: removed but still open somewhere',
    source: LINUX,
  },
  { pattern: '@eaDir/', reason: 'Synology: preview pictures and attributes', source: SYNOLOGY },
  { pattern: '*@SynoEAStream', reason: 'Synology: attributes of another file', source: SYNOLOGY },
  { pattern: '*@SynoResource', reason: 'Synology: attributes of another file', source: SYNOLOGY },
  { pattern: '\\#recycle/', reason: 'Synology: recycle bin', source: SYNOLOGY },
  { pattern: '\\#snapshot/', reason: 'Synology: snapshots', source: SYNOLOGY },
  { pattern: '@sharesnap/', reason: 'Synology: snapshots', source: SYNOLOGY },
  { pattern: '@tmp/', reason: 'Synology: temporary files', source: SYNOLOGY },
  {
    pattern: '.SynologyWorkingDirectory/',
    reason: 'Synology Drive: unfinished transfer',
    source: SYNOLOGY,
  },
  { pattern: '@Recycle/', reason: 'QNAP: recycle bin', source: QNAP },
  { pattern: '@Recently-Snapshot/', reason: 'QNAP: snapshots', source: QNAP },
  { pattern: '.@__thumb/', reason: 'QNAP: preview pictures', source: QNAP },
  { pattern: '.qsync/', reason: 'Qsync: its own files', source: QNAP },
  { pattern: '.recycle/', reason: 'Samba: recycle bin of a share', source: 'vfs_recycle(8)' },
  { pattern: '.snapshot/', reason: 'NetApp, Isilon: snapshots', source: 'NetApp ONTAP' },
  { pattern: '~snapshot/', reason: 'NetApp: snapshots', source: 'NetApp ONTAP' },
  { pattern: '.snapshots/', reason: 'Btrfs, snapper: snapshots', source: 'snapper(8)' },
  { pattern: '.zfs/', reason: 'ZFS: snapshots', source: 'zfsprops(7)' },

  { pattern: '~$*', reason: 'Microsoft Office: marks a document as open', source: OFFICE },
  {
    pattern: '*.tmp',
    reason: 'programs of every kind: unfinished or temporary by its own name',
    source: ONEDRIVE,
  },
  {
    pattern: '*.laccdb',
    reason: 'Microsoft Access: marks a database as open',
    source: 'Microsoft Access',
  },
  { pattern: '.~lock.*', reason: 'LibreOffice: marks a document as open', source: NEXTCLOUD },
  { pattern: '*~', reason: 'editors: the version before the last save', source: NEXTCLOUD },
  { pattern: '.*.sw[a-p]', reason: 'Vim: unsaved work', source: NEXTCLOUD },
  { pattern: '*.kate-swp', reason: 'Kate: unsaved work', source: NEXTCLOUD },
  { pattern: '\\#*\\#', reason: 'Emacs: unsaved work', source: NEXTCLOUD },
  {
    pattern: '.\\#*',
    reason: 'Emacs: marks a file as open',
    source: 'GNU Emacs: manual, Interlocking',
  },
  { pattern: '*.asv', reason: 'MATLAB: unsaved work', source: MATLAB },
  { pattern: '*.autosave', reason: 'Simulink: unsaved work', source: MATLAB },
  { pattern: '*.slxc', reason: 'Simulink: compiled models', source: MATLAB },
  { pattern: 'slprj/', reason: 'Simulink: compiled models', source: MATLAB },
  { pattern: '.MATLABDriveTag', reason: 'MATLAB Drive: marks a folder', source: MATLAB },
  { pattern: '*.aliases', reason: 'LabVIEW: addresses of this computer', source: LABVIEW },
  { pattern: '*.lvlps', reason: 'LabVIEW: settings of this computer', source: LABVIEW },
  { pattern: '*.lvprojstate', reason: 'LabVIEW: state of the window', source: LABVIEW },
  {
    pattern: '.ipynb_checkpoints/',
    reason: 'Jupyter: copies made while saving',
    source: 'Jupyter',
  },
  { pattern: '.~*.ipynb', reason: 'Jupyter: unfinished save', source: 'Jupyter: fileio.py' },
  {
    pattern: '.Rproj.user/',
    reason: 'RStudio: state of the window',
    source: 'github/gitignore: R',
  },
  { pattern: '.RDataTmp*', reason: 'R: unfinished save', source: 'R: save.image' },
  { pattern: '__pycache__/', reason: 'Python: compiled copies of scripts', source: 'Python' },

  {
    pattern: '*.lck',
    reason: 'instrument software: marks a data file as open',
    source: 'Unison: templates for locks of programs',
  },
  {
    pattern: '*.tdf-journal',
    reason: 'Bruker timsTOF: an acquisition that is being written',
    source: 'SQLite: temporary files, of analysis.tdf',
  },
  {
    pattern: '*.tsf-journal',
    reason: 'Bruker timsTOF: an acquisition that is being written',
    source: 'SQLite: temporary files, of analysis.tsf',
  },
  { pattern: '*.dwl', reason: 'AutoCAD: marks a drawing as open', source: 'AutoCAD' },
  { pattern: '*.dwl2', reason: 'AutoCAD: marks a drawing as open', source: 'AutoCAD' },

  { pattern: '*.crdownload', reason: 'Chrome, Edge: unfinished download', source: NEXTCLOUD },
  {
    pattern: '*.part',
    reason: 'Firefox, transfer programs: unfinished download',
    source: NEXTCLOUD,
  },
  {
    pattern: '*.partial',
    reason: 'browsers, rclone: unfinished transfer',
    source: 'rclone: --partial-suffix',
  },
  { pattern: '*.filepart', reason: 'WinSCP: unfinished transfer', source: NEXTCLOUD },
  { pattern: '*.aria2', reason: 'aria2: list of missing parts', source: 'aria2c(1)' },
  { pattern: '.~tmp~/', reason: 'rsync: unfinished transfer', source: 'rsync(1): --delay-updates' },
  {
    pattern: '.rsync-partial/',
    reason: 'rsync: unfinished transfer',
    source: 'rsync(1): --partial-dir',
  },
  { pattern: '.stfolder/', reason: 'Syncthing: marks a shared folder', source: SYNCTHING },
  { pattern: '.stversions/', reason: 'Syncthing: older versions', source: SYNCTHING },
  { pattern: '.syncthing.*', reason: 'Syncthing: unfinished transfer', source: SYNCTHING },
  { pattern: '~syncthing~*', reason: 'Syncthing: unfinished transfer', source: SYNCTHING },
  {
    pattern: '.sync_*.db*',
    reason: 'Nextcloud, ownCloud: list of synchronised files',
    source: NEXTCLOUD,
  },
  {
    pattern: '.csync_journal.db*',
    reason: 'Nextcloud, ownCloud: list of synchronised files',
    source: NEXTCLOUD,
  },
  { pattern: '.owncloudsync.log*', reason: 'ownCloud: its log', source: NEXTCLOUD },
  { pattern: '.dropbox', reason: 'Dropbox: marks a shared folder', source: DROPBOX },
  { pattern: '.dropbox.attr', reason: 'Dropbox: attributes of a folder', source: DROPBOX },
  { pattern: '.dropbox.cache/', reason: 'Dropbox: unfinished transfer', source: DROPBOX },
  {
    pattern: '.849C9593-D756-4E56-8D6E-42412F2A707B',
    reason: 'OneDrive: marks a shared folder',
    source: 'OneDrive: its folder',
  },
  {
    pattern: '.tmp.drivedownload/',
    reason: 'Google Drive: unfinished transfer',
    source: 'Google Drive',
  },
  {
    pattern: '.tmp.driveupload/',
    reason: 'Google Drive: unfinished transfer',
    source: 'Google Drive',
  },
  { pattern: '*.ffs_tmp', reason: 'FreeFileSync: unfinished transfer', source: FREEFILESYNC },
  { pattern: '*.ffs_lock', reason: 'FreeFileSync: marks a folder as busy', source: FREEFILESYNC },
  { pattern: '*.ffs_db', reason: 'FreeFileSync: list of synchronised files', source: FREEFILESYNC },
  { pattern: '*.!sync', reason: 'Resilio Sync: unfinished transfer', source: RESILIO },
  { pattern: '*.!Sync', reason: 'Resilio Sync: unfinished transfer', source: RESILIO },
  { pattern: '*.SyncPart', reason: 'Resilio Sync: unfinished transfer', source: RESILIO },
  { pattern: '*.SyncTemp', reason: 'Resilio Sync: unfinished transfer', source: RESILIO },
];

/** Those that only a name with this ending has. */
const ENDING = /^\*\.(?<ending>[^.*[\]\\]+)$/;

const PATTERNS = DEFAULT_IGNORES.filter(({ pattern }) => !pattern.startsWith('!')).map(
  ({ pattern }) => pattern.replace(/\/$/, ''),
);
const ENDINGS: ReadonlySet<string> = new Set(
  PATTERNS.flatMap((pattern) => ENDING.exec(pattern)?.groups?.['ending'] ?? []),
);
/** By the first character of the name. */
const BEGINNINGS = groupedBy(
  PATTERNS.filter((pattern) => !pattern.startsWith('*')),
  (pattern) => /^(?:\[(?<set>[^\]]*)\]|\\?(?<plain>.))/.exec(pattern),
);
/** By its last one: what begins with anything and has no ending of its own. */
const OTHERS = groupedBy(
  PATTERNS.filter((pattern) => pattern.startsWith('*') && !ENDING.test(pattern)),
  (pattern) => /(?:\[(?<set>[^\]]*)\]|(?<plain>.))$/.exec(pattern),
);

/**
 * Tells names that no built-in rule is about, which are nearly all, in a fraction of the time that matching takes. The
 * built-in rules consist of plain characters, `*` and sets, and none is about a path. False: no built-in rule leaves
 * out what has this name.
 */
export function mayBeBuiltIn(name: string): boolean {
  return (
    BEGINNINGS.get(name.charAt(0))?.test(name) === true ||
    ENDINGS.has(name.slice(name.lastIndexOf('.') + 1)) ||
    OTHERS.get(name.charAt(name.length - 1))?.test(name) === true
  );
}

/** `find`: the set of characters, or the plain one, by which a pattern is found. */
function groupedBy(
  patterns: readonly string[],
  find: (pattern: string) => RegExpExecArray | null,
): ReadonlyMap<string, RegExp> {
  const groups = new Map<string, string[]>();
  for (const pattern of patterns) {
    const { set, plain = '' } = find(pattern)?.groups ?? {};
    for (const character of set ?? plain) {
      groups.set(character, [...(groups.get(character) ?? []), nameSource(pattern)]);
    }
  }
  return new Map(
    [...groups].map(([character, sources]) => [
      character,
      new RegExp(`^(?:${sources.join('|')})$`),
    ]),
  );
}

/** A pattern for one name as the source of a regular expression. */
function nameSource(pattern: string): string {
  return pattern.replaceAll(
    /\\(.)|(\[[^\]]*\])|(\*)|([^\w\s])/g,
    (_all, escaped, set, star, other) => {
      if (set !== undefined) return set;
      return star === undefined ? `\\${escaped ?? other}` : '[^/]*';
    },
  );
}
