import { describe, expect, test } from 'vitest';
import type { HashMethod } from '../../../src-shared/model/proofs/hash-method.ts';
import type { ListedFile } from '../../../src-shared/model/files/platform-file.ts';
import { fail, ok } from '../../../src-shared/model/result.ts';
import { startDigest } from '../../digests/digest-algorithms.ts';
import { readFileHash } from '../../../src-shared/model/proofs/file-hash.ts';
import { blake3Of } from '../../test-support/digests.ts';
import { addRecord, folderRules, temporaryState } from '../../test-support/temporary-state.ts';
import { type FingerprintParts, makeAuditFingerprints } from './audit-ledger.ts';
import { makeVerifying, type VerifyingParts } from '../verify/verification.ts';

const never = new AbortController().signal;
const hash = (algorithm: 'sha256' | 'sha512' | 'sha3-256', text: string) => {
  const running = startDigest(algorithm);
  running.update(Buffer.from(text));
  return running.finish();
};
const digests = (text: string) => ({
  sha256: hash('sha256', text),
  blake3: blake3Of(text),
  'sha3-256': hash('sha3-256', text),
  sha512: hash('sha512', text),
});

const place = (fileId: string) => ({
  projectId: 'project-1',
  visibility: 'private' as const,
  fileId,
});

/** An account whose project lists files that this computer never had. The test supplies the documents. */
function lab() {
  const { state, clock } = temporaryState();
  state.folders.add('/data', folderRules(), 0);
  const play = {
    method: null as HashMethod | null,
    isIncomplete: false,
    listed: [] as ListedFile[],
    asked: [] as string[],
    isOffline: false,
  };
  const mirror = {
    copyOf: (resource: string) =>
      resource === 'files private' ? { value: [...play.listed] } : null,
  };
  const resources = {
    files: (_id: string, visibility: string) => `files ${visibility}`,
    fileHash: () => '',
  };
  const verifying = makeVerifying({
    mirror,
    cache: { keptJson: async () => null },
    resources,
    state,
    clock,
    client: {
      async document(_name: string, { fileId }: { fileId: string }) {
        play.asked.push(fileId);
        if (play.isOffline) return fail({ kind: 'unavailable', retryAfterMs: null });
        return ok(Buffer.from(JSON.stringify({ FileHash: hash('sha512', fileId) })));
      },
    },
    quirks: {
      hashMethod: () => play.method,
      learnHashMethod: (method: HashMethod) => void (play.method = method),
    },
    files: {},
    platformFiles: {},
    address: { href: 'https://lab.example/' },
  } as unknown as VerifyingParts);

  const make = () =>
    makeAuditFingerprints({
      state: { ...state, isHistoryIncomplete: () => play.isIncomplete },
      verifying,
      platformFiles: {
        list: async () =>
          ok({ records: play.listed.map((file) => ({ ...file, visibility: 'private' })) }),
      },
    } as unknown as FingerprintParts);
  return {
    state,
    clock,
    play,
    make,
    lookUp: (name: string, text: string) => make().lookUp(name, digests(text)),
    list: (name: string, status = 'Available'): string => {
      const fileId = `id of ${name}`;
      play.listed.push({ fileId, name, status } as ListedFile);
      return fileId;
    },
    document: (fileId: string, fileHash: string): void => {
      const body = Buffer.from(JSON.stringify({ FileHash: fileHash }));
      const [reading] = readFileHash(fileHash);
      state.metadataDocuments.keep({
        ...place(fileId),
        body,
        sha256: hash('sha256', body.toString()),
        fileHash,
        fileHashHex: reading?.digestHex ?? null,
        fetchedAtMs: 0,
      });
    },
    ledger: (text: string, status = 'Available'): string => {
      const { blake3 } = digests(text);
      const content = state.contents.keep({ blake3, sizeBytes: text.length });
      return addRecord(state, content.id, { fileId: `id of ${text}`, status }).fileId;
    },
  };
}

