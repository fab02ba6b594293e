/** Entry of the thread that computes any digests of streamed bytes. */
import { startDigests } from './digest-algorithms.ts';
import { serveDigests } from './serve-digests.ts';

serveDigests(startDigests);
