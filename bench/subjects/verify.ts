/** Reads a file with the program's own threads, as a verification does. Arguments: the file, and further algorithms. */
import { makeReadDigests } from '../../src-main/features/verify/read-digests.ts';
import { makeWorkers } from '../../src-main/features/workers.ts';
import type { DigestAlgorithm } from '../../src-shared/model/proofs/hash-method.ts';
import { serveSubject } from '../subject.ts';

const [file = '', ...algorithms] = process.argv.slice(2);
const workers = makeWorkers();
const read = makeReadDigests(workers);

serveSubject(
  async () => {
    const wanted = { algorithms: algorithms as readonly DigestAlgorithm[] };
    await read(file, wanted, new AbortController().signal);
  },
  () => workers.close(),
);
