/** Made-up data of known size: what it holds is the same each time and no two files are equal. */
import fs from 'node:fs';
import path from 'node:path';
import { AUTO_WATCHING, type FolderRules } from '../src-shared/model/folders/folder-rules.ts';

const FILES_IN_A_FOLDER = 100;
const MIB = 1_048_576;

/** `files` files of `bytes` bytes each, a hundred in a folder; `salt` makes two trees different. */
export function writeTree(root: string, files: number, bytes: number, salt = 0): void {
  const content = Buffer.alloc(bytes, 'labseal ');
  for (let index = 0; index < files; index += 1) {
    const folder = path.join(root, `run-${Math.floor(index / FILES_IN_A_FOLDER)}`);
    if (index % FILES_IN_A_FOLDER === 0) fs.mkdirSync(folder, { recursive: true });
    if (bytes >= 4) content.writeUInt32LE(index, 0);
    if (bytes >= 8 && salt !== 0) content.writeUInt32LE(salt, 4);
    fs.writeFileSync(path.join(folder, `scan-${index}.raw`), content);
  }
}

/** One file of so many MiB; `salt` makes two of them different. */
export function writeLargeFile(file: string, mebibytes: number, salt = 0): void {
  const piece = Buffer.alloc(MIB);
  for (let index = 0; index < MIB; index += 4) {
    piece.writeInt32LE(Math.imul(index + salt, 2_654_435_761), index);
  }
  const handle = fs.openSync(file, 'w');
  for (let index = 0; index < mebibytes; index += 1) {
    piece.writeInt32LE(index, 0);
    fs.writeSync(handle, piece);
  }
  fs.closeSync(handle);
}

/** What is measured happens on this computer alone, as soon as a file is there. */
export function sampleRules(projectId: string): FolderRules {
  return {
    assignment: {
      projectId,
      visibility: 'private',
      fileType: 'primary',
      labels: 'raw',
      procedureDescription: null,
      linkToProcedure: null,
      primaryData: null,
      checkPolicy: 'never',
    },
    exclude: [],
    settleSeconds: 0,
    budgetCredits: null,
    approveEach: false,
    watching: AUTO_WATCHING,
  };
}
