/** Loaded into the program before it starts: now and then it writes down how much of its JavaScript memory is in use. */
import fs from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 2_000;
const file = process.env['LABSEAL_SOAK_HEAP'];

if (isMainThread && file !== undefined) {
  const note = (): void => fs.writeFileSync(file, String(process.memoryUsage().heapUsed));
  setInterval(note, EVERY_MS).unref();
}
