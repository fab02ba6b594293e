/** Verifying through the calls of a page, over the real service: files of this computer, and of others. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import type { VerifyAgainst } from '../../../src-shared/bridge/verify-calls.ts';
import type { State } from '../../state/state.ts';
import { engineAtService, type EngineAtService } from '../../test-support/engine-at-service.ts';
import { assignment } from '../../test-support/temporary-state.ts';
import { uploadElsewhere } from '../../test-support/upload-elsewhere.ts';

/** All nine digests of it take longer than the first message about it. */
const LARGE_BYTES = 150_000_000;

/** A notarized file of this computer. */
async function notarized() {
  const lab = await engineAtService();
  await lab.signIn();
  return { lab, ...(await notarize(lab, 'run.raw', 'measured')) };
}

async function notarize(lab: EngineAtService, name: string, content: string) {
  const projectId = await lab.projectId();
  const file = lab.write(`lab/${name}`, content);
  const [id = ''] = await lab.call('files.pick', {
    paths: [file],
    assignment: assignment({ projectId, checkPolicy: 'never' }),
  });
  const offer = await lab.until(
    () => lab.call('files.offer', { which: { fileIds: [id] } }),
    ({ files }) => files === 1,
  );
  await lab.call('files.agree', { which: { fileIds: [id] }, credits: offer.credits });
  const row = await lab.until(
    () => lab.call('files.show', { asked: id }),
    ({ state, certificateJson }) => state === 'notarized' && certificateJson !== null,
  );
  const fileId = row.fileId ?? '';
  return { projectId, file, id, fileId, certificate: row.certificateJson ?? '' };
}

const verify = (lab: EngineAtService, path: string, against: VerifyAgainst) =>
  lab.call('verify.file', { subject: { kind: 'path', path }, against });

function documentsOf(lab: EngineAtService) {
  const account = lab.engine.core.account();
  if (!account.ok) throw new Error(account.fault.kind);
  return account.value.verifying.documents;
}

/** As in a data folder of before documents were kept. */
function forgetDocuments(lab: EngineAtService, projectId: string, fileId: string): void {
  const account = lab.engine.core.account();
  if (!account.ok) throw new Error(account.fault.kind);
  const state = account.value.verifying.state as State; // it is shown there for less
  for (const visibility of ['public', 'private'] as const) {
    state.metadataDocuments.drop({ projectId, visibility, fileId });
  }
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
  expect(await lab.call('verify.method', {})).toEqual({
    method: { algorithm: 'sha256', encoding: 'hex' },
  });
  for (const [form, language, begins] of [
    ['text', 'en', 'Verification of a file\n\nThis file is byte-for-byte'],
    ['text', 'it', 'Verifica di un file\n\nQuesto file è, byte per byte'],
    ['json', 'en', '{\n  "format": "labseal-verification"'],
  ] as const) {
    const report = await lab.call('verify.report', { id: found.id, form, language });
    expect(report.text.slice(0, begins.length)).toBe(begins);
    expect(report.fileName).toMatch(/^verification-run\.raw-\d{4}-\d\d-\d\d\.(txt|json)$/);
  }
  const never = new AbortController().signal;
  const unknown = { id: 'none', form: 'json', language: 'en' };
  expect(await lab.serve('verify.report', unknown, never)).toMatchObject({
    fault: { kind: 'unknown-file' },
  });
  const given = AbortSignal.abort(new Error('the page is gone'));
  const input = { subject: { kind: 'path', path: file }, against: { kind: 'own' } };
  expect(await lab.serve('verify.file', input, given)).toEqual({
    ok: false,
    fault: { kind: 'cancelled' },
  });
});

test('a face sees how far a large file is, and ends the reading by giving up', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  const path = lab.write('large.raw', '');
  fs.truncateSync(path, LARGE_BYTES); // takes no room
  const subject = { kind: 'path', path } as const;
  const against = { kind: 'anything' } as const;
  const progress = () =>
    lab.events.flatMap(({ event }) => (event.kind === 'verify-progress' ? [event] : []));
  await lab.call('verify.file', { subject, against, run: 'large' });
  expect(progress().length).toBeGreaterThan(0);
  for (const { run, doneBytes, totalBytes } of progress()) {
    expect([run, totalBytes]).toEqual(['large', LARGE_BYTES]);
    expect(doneBytes).toBeLessThanOrEqual(LARGE_BYTES);
  }
  const giving = new AbortController();
  const stop = lab.engine.feed.subscribe(({ event }) => {
    if (event.kind === 'verify-progress' && event.run === 'again')
      giving.abort(new Error('no more'));
  });
  const given = await lab.serve('verify.file', { subject, against, run: 'again' }, giving.signal);
  stop();
  expect(given).toEqual({ ok: false, fault: { kind: 'cancelled' } });
});

