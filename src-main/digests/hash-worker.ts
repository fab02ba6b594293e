/** Entry of the thread that hashes what is being sent. It reads shared memory, and never a file. */
import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { HashOrder, HashReply } from './hash-thread.ts';

const port = parentPort;
if (port === null) throw new Error('this file is the entry of a thread');
const hashes = new Map<number, Hash>();

port.on('message', (order: HashOrder) => {
  const hash = hashes.get(order.hash) ?? createHash('sha256');
  if (order.kind === 'update') {
    hashes.set(order.hash, hash);
    hash.update(new Uint8Array(order.memory, order.offset, order.length));
  } else {
    hashes.delete(order.hash);
  }
  if (order.kind === 'discard') return;
  const digestHex = order.kind === 'digest' ? hash.digest('hex') : null;
  port.postMessage({ hash: order.hash, digestHex } satisfies HashReply);
});
