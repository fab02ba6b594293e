/**
 * Keeps the details of our own bugs in one private file of the data folder, so that a user interface needs to show only
 * an id. No secret is written: tokens, passwords and keys are redacted first.
 */
import fs from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';

const LONGEST_LOG_BYTES = 1_000_000;
const LONGEST_ENTRY = 20_000;
const BLOT = '[hidden]';

/** What must not be kept, anywhere in a text. */
const SECRETS: readonly RegExp[] = [
  /\bBearer\s+[^\s"',]+/gi,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /(?<=["']?(?:password|token|key|session|authorization)["']?\s*[:=]\s*["'`]?)[^\s"'`,;}]+/gi,
  // An upload's own address alone allows writing into it.
  /(?<=\/(?:activation|reset-password|forgot-password|users\/email|uploads)\/)[^\s/"'?]+/gi,
  /(?<=:\/\/)[^\s/@"']+(?=@)/g,
  /(?<=[?&](?:signature|sig|x-amz-signature|x-amz-credential|x-amz-security-token|token)=)[^\s&"']+/gi,
];

export function blotSecrets(text: string): string {
  return SECRETS.reduce((left, secret) => left.replaceAll(secret, BLOT), text);
}

/** Returns a function that stores an error and gives its id. A log that cannot be written is skipped. */
export function makeErrorLog(
  dataFolder: string,
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
): (where: string, error: unknown) => string {
  const file = path.join(dataFolder, 'errors.log');
  return (where, error) => {
    const id = ids.hex(6);
    // Causes and aggregates are part of what `inspect` shows; one line, so that no entry can pretend to be two.
    const details = blotSecrets(inspect(error, { depth: 4 })).slice(0, LONGEST_ENTRY);
    const at = new Date(clock.nowMs()).toISOString();
    const line = `${JSON.stringify({ at, id, where, details })}\n`;
    try {
      const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (size > LONGEST_LOG_BYTES) fs.renameSync(file, `${file}.old`);
      fs.appendFileSync(file, line, { mode: 0o600 });
    } catch {
      return `${id} (not kept)`; // a full disk; the caller still gets its answer
    }
    return id;
  };
}
