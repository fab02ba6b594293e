/**
 * A program of its own for a test: signs in, signs out, and says how many tokens and passwords are in the memory that it
 * can still reach, before and after. Needs `--expose-gc`.
 *   node --expose-gc signed-out-program.ts FOLDER ADDRESS EMAIL BACKWARDS     the password on stdin; BACKWARDS: the same
 *                                             from its end to its start, so that looking for it does not put it there
 */
import { text } from 'node:stream/consumers';
import { getHeapSnapshot } from 'node:v8';
import { valueOf } from '../../test-support/value-of.ts';
import { openCore } from '../create-core.ts';

/** Of the service's tokens; a name alone has no dots like these. */
const TOKEN = /eyJ[\w-]{10,}\.[\w-]{20,}\.[\w-]{20,}/g;

const [dataFolder = '', server = '', email = '', backwards = ''] = process.argv.slice(2);
const network = { httpsProxy: null, noProxy: null, authoritiesFile: null };
const core = valueOf(await openCore({ dataFolder, server, tokenStore: 'memory', network }));
const never = new AbortController().signal;

async function signIn(): Promise<void> {
  const password = await text(process.stdin);
  valueOf(await core.signIn(null, { email, password }, never));
  valueOf(core.account());
}

/** Of each kind, how many different ones are in the memory that can still be reached. */
async function secretsInMemory() {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
  }
  const snapshot = await text(getHeapSnapshot());
  const isPasswordThere = snapshot.includes(backwards.split('').toReversed().join(''));
  return { tokens: new Set(snapshot.match(TOKEN)).size, passwords: isPasswordThere ? 1 : 0 };
}

await signIn();
const before = await secretsInMemory();
await core.signOut();
const after = await secretsInMemory();
await core.close();
process.stdout.write(JSON.stringify({ hasGc: globalThis.gc !== undefined, before, after }));
