/**
 * How many files of an evidence bundle match the certificate beside them: it holds a fingerprint of exactly these bytes.
 * Whether the certificate is genuine, the bundle cannot tell. Its shape is not documented, so one in which nothing
 * matches proves nothing, in particular not "no".
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Digests } from '../../../../src-shared/model/proofs/hash-method.ts';
import { equalReading, readFileHash, type HashReading } from '../../../digests/file-hash.ts';
import { readCertificate } from '../../certificates/read-certificate.ts';
import { PAYLOAD_FOLDER } from './bag-format.ts';
import { readChecks } from './checks-document.ts';
import { CHECKS_PATH } from './crate-files.ts';
import type { CopyFile } from './make-bundle.ts';

const MOST_CERTIFICATE_BYTES = 20_000_000;
/** A longer text could not be read at once. */
const MOST_CHECKS_BYTES = 300_000_000;
/** An entry has some 1,300 bytes, more with long names; a list that is out of proportion was not made by Labseal. */
const MOST_BYTES_OF_ENTRY = 10_000;
const MOST_BYTES_OF_HEAD = 1_000_000;

/**
 * `folder`: absolute path of the bag. `known`: digests of the payload's files, by their path in the bag; no other files
 * are considered. Null when it is not an evidence bundle. Rejects with `signal.reason` on abort.
 */
export async function countMatchingCertificates(
  folder: string,
  known: ReadonlyMap<string, Digests>,
  copyFile: CopyFile,
  signal: AbortSignal,
): Promise<number | null> {
  const inProportion = MOST_BYTES_OF_HEAD + MOST_BYTES_OF_ENTRY * known.size;
  const mostBytes = Math.min(inProportion, MOST_CHECKS_BYTES);
  const parts = readChecks(
    (await readText(path.join(folder, inPayload(CHECKS_PATH)), mostBytes)) ?? '',
  );
  if (parts === null) return null;
  let matching = 0;
  for (const part of parts) {
    const [file, certificate] = [inPayload(part.path), inPayload(part.certificate)];
    const digests = known.get(file);
    if (digests === undefined || !known.has(certificate)) continue;
    const readings = fingerprintsIn(
      (await readText(path.join(folder, certificate), MOST_CERTIFICATE_BYTES)) ?? '',
    );
    const isNamed =
      equalReading(readings, digests) !== null ||
      (await isNamedOtherwise(path.join(folder, file), readings, digests, copyFile, signal));
    if (isNamed) matching += 1;
  }
  return matching;
}

function inPayload(name: string): string {
  return `${PAYLOAD_FOLDER}/${name}`;
}

function fingerprintsIn(certificate: string): readonly HashReading[] {
  const { fingerprints = [] } = readCertificate(certificate) ?? {};
  return fingerprints.flatMap((written) => readFileHash(written.text));
}

/** Digests that were not computed yet: some of them are slow. */
async function isNamedOtherwise(
  source: string,
  readings: readonly HashReading[],
  digests: Digests,
  copyFile: CopyFile,
  signal: AbortSignal,
): Promise<boolean> {
  const wanted = new Set(readings.map(({ algorithm }) => algorithm));
  const algorithms = [...wanted].filter((algorithm) => digests[algorithm] === undefined);
  if (algorithms.length === 0) return false;
  const read = await copyFile({ source, target: null, algorithms }, () => undefined, signal);
  return read.kind === 'done' && equalReading(readings, read.digests) !== null;
}

/** Null when there is no such regular file of a reasonable size. */
async function readText(file: string, mostBytes: number): Promise<string | null> {
  try {
    const stats = await fs.lstat(file);
    if (!stats.isFile() || stats.size > mostBytes) return null;
    return await fs.readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}
