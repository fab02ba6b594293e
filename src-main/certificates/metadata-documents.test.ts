import { describe, expect, test } from 'vitest';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import { makePlayedClock } from '../test-support/played-clock.ts';
import { addContent, addRecord, temporaryState } from '../test-support/temporary-state.ts';
import { makeMetadataDocuments } from './metadata-documents.ts';
import { writtenAs } from './test-support/digested.ts';

const never = new AbortController().signal;
const PLACE = { projectId: 'project-1', visibility: 'public', fileId: 'F1' } as const;
const SHA256 = { algorithm: 'sha256', encoding: 'base64' } as const;
const FILE_HASH = writtenAs('run', SHA256);
const HEX = Buffer.from(FILE_HASH, 'base64').toString('hex');
const DOCUMENT = ` {"FileHash":"${FILE_HASH}","FileLinkStore":"x","JsonCid":"c"}\n`;

/** Documents over a real database, and a service whose answer the test sets. */
function setUp(namesAnother: (text: string) => boolean = () => false) {
  const clock = makePlayedClock();
  const { state } = temporaryState(clock);
  const service: { says: string | ServiceFault } = { says: DOCUMENT };
  let asked = 0;
  const documents = makeMetadataDocuments({
    store: state.metadataDocuments,
    clock,
    async fetch(): Promise<Result<Uint8Array, ServiceFault>> {
      asked += 1;
      const { says } = service;
      return typeof says === 'string' ? ok(Buffer.from(says)) : fail(says);
    },
    fingerprintsOf: () => [HEX],
    namesAnother: (text, { fileId }) => text !== fileId && namesAnother(text),
  });
  return { state, service, documents, asked: () => asked };
}

describe('keeping', () => {
  test('a document is kept byte for byte, and not asked for again', async () => {
    const { documents, asked, state } = setUp();
    const got = await documents.get(PLACE, never);
    if (got.kind !== 'kept') throw new Error(got.kind);
    expect(Buffer.from(got.document.bytes).toString()).toBe(DOCUMENT);
    expect(got.document.fileHash).toBe(FILE_HASH);
    expect(await documents.get(PLACE, never)).toEqual(got);
    expect(documents.kept(PLACE)).toEqual(got.document);
    expect(documents.kept({ ...PLACE, visibility: 'private' })).toBeNull();
    expect(asked()).toBe(1);
    // Found by the digest in it, however that is written.
    expect(state.metadataDocuments.withHash(['00', HEX]).map(({ fileId }) => fileId)).toEqual([
      'F1',
    ]);
  });

  test('a damaged one does not count and is fetched anew; what is asked for again replaces it', async () => {
    const { documents, asked, state, service } = setUp();
    await documents.get(PLACE, never);
    const stored = state.metadataDocuments.at(PLACE);
    if (stored === null) throw new Error('it was not kept');
    state.metadataDocuments.keep({ ...stored, body: Buffer.from(DOCUMENT.replace('x', 'y')) });
    expect(documents.kept(PLACE)).toBeNull();
    expect(await documents.get(PLACE, never)).toMatchObject({ kind: 'kept' });
    expect(asked()).toBe(2);
    service.says = `{"FileHash":"${writtenAs('run', { algorithm: 'md5', encoding: 'hex' })}"}`;
    await documents.fetchAgain(PLACE, never);
    expect(documents.kept(PLACE)?.fileHash).toHaveLength(32);
    expect(state.metadataDocuments.withHash([HEX])).toEqual([]);
  });

  test('one that names no fingerprint, or none that can be read, is kept as it is', async () => {
    const { documents, service, state } = setUp();
    for (const [says, fileHash] of [
      ['{"JsonCid":"c"}', null],
      ['{"FileHash":" "}', null],
      ['{"FileHash":7}', null],
      ['{"FileHash":"see elsewhere"}', 'see elsewhere'],
    ] as const) {
      service.says = says;
      const got = await documents.fetchAgain(PLACE, never);
      expect(got).toMatchObject({ kind: 'kept', document: { fileHash } });
      expect(state.metadataDocuments.at(PLACE)?.fileHashHex).toBeNull();
    }
  });
});

describe('what is never kept', () => {
  test.each([
    ['<!DOCTYPE html><title>Guest network</title>', 'html'],
    ['', 'empty'],
    ['  \n', 'empty'],
    ['[]', 'not-json'],
    ['{"FileHash":"', 'not-json'],
    ['%PDF-1.7 %%EOF', 'not-json'],
    ['{"error":{"statusCode":500,"message":"no"}}', 'error-message'],
    ['{"success":false,"error":{"code":"X","message":"no","details":""}}', 'error-message'],
    ['{"FileHash":"of another","JsonCid":"c"}', 'another-file'],
  ])('%j', async (says, what) => {
    const { documents, service } = setUp((text) => text === 'of another');
    await documents.get(PLACE, never);
    service.says = says;
    expect(await documents.fetchAgain(PLACE, never)).toEqual({ kind: 'not-a-document', what });
    expect(documents.kept(PLACE)?.fileHash).toBe(FILE_HASH); // the good one stays
  });

  test('none yet, and faults, are values, and leave what is kept', async () => {
    const { documents, service } = setUp();
    service.says = { kind: 'not-found', serviceSays: null };
    expect(await documents.get(PLACE, never)).toEqual({ kind: 'not-yet' });
    const fault: ServiceFault = { kind: 'forbidden', serviceSays: 'Not yours' };
    service.says = fault;
    expect(await documents.get(PLACE, never)).toEqual({ kind: 'fault', fault });
    expect(documents.kept(PLACE)).toBeNull();
  });
});

test('a record knows whether its document is here, whichever of the two came first', async () => {
  const { documents, state } = setUp();
  const lacking = () => state.records.lackingDocument(9).map(({ fileId }) => fileId);
  const add = (fileId: string) => {
    const content = addContent(state, fileId);
    const record = addRecord(state, content.id, { fileId, visibility: 'public' });
    state.records.setCertificate(record.id, 'c.pdf', 'c.json');
  };
  add('F1');
  add('F2');
  expect(lacking()).toEqual(['F2', 'F1']);
  await documents.get(PLACE, never);
  expect(lacking()).toEqual(['F2']);
  await documents.get({ ...PLACE, fileId: 'F3' }, never);
  add('F3');
  expect(lacking()).toEqual(['F2']);
  state.metadataDocuments.drop(PLACE);
  expect(lacking()).toEqual(['F2', 'F1']);
});
