/** A thread that plays statuses. */
import { playShare } from '../play-in-thread.ts';
import { playStatus } from './play-status.ts';

await playShare(playStatus);
