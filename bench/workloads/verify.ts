import path from 'node:path';
import type { Contestant } from '../contest.ts';
import type { Peer, Workload } from '../peers.ts';
import { runProgram } from '../process-figures.ts';
import { writeLargeFile } from '../sample-tree.ts';
import { startSubject, type Subject } from '../subject.ts';
/** Of what a service may have meant by its fingerprints, what is made beside BLAKE3 and SHA-256. */
const SETS: readonly (readonly [name: string, algorithms: readonly string[]])[] = [
  ['labseal, BLAKE3 and SHA-256', []],
  ['labseal, and SHA3-256', ['sha3-256']],
  ['labseal, and Keccak-256', ['keccak-256']],
  ['labseal, what 64 digits can mean', ['sha3-256', 'keccak-256', 'blake2b-256']],
];

const PEERS: readonly (readonly [name: string, command: readonly [Peer, ...string[]]])[] = [
  ['sha256sum', ['sha256sum']],
  ['openssl, SHA3-256', ['openssl', 'dgst', '-sha3-256']],
];

export const verify: Workload = {
  name: 'verify',
  says: (size) =>
    `Read one file of ${size} MiB and make the fingerprints that a verification needs, in one pass; one line for each set. The file is in the page cache.`,
  unit: 'MiB',
  sizes: [256],
  rounds: 3,
  peers: ['sha256sum', 'openssl'],
  async prepare(size, folder, peers) {
    const file = path.join(folder, 'large.raw');
    writeLargeFile(file, size);
    const subjects: Subject[] = [];
    const contestants: Contestant[] = [];
    for (const [name, algorithms] of SETS) {
      const subject = await startSubject('verify', [file, ...algorithms]);
      subjects.push(subject);
      contestants.push({ name, part: 'labseal', run: subject.run });
    }
    for (const [name, [command, ...args]] of PEERS) {
      if (!peers.has(command)) continue;
      contestants.push({ name, part: 'peer', run: () => runProgram(command, [...args, file]) });
    }
    return {
      contestants,
      budgets: [
        { ours: 'labseal, BLAKE3 and SHA-256', than: 'sha256sum', atMost: 1.4 },
        {
          ours: 'labseal, and SHA3-256',
          than: 'openssl, SHA3-256',
          plus: 'labseal, BLAKE3 and SHA-256',
          atMost: 1.2,
        },
      ],
      async close() {
        await Promise.all(subjects.map((subject) => subject.close()));
      },
    };
  },
};