const SHA3: HashMethod = { algorithm: 'sha3-256', encoding: 'hex' };

describe('what is known of a content', () => {
  test('a fingerprint of the service proves what this computer never held, and teaches the method', () => {
    const { play, list, document, lookUp } = lab();
    const fileId = list('theirs.raw');
    document(fileId, hash('sha3-256', 'theirs'));
    const known = [{ basis: 'fingerprint', record: { fileId } }];
    expect(lookUp('any name.raw', 'theirs')).toMatchObject({ known, gap: null });
    expect(play.method).toEqual(SHA3);
    // A record that is not on the chain yet is found too. Other code evaluates it.
    document(list('later.raw', 'Pending'), hash('sha3-256', 'later'));
    const later = [{ basis: 'fingerprint', record: { status: 'Pending' } }];
    expect(lookUp('x', 'later').known).toMatchObject(later);
  });

  test('what this computer sent counts without a fingerprint, and with a comparable one that equals', () => {
    const { play, ledger, document, lookUp } = lab();
    const fileId = ledger('mine');
    const look = () => lookUp('mine', 'mine').known;
    expect(look()).toMatchObject([{ basis: 'sent', record: { fileId } }]);
    document(fileId, hash('sha512', 'mine'));
    expect(look()).toMatchObject([{ basis: 'fingerprint' }]);
    document(fileId, hash('sha3-256', 'something else'));
    play.method = null;
    expect(look()).toMatchObject([{ basis: 'sent' }]); // made by an unknown method, so a difference proves nothing
    play.method = SHA3;
    expect(look()).toMatchObject([{ basis: 'contradicted' }]);
  });

  test('a record of the same name that cannot be compared leaves a doubt, one that was compared does not', () => {
    const { play, list, document, lookUp } = lab();
    const fileId = list('run.raw');
    const gap = (name = 'run.raw') => lookUp(name, 'mine').gap;
    expect(gap()).toMatchObject({ reason: 'not-fetched', record: { fileId } });
    expect(gap('other.raw')).toBeNull();
    document(fileId, hash('sha3-256', 'theirs'));
    expect(gap()).toMatchObject({ reason: 'method-unknown' });
    play.method = SHA3;
    expect(gap()).toBeNull();
    document(fileId, hash('sha512', 'theirs')); // from a time when the service used another method
    expect(gap()).toMatchObject({ reason: 'method-unknown' });
    play.isIncomplete = true;
    expect(gap('other.raw')).toEqual({ reason: 'history-incomplete', record: null });
  });

  test('a file is read for what may be needed, and for no more', () => {
    const { play, ledger, list, document, make } = lab();
    document(ledger('mine'), hash('sha3-256', 'mine'));
    expect(make().algorithms()).toEqual([]); // the ledger knows its own files
    document(list('theirs.raw'), hash('sha3-256', 'theirs'));
    expect(make().algorithms()).toHaveLength(7);
    play.method = SHA3;
    expect(make().algorithms()).toEqual(['sha3-256']);
    play.method = { algorithm: 'sha256', encoding: 'hex' };
    expect(make().algorithms()).toEqual([]);
  });
});

describe('before the first file is read', () => {
  test('fingerprints are fetched only when records may be missing, each once', async () => {
    const { clock, play, list, ledger, make, lookUp } = lab();
    ledger('mine');
    list('mine');
    const theirs = [list('one.raw'), list('two.raw')];
    await make().prepare(never);
    expect(play.asked).toEqual([]);
    play.isIncomplete = true;
    await clock.play(make().prepare(never));
    await clock.play(make().prepare(never));
    expect(play.asked).toEqual(theirs);
    expect(lookUp('x', theirs[0] ?? '').known).toHaveLength(1);
  });

  test('a service that does not answer is asked once', async () => {
    const { play, list, make } = lab();
    list('one.raw');
    list('two.raw');
    Object.assign(play, { isIncomplete: true, isOffline: true });
    await make().prepare(never);
    expect(play.asked).toHaveLength(1);
  });
});
