/** What a copy on this computer is called: by the folder that it is in, as people speak of it. Pure. */
import type { ProofCopy } from '../../../src-shared/bridge/certificate-calls.ts';

/** The last part of a path of any system; the path itself when it has none. */
export function fileNameOfPath(path: string): string {
  return /[^\\/]+(?=[\\/]*$)/.exec(path)?.[0] ?? path;
}

/** "MS2" for `/data/ms2-raw/MS2/run.raw` in the watched folder `/data/ms2-raw/MS2`; its own folder when picked by hand. */
export function copyName({ path, folderPath }: ProofCopy): string {
  if (folderPath !== null) return fileNameOfPath(folderPath);
  return fileNameOfPath(path.slice(0, Math.max(0, path.length - fileNameOfPath(path).length)));
}
