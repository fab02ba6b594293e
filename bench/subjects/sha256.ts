/** SHA-256 of one file with Node, a mebibyte at a time. Argument: the file. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { serveSubject } from '../subject.ts';

const [file = ''] = process.argv.slice(2);
const memory = Buffer.allocUnsafeSlow(1_048_576);

serveSubject(
  async () => {
    const hash = createHash('sha256');
    const opened = fs.openSync(file, 'r');
    for (;;) {
      const count = fs.readSync(opened, memory);
      if (count === 0) break;
      hash.update(memory.subarray(0, count));
    }
    fs.closeSync(opened);
    hash.digest();
  },
  async () => undefined,
);
