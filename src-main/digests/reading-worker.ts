/** Entry of the thread that reads a file for sending and computes its BLAKE3 while the bytes are in the processor's cache. */
import { Blake3Hasher } from '@napi-rs/blake-hash';
import { serveDigests } from './serve-digests.ts';

serveDigests(() => {
  const hash = new Blake3Hasher();
  return {
    update: (chunk) => void hash.update(chunk),
    finish: () => ({ blake3: hash.digest('hex') }),
  };
});
