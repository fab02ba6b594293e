/** Verifying through the calls of a page, over the real service: files of this computer, and of others. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import type { VerifyAgainst } from '../../src-shared/bridge/verify-calls.ts';
import { bindCertificates, bindVerifying } from '../app/bind-verifying.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';
import { valueOf } from '../test-support/value-of.ts';
import { uploadElsewhere } from '../test-support/upload-elsewhere.ts';

/** Nobody waits for the end of it. */
const LARGE_BYTES = 20_000_000_000;

/** A notarized file of this computer, with the eyes of a face and of the engine on it. */
async function notarized() {
  const lab = await engineAtService();
  await lab.signIn();
  const projectId = await lab.projectId();
  const {
    id,
    fileId: recordId,
    certificateJson,
  } = await lab.notarize('lab/run.raw', 'measured', { projectId });
  const { use } = valueOf(lab.engine.core.accountBase());
  const { documents, state } = use(bindVerifying);
  const verify = (path: string, against: VerifyAgainst) =>
    lab.call('verify.file', { subject: { kind: 'path', path }, against });
  return {
    lab,
    projectId,
    id,
    file: lab.at('lab/run.raw'),
    fileId: recordId ?? '',
    certificate: certificateJson ?? '',
    certificates: use(bindCertificates),
    documents,
    verify,
    verdict: async (path: string, against: VerifyAgainst = { kind: 'own' }) =>
      (await verify(path, against)).verdict,
    /** As in a data folder of before documents were kept. */
    forgetDocument: (visibility: 'public' | 'private', ofFile: string) =>
      state.metadataDocuments.drop({ projectId, visibility, fileId: ofFile }),
  };
}

test('the copy in a folder, its record, and the report of what was found', async () => {
  const { lab, file, id, fileId } = await notarized();
  const found = await lab.call('verify.file', {
    subject: { kind: 'row', id },
    against: { kind: 'record', fileId },
    run: 'run-1',
  });
  expect(found).toMatchObject({
    asked: { name: 'run.raw', path: file },
    verdict: { kind: 'match', record: { fileId, name: 'run.raw', status: 'Available' } },
    isAsUploaded: true,
    service: lab.service.url,
  });
  const method = { algorithm: 'sha256', encoding: 'hex' };
  expect(await lab.call('verify.method', {})).toEqual({ method });
  for (const [form, language, begins] of [
    ['text', 'en', 'Verification of a file\n\nThis file is byte-for-byte'],
    ['text', 'it', 'Verifica di un file\n\nQuesto file è, byte per byte'],
    ['json', 'en', '{\n  "format": "labseal-verification"'],
  ] as const) {
    const report = await lab.call('verify.report', { id: found.id, form, language });
    expect(report.text.slice(0, begins.length)).toBe(begins);
    expect(report.fileName).toMatch(/^verification-run\.raw-\d{4}-\d\d-\d\d\.(txt|json)$/);
  }
  const unknown = { id: 'none', form: 'json', language: 'en' };
  expect(await lab.faultOf('verify.report', unknown)).toMatchObject({ kind: 'unknown-file' });
  const input = { subject: { kind: 'path', path: file }, against: { kind: 'own' } };
  const given = AbortSignal.abort(new Error('the page is gone'));
  expect(await lab.faultOf('verify.file', input, given)).toEqual({ kind: 'cancelled' });
});

test('a face sees how far a large file is, and ends the reading by giving up', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  const path = lab.write('large.raw', '');
  fs.truncateSync(path, LARGE_BYTES); // takes no room
  const subject = { kind: 'path', path } as const;
  const giving = new AbortController();
  const reported: unknown[] = [];
  lab.engine.feed.subscribe(({ event }) => {
    if (event.kind !== 'verify-progress') return;
    reported.push({ ...event, isPart: event.doneBytes > 0 && event.doneBytes < LARGE_BYTES });
    giving.abort(new Error('no more'));
  });
  const input = { subject, against: { kind: 'anything' }, run: 'large' };
  expect(await lab.faultOf('verify.file', input, giving.signal)).toEqual({ kind: 'cancelled' });
  expect(reported[0]).toMatchObject({ run: 'large', totalBytes: LARGE_BYTES, isPart: true });
});

test('a record whose document is not here gets it when it is needed, and says so when it cannot', async () => {
  const { lab, projectId, file, fileId, documents, verify, verdict, forgetDocument } =
    await notarized();
  const kept = () => documents.kept({ projectId, visibility: 'private', fileId })?.fileHash ?? null;
  const forget = () => forgetDocument('private', fileId);
  expect(kept()).toMatch(/^[\da-f]{64}$/);
  forget();
  expect((await verdict(file)).kind).toBe('match');
  expect(kept()).not.toBeNull();
  // Any file that may be the record asks for it as well.
  forget();
  const copy = lab.write('copy.raw', 'measured');
  expect((await verdict(copy, { kind: 'anything' })).kind).toBe('match');
  expect(await lab.call('verify.fetchAgain', { fileId })).toEqual({ fileHash: kept() });

  forget();
  await lab.call('outbox.workOffline', { isOffline: true });
  expect(await verify(file, { kind: 'own' })).toMatchObject({
    verdict: { kind: 'unsure', doubt: { kind: 'not-fetched', fault: { kind: 'unavailable' } } },
    isAsUploaded: true,
  });
  await lab.call('outbox.workOffline', { isOffline: false });
  await lab.service.close();
  expect(await verdict(file)).toMatchObject({ doubt: { kind: 'not-fetched' } });
});

test('a colleague’s file is verified by its record, its project and its certificate', async () => {
  const { lab, projectId, certificate, certificates, file, verdict, forgetDocument } =
    await notarized();
  const theirs = { name: 'colleague.csv', content: 'by a colleague' };
  const fileId = await uploadElsewhere(lab, projectId, { visibility: 'public', ...theirs });
  await lab.call('files.onPlatform', { filter: { projectId }, first: 0, count: 100 });
  const copy = lab.write('from-colleague.csv', 'by a colleague');
  const other = lab.write('other.csv', 'by nobody');
  const record = { kind: 'record', fileId, projectId } as const;
  const project = { kind: 'project', projectId } as const;
  expect(await verdict(copy, record)).toMatchObject({
    kind: 'match',
    record: { fileId, name: 'colleague.csv', sizeBytes: null },
  });
  expect(await verdict(other, record)).toMatchObject({ kind: 'mismatch', longerByBytes: null });
  expect((await verdict(copy, project)).kind).toBe('match');
  const doubt = { kind: 'no-such-record', projectId };
  expect(await verdict(other, project)).toMatchObject({ doubt });
  // Of the whole project by then: whatever a colleague has there is known by its fingerprint.
  forgetDocument('public', fileId);
  expect(await verdict(copy, project)).toMatchObject({ kind: 'match', record: { fileId } });
  // Their certificate names this service, so that a difference is one.
  await lab.call('certificates.get', { asked: fileId, projectId });
  const text = fs.readFileSync(certificates.saved('json', fileId) ?? '', 'utf8');
  expect(await verdict(copy, { kind: 'certificate', text })).toMatchObject({
    kind: 'match',
    record: { fileId },
    comparison: { source: 'certificate', at: 'FileHash' },
  });
  expect(await verdict(file, { kind: 'certificate', text })).toMatchObject({
    kind: 'mismatch',
    matches: [{ name: 'run.raw' }],
  });
  // One of ours, of a file that is not ours any more: it still speaks of this service.
  const own = fs.readFileSync(certificate, 'utf8');
  expect((await verdict(other, { kind: 'certificate', text: own })).kind).toBe('mismatch');
});
