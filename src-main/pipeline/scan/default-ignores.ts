/** What every folder leaves out unless a person decides otherwise. */

export const IGNORE_FILE_NAME = '.labsealignore';

interface DefaultIgnore {
  readonly pattern: string;
  /** For the interface that explains why a file is left out. */
  readonly reason: string;
}

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
