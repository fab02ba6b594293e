import { expect, test } from 'vitest';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { addContent, addRecord, temporaryState } from '../../test-support/temporary-state.ts';
import { makeMetadataDocuments } from './metadata-documents.ts';
import { writtenAs } from '../verify/test-support/digested.ts';

const never = new AbortController().signal;
const PLACE = { projectId: 'project-1', visibility: 'public', fileId: 'F1' } as const;
const FILE_HASH = writtenAs('run', { algorithm: 'sha256', encoding: 'base64' });
const HEX = Buffer.from(FILE_HASH, 'base64').toString('hex');
const DOCUMENT = ` {"FileHash":"${FILE_HASH}","FileLinkStore":"x","JsonCid":"c"}\n`;

/** Documents over a real database, and a service whose answer the test sets. */
function setUp() {
  const { state, clock } = temporaryState();
  const service: { says: string | ServiceFault; asked: number } = { says: DOCUMENT, asked: 0 };
  const documents = makeMetadataDocuments({
    store: state.metadataDocuments,
    clock,
    async fetch(): Promise<Result<Uint8Array, ServiceFault>> {
      service.asked += 1;
      const { says } = service;
      return typeof says === 'string' ? ok(Buffer.from(says)) : fail(says);
    },
    fingerprintsOf: () => [HEX],
    namesAnother: (text) => text === 'of another',
  });
  return { state, service, documents };
}

test('a document is kept byte for byte, not asked for again, and found by the digest in it', async () => {
  const { documents, service, state } = setUp();
  const got = await documents.get(PLACE, never);
  if (got.kind !== 'kept') throw new Error(got.kind);
  expect(Buffer.from(got.document.bytes).toString()).toBe(DOCUMENT);
  expect(got.document.fileHash).toBe(FILE_HASH);
  expect(await documents.get(PLACE, never)).toEqual(got);
  expect(documents.kept(PLACE)).toEqual(got.document);
  expect(documents.kept({ ...PLACE, visibility: 'private' })).toBeNull();
  expect(service.asked).toBe(1);
  expect(state.metadataDocuments.withHash(['00', HEX])).toMatchObject([{ fileId: 'F1' }]);
});

test('a damaged one does not count and is fetched anew; what is asked for again replaces it', async () => {
  const { documents, state, service } = setUp();
  await documents.get(PLACE, never);
  const stored = state.metadataDocuments.at(PLACE);
  if (stored === null) throw new Error('it was not kept');
  state.metadataDocuments.keep({ ...stored, body: Buffer.from(DOCUMENT.replace('x', 'y')) });
  expect(documents.kept(PLACE)).toBeNull();
  expect(await documents.get(PLACE, never)).toMatchObject({ kind: 'kept' });
  expect(service.asked).toBe(2);
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

// An answer that is not a document is reported as for certificates.
test('what is no document of this file is not kept, nor does a fault drop what is', async () => {
  const { documents, service } = setUp();
  const fault: ServiceFault = { kind: 'forbidden', serviceSays: 'Not yours' };
  service.says = fault;
  expect(await documents.get(PLACE, never)).toEqual({ kind: 'fault', fault });
  expect(documents.kept(PLACE)).toBeNull();
  service.says = DOCUMENT;
  await documents.get(PLACE, never);
  for (const [says, outcome] of [
    [fault, { kind: 'fault', fault }],
    [{ kind: 'not-found', serviceSays: null }, { kind: 'not-yet' }],
    ['<!DOCTYPE html>', { kind: 'not-a-document', what: 'html' }],
    ['%PDF-1.7 %%EOF', { kind: 'not-a-document', what: 'not-json' }],
    ['{"FileHash":"of another"}', { kind: 'not-a-document', what: 'another-file' }],
  ] as const) {
    service.says = says;
    expect(await documents.fetchAgain(PLACE, never)).toEqual(outcome);
    expect(documents.kept(PLACE)?.fileHash).toBe(FILE_HASH);
  }
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
