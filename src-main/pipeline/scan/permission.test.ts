import { chmodSync, chownSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { unpackEntries } from './packed-entries.ts';
import { readDirectoryFacts, readPath } from './read-directory.ts';
import { fingerprintHere } from './test-support/on-thread.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';

const NOBODY = 65_534;

/** Root may read everything, so it looks with the rights of somebody else. */
function asNobody<Value>(look: () => Value): Value {
  if (process.getuid?.() !== 0) return look();
  process.seteuid?.(NOBODY);
  try {
    return look();
  } finally {
    process.seteuid?.(0);
  }
}

test.skipIf(process.platform === 'win32')(
  'what may not be read is listed as unreadable, with the reason, and the rest is read (P13)',
  () => {
    const { at, write } = temporaryFolder();
    for (const file of ['open', 'closed', 'shut/inner', 'listed-only/inner']) write(file, 'x');
    for (const name of ['', 'open', 'closed', 'shut', 'listed-only']) {
      if (process.getuid?.() === 0) chownSync(at(name), NOBODY, NOBODY);
    }
    for (const name of ['closed', 'shut']) chmodSync(at(name), 0);
    chmodSync(at('listed-only'), 0o444);
    onTestFinished(() => ['shut', 'listed-only'].forEach((name) => chmodSync(at(name), 0o700)));
    const listed = (name: string) => {
      const facts = asNobody(() => readDirectoryFacts(at(name)));
      if (facts.kind !== 'read') return facts;
      const entries = [...unpackEntries(facts.entries)];
      return entries.map((entry) => `${entry.name} ${'errno' in entry ? entry.errno : entry.kind}`);
    };
    const read = (name: string) => asNobody(() => fingerprintHere(at(name)));
    const unreadable = { kind: 'unreadable', errno: 'EACCES' };

    const root = ['closed file', 'listed-only directory', 'open file', 'shut directory'];
    expect(listed('')).toEqual(expect.arrayContaining(root));
    expect(listed('listed-only')).toEqual(['inner EACCES']);
    expect(listed('shut')).toEqual(unreadable);
    expect(asNobody(() => readPath(at('shut/inner')))).toEqual(unreadable);
    expect(read('open').kind).toBe('done');
    expect(read('closed')).toEqual(unreadable);
  },
);
