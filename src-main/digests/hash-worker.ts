/** Entry of the thread that computes SHA-256 of what is being sent. It loads nothing else, so that it starts at once. */
import { createHash } from 'node:crypto';
import { serveDigests } from './serve-digests.ts';

serveDigests(() => {
  const hash = createHash('sha256');
  return {
    update: (chunk) => void hash.update(chunk),
    finish: () => ({ sha256: hash.digest('hex') }),
  };
});
