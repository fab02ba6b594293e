/** What the description of a bundle for other programs (RO-Crate) says of its files. It may be a stranger's. */
import { isObject } from '../service/reading.ts';
import { type Said, saidOf } from '../model/proofs/read-certificate.ts';
import { PAYLOAD_FOLDER } from './bag-format.ts';
import type { BagFiles, ReportTrouble } from './bag-lists.ts';
import { readWhole } from './chosen.ts';

/** What a paper of a bundle says of one of its files and of its record. */
export interface Told {
  readonly by: 'checks-differ' | 'crate-differs';
  /** In the bag. */
  readonly path: string;
  /** Empty: it does not say. */
  readonly sha256: string;
  readonly said: readonly Said[];
}

const CRATE_FILE = `${PAYLOAD_FOLDER}/ro-crate-metadata.json`;
/** Of some 4,000 files: of more it would take too much memory, and it proves nothing. */
const MOST_CRATE_BYTES = 20_000_000;
/** A file has some 4,000 bytes in it; one that is out of proportion was made not to be read. */
const MOST_BYTES_OF_ENTRY = 10_000;

export async function readCrate(files: BagFiles, report: ReportTrouble): Promise<readonly Told[]> {
  const entry = files.get(CRATE_FILE);
  const bytes = entry === undefined ? 'none' : await readWhole(entry, MOST_CRATE_BYTES);
  if (bytes === 'none') return [];
  if (bytes === 'too-large') {
    const isPadded = (entry?.sizeBytes ?? 0) > MOST_BYTES_OF_ENTRY * files.size;
    if (isPadded) report('too-large', CRATE_FILE);
    return [];
  }
  const graph = bytes === null ? null : graphIn(bytes);
  if (graph === null) {
    report('unreadable', CRATE_FILE);
    return [];
  }
  return graph.flatMap((each): readonly Told[] => {
    const { sha256, identifier, startTime, endTime, object } = each;
    const path = pathOf(each['@id']) ?? (isObject(object) ? pathOf(Object(object)['@id']) : null);
    if (path === null) return [];
    // Of a check of it the time is another.
    const times =
      each['@type'] === 'CreateAction' ? { uploaded: startTime, recorded: endTime } : {};
    return [
      {
        by: 'crate-differs',
        path,
        sha256: typeof sha256 === 'string' ? sha256 : '',
        said: saidOf({ fileId: identifier, ...times }),
      },
    ];
  });
}

function graphIn(bytes: Uint8Array): readonly Record<string, unknown>[] | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const graph: unknown = Object(value)['@graph'];
    return Array.isArray(graph) ? graph.filter(isObject) : null;
  } catch {
    return null;
  }
}

/** Null: it names no file of the bundle. */
function pathOf(id: unknown): string | null {
  if (typeof id !== 'string' || !id.startsWith('files/')) return null;
  try {
    return `${PAYLOAD_FOLDER}/${decodeURIComponent(id)}`;
  } catch {
    return null;
  }
}
