/** A bag in a folder of this computer, and its check. Read-only. */
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { BagCheck } from '../../../../src-shared/model/proofs/evidence.ts';
import { codeOf } from '../../../platform/errno.ts';
import { type BagSource, type ReportTrouble, UnreadablePart } from './bag-source.ts';
import { checkBag } from './check-bag.ts';
import type { CopyFile } from './make-bundle.ts';
import type { PartProof } from './part-proofs.ts';

const MOST_ENTRIES = 1_000_000;
const PIECE_BYTES = 65_536;

/** `folder`: absolute. `onRead` is told how far it is in all that is read. Rejects with `signal.reason` on abort. */
export async function checkFolder(
  folder: string,
  copyFile: CopyFile,
  onRead: (doneBytes: number, totalBytes: number) => void,
  signal: AbortSignal,
): Promise<BagCheck> {
  const source = bagInFolder(folder, copyFile, signal);
  const { proofs, digests: _digests, ...check } = await checkBag(source, onRead);
  const matching = proofs?.parts.filter(
    ({ evaluation, misfit }) => evaluation.kind === 'match' && misfit === null,
  );
  return {
    path: folder,
    ...check,
    certificates: countFiles(proofs?.parts),
    matchingCertificates: countFiles(matching),
  };
}

/** A file may have several certificates. */
function countFiles(parts: readonly Pick<PartProof, 'path'>[] | undefined): number | null {
  return parts === undefined ? null : new Set(parts.map(({ path: name }) => name)).size;
}

function bagInFolder(folder: string, copyFile: CopyFile, signal: AbortSignal): BagSource {
  const at = (name: string) => path.join(folder, name);
  return {
    list: (report) => filesBelow(folder, report, signal),
    async sizeOf(name) {
      const found = await fs.lstat(at(name)).catch(() => null);
      return found?.isFile() === true ? found.size : null;
    },
    async *open(name) {
      try {
        const found = await fs.lstat(at(name));
        if (!found.isFile()) throw new UnreadablePart();
        for await (const piece of createReadStream(at(name), { highWaterMark: PIECE_BYTES })) {
          signal.throwIfAborted();
          yield piece as Buffer;
        }
      } catch (error) {
        throw codeOf(error) === null || signal.aborted ? error : new UnreadablePart();
      }
    },
    async digest(name, algorithms, onRead) {
      const order = { source: at(name), target: null, algorithms };
      const read = await copyFile(order, onRead, signal);
      return read.kind === 'done' ? read : null;
    },
  };
}

/** With `/`. Links and devices are never followed or opened. */
async function filesBelow(
  folder: string,
  report: ReportTrouble,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const files: string[] = [];
  const open = [''];
  let entries = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    signal.throwIfAborted();
    try {
      for await (const entry of await fs.opendir(path.join(folder, at))) {
        entries += 1;
        if (entries > MOST_ENTRIES) {
          report('too-large', '.');
          return files.toSorted();
        }
        const inside = at === '' ? entry.name : `${at}/${entry.name}`;
        if (entry.isDirectory()) open.push(inside);
        else if (entry.isFile()) files.push(inside);
        else report('unreadable', inside);
      }
    } catch (error) {
      if (codeOf(error) === null) throw error;
      report('unreadable', at);
    }
  }
  return files.toSorted();
}