test('a service that changed its method is not taken at its old word: the file is read again before it differs', async () => {
  const { lab, file } = await notarized();
  const method = async () => (await lab.call('verify.method', {})).method?.algorithm;
  expect(await method()).toBe('sha256');
  lab.service.setReadings({ fileHash: { algorithm: 'keccak-256', encoding: 'hex' } });
  const later = await notarize(lab, 'later.raw', 'measured later');
  expect(await method()).toBe('sha256'); // nobody has asked yet
  const match = await verify(lab, later.file, { kind: 'own' });
  expect(match.verdict).toMatchObject({
    kind: 'match',
    comparison: { method: { algorithm: 'keccak-256' } },
  });
  expect(match.method?.algorithm).toBe('keccak-256');
  // What was notarized before goes on being what it was; only what differs in every way differs.
  expect((await verify(lab, file, { kind: 'own' })).verdict.kind).toBe('match');
  fs.writeFileSync(later.file, 'measured never');
  expect((await verify(lab, later.file, { kind: 'own' })).verdict.kind).toBe('mismatch');
});

test('a record whose document is not here gets it when it is needed, and says so when it cannot', async () => {
  const { lab, projectId, file, fileId } = await notarized();
  const kept = () =>
    documentsOf(lab).kept({ projectId, visibility: 'private', fileId })?.fileHash ?? null;
  expect(kept()).toMatch(/^[\da-f]{64}$/);
  forgetDocuments(lab, projectId, fileId);
  expect((await verify(lab, file, { kind: 'own' })).verdict.kind).toBe('match');
  expect(kept()).not.toBeNull();
  // Any file that may be the record asks for it as well.
  forgetDocuments(lab, projectId, fileId);
  const copy = lab.write('copy.raw', 'measured');
  expect((await verify(lab, copy, { kind: 'anything' })).verdict.kind).toBe('match');
  expect(await lab.call('verify.fetchAgain', { fileId })).toEqual({ fileHash: kept() });

  forgetDocuments(lab, projectId, fileId);
  await lab.call('outbox.workOffline', { isOffline: true });
  expect(await verify(lab, file, { kind: 'own' })).toMatchObject({
    verdict: { kind: 'unsure', doubt: { kind: 'not-fetched', fault: { kind: 'unavailable' } } },
    isAsUploaded: true,
  });
  await lab.call('outbox.workOffline', { isOffline: false });
  await lab.service.close();
  expect((await verify(lab, file, { kind: 'own' })).verdict).toMatchObject({
    doubt: { kind: 'not-fetched' },
  });
});

test('a colleague’s file is verified by its record, its project and its certificate', async () => {
  const { lab, projectId, certificate, file } = await notarized();
  const fileId = await uploadElsewhere(lab, projectId, {
    visibility: 'public',
    name: 'colleague.csv',
    content: 'by a colleague',
  });
  await lab.call('files.onPlatform', { filter: { projectId }, first: 0, count: 100 });
  const copy = lab.write('from-colleague.csv', 'by a colleague');
  const other = lab.write('other.csv', 'by nobody');
  const against = { kind: 'record', fileId, projectId } as const;
  expect((await verify(lab, copy, against)).verdict).toMatchObject({
    kind: 'match',
    record: { fileId, name: 'colleague.csv', sizeBytes: null },
  });
  expect((await verify(lab, other, against)).verdict).toMatchObject({
    kind: 'mismatch',
    longerByBytes: null,
  });
  expect((await verify(lab, copy, { kind: 'project', projectId })).verdict.kind).toBe('match');
  expect((await verify(lab, other, { kind: 'project', projectId })).verdict).toMatchObject({
    doubt: { kind: 'no-such-record', projectId },
  });
  // Of the whole project by then: whatever a colleague has there is known by its fingerprint.
  forgetDocuments(lab, projectId, fileId);
  expect((await verify(lab, copy, { kind: 'project', projectId })).verdict).toMatchObject({
    kind: 'match',
    record: { fileId },
  });
  // Their certificate names this service, so that a difference is one.
  await lab.call('certificates.get', { asked: fileId, projectId });
  const account = lab.engine.core.account();
  const saved = account.ok ? account.value.certificates.saved('json', fileId) : null;
  const text = fs.readFileSync(saved ?? '', 'utf8');
  expect((await verify(lab, copy, { kind: 'certificate', text })).verdict).toMatchObject({
    kind: 'match',
    record: { fileId },
    comparison: { source: 'certificate', at: 'FileHash' },
  });
  expect((await verify(lab, file, { kind: 'certificate', text })).verdict).toMatchObject({
    kind: 'mismatch',
    matches: [{ name: 'run.raw' }],
  });
  // One of ours, of a file that is not ours any more: it still speaks of this service.
  const own = fs.readFileSync(certificate, 'utf8');
  expect((await verify(lab, other, { kind: 'certificate', text: own })).verdict.kind).toBe(
    'mismatch',
  );
});
