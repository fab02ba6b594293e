/** A thread that plays counter loops. */
import { playShare } from '../play-in-thread.ts';
import { runLoop } from './run-loop.ts';

await playShare(runLoop);
