/**
 * How many files of an evidence bundle are spoken of by their own certificate: it holds a fingerprint of exactly these
 * bytes. The certificate's shape is not documented, so one in which nothing fits says nothing, least of all "no".
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { equalReading, readFileHash } from '../../digests/file-hash.ts';
import { readCertificate } from '../read-certificate.ts';
import { staysInside } from './bag-format.ts';
import { readChecks } from './checks-document.ts';
import { CHECKS_PATH } from './crate-files.ts';
import type { CopyFile } from './make-bundle.ts';

const MOST_BYTES = 20_000_000; // of a certificate

/** `payload`: absolute path. Null when it is no evidence bundle. Rejects with `signal.reason` on abort. */
export async function countCertified(
  payload: string,
  copyFile: CopyFile,
  signal: AbortSignal,
): Promise<number | null> {
  const parts = readChecks((await readText(path.join(payload, CHECKS_PATH))) ?? '');
  if (parts === null) return null;
  let certified = 0;
  for (const { path: file, certificate } of parts) {
    if (!staysInside(file) || !staysInside(certificate)) continue;
    const text = await readText(path.join(payload, certificate));
    const readings = (text === null ? [] : (readCertificate(text)?.fingerprints ?? [])).flatMap(
      (written) => readFileHash(written.text),
    );
    if (readings.length === 0) continue;
    const algorithms = [...new Set(readings.map(({ algorithm }) => algorithm))];
    const order = { source: path.join(payload, file), target: null, algorithms };
    const read = await copyFile(order, () => undefined, signal);
    if (read.kind === 'done' && equalReading(readings, read.digests) !== null) certified += 1;
  }
  return certified;
}

/** Null when there is no such ordinary file of a reasonable size. */
async function readText(file: string): Promise<string | null> {
  try {
    const stats = await fs.lstat(file);
    if (!stats.isFile() || stats.size > MOST_BYTES) return null;
    return await fs.readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}
