import path from 'node:path';
import { program, type Workload } from '../peers.ts';
import { writeLargeFile } from '../sample-tree.ts';
import { subject } from '../subject.ts';

/** Of what a service may have meant by its fingerprints, what is made beside BLAKE3 and SHA-256. */
const SETS: readonly (readonly [name: string, algorithms: readonly string[]])[] = [
  ['labseal, BLAKE3 and SHA-256', []],
  ['labseal, and SHA3-256', ['sha3-256']],
  ['labseal, and Keccak-256', ['keccak-256']],
  ['labseal, what 64 digits can mean', ['sha3-256', 'keccak-256', 'blake2b-256']],
];

export const verify: Workload = {
  name: 'verify',
  says: (size) =>
    `Read one file of ${size} MiB and make the fingerprints that a verification needs, in one pass; one line for each set. The file is in the page cache.`,
  unit: 'MiB',
  sizes: [256],
  rounds: 3,
  async prepare(size, { folder, after }) {
    const file = path.join(folder, 'large.raw');
    writeLargeFile(file, size);
    const ours = SETS.map(([name, algorithms]) =>
      subject(after, name, 'labseal', 'verify', [file, ...algorithms]),
    );
    return {
      contestants: [
        ...(await Promise.all(ours)),
        program('sha256sum', 'sha256sum', [file]),
        program('openssl, SHA3-256', 'openssl', ['dgst', '-sha3-256', file]),
      ],
      budgets: [
        { ours: 'labseal, BLAKE3 and SHA-256', than: 'sha256sum', atMost: 1.4 },
        {
          ours: 'labseal, and SHA3-256',
          than: 'openssl, SHA3-256',
          plus: 'labseal, BLAKE3 and SHA-256',
          atMost: 1.2,
        },
      ],
    };
  },
};
