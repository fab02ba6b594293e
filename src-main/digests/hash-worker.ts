/** Entry of the thread that computes our own digests of what is being sent. */
import { startOwnDigests } from './own-digests.ts';
import { serveDigests } from './serve-digests.ts';

serveDigests((algorithms) => {
  const running = startOwnDigests(algorithms.includes('sha256'));
  return {
    update: (chunk) => running.update(chunk),
    finish() {
      const { blake3, sha256 } = running.finish();
      return sha256 === null ? { blake3 } : { blake3, sha256 };
    },
  };
});
