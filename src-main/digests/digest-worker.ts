/** Entry of the thread that makes digests of streamed bytes. It keeps none of them. */
import { parentPort } from 'node:worker_threads';
import type { DigestAlgorithm, Digests } from '../../src-shared/model/proofs/hash-method.ts';
import { startDigest, type RunningDigest } from './digest-algorithms.ts';
import type { DigestOrder, DigestReply } from './digest-orders.ts';

type Running = readonly (readonly [DigestAlgorithm, RunningDigest])[];

const port = parentPort;
if (port === null) throw new Error('this file is the entry of a thread');
const streams = new Map<number, Running>();

port.on('message', (order: DigestOrder) => {
  const { stream } = order;
  if (order.kind === 'discard') {
    streams.delete(stream);
    return;
  }
  const running = streams.get(stream) ?? order.algorithms.map((each) => [each, startDigest(each)]);
  let digests: Digests | null = null;
  if (order.kind === 'update') {
    streams.set(stream, running);
    const bytes = Buffer.from(order.bytes.buffer, order.bytes.byteOffset, order.bytes.byteLength);
    for (const [, digest] of running) digest.update(bytes);
  } else {
    streams.delete(stream);
    digests = Object.fromEntries(running.map(([each, digest]) => [each, digest.finish()]));
  }
  port.postMessage({ stream, digests } satisfies DigestReply);
});
