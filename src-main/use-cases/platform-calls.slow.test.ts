/** What others uploaded, or another computer: seen, proven and downloaded here, where nothing of it ever was. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import type { Visibility } from '../../src-shared/model/money/price.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';
import { valueOf } from '../test-support/value-of.ts';
import { uploadElsewhere } from '../test-support/upload-elsewhere.ts';

/** The leader's project with a colleague's file of each kind, on a computer that has neither. */
async function elsewhere() {
  const lab = await engineAtService();
  await lab.signIn();
  const projectId = await lab.projectId();
  const upload = (visibility: Visibility) =>
    uploadElsewhere(lab, projectId, { visibility, name: `${visibility}.csv`, content: visibility });
  const ids = { public: await upload('public'), private: await upload('private') };
  const list = (text?: string) =>
    lab.call('files.onPlatform', { filter: { projectId, text }, first: 0, count: 100 });
  return { lab, projectId, ids, list };
}

test('files of every hand are seen, public and private, and without the service their copy', async () => {
  const { lab, ids, list } = await elsewhere();
  const { rows } = await list();
  for (const visibility of ['public', 'private'] as const) {
    const shown = rows.find(({ fileId }) => fileId === ids[visibility]);
    expect(shown).toMatchObject({ visibility, name: `${visibility}.csv` });
    expect(shown?.ownerName).toContain('Robin');
  }
  await lab.service.close();
  expect(await list('PRIVATE.csv')).toMatchObject({
    total: 1,
    rows: [{ fileId: ids.private, localFileId: null }],
  });
});

test('the hash of a file is in the service’s own words, and asked for once', async () => {
  const { lab, projectId, ids } = await elsewhere();
  const place = { projectId, visibility: 'private', fileId: ids.private } as const;
  const { hash } = await lab.call('files.platformFile', place);
  expect(hash).toMatch(/\S{20}/);
  expect(await lab.call('files.platformFile', place)).toMatchObject({ hash });
  expect(lab.sent('getPrivateMetadata')).toBe(1);
});

test('a certificate of a file that was never here is shown and kept like any other, and is there without the service', async () => {
  const { lab, projectId, ids } = await elsewhere();
  const { certificates } = valueOf(lab.engine.core.account());
  for (const fileId of Object.values(ids)) {
    const shown = await lab.call('certificates.show', { fileId, projectId });
    expect(shown).toMatchObject({ fileId, sha256: null, provenAtMs: null });
    expect(shown.listed?.ownerName).toContain('Robin');
    const { forms } = await lab.call('certificates.get', { asked: fileId, projectId });
    expect(forms.map(({ form }) => form)).toEqual(['pdf', 'json']);
    const saved = fs.readFileSync(certificates.saved('pdf', fileId) ?? '');
    expect(saved.toString('latin1', 0, 5)).toBe('%PDF-');
  }
  await lab.service.close();
  const again = await lab.call('certificates.get', { asked: ids.private, projectId });
  expect(again.forms).toHaveLength(2);
});

test('without its project, or in another one, a file is known no more than before; in its own a public one can be downloaded', async () => {
  const { lab, projectId, ids } = await elsewhere();
  const asked = ids.public;
  for (const [name, input] of [
    ['certificates.show', { fileId: asked }],
    ['certificates.get', { asked }],
    ['files.link', { asked }],
  ] as const) {
    expect(await lab.faultOf(name, input)).toEqual({ kind: 'unknown-file', asked });
  }
  const nobody = await lab.faultOf('certificates.get', { asked: 'nobody', projectId });
  expect(nobody).toMatchObject({ kind: 'unknown-file', asked: 'nobody' });

  const { url, fileName } = await lab.call('files.link', { asked, projectId });
  expect([fileName, await (await fetch(url)).text()]).toEqual(['public.csv', 'public']);
  const closed = await lab.faultOf('files.link', { asked: ids.private, projectId });
  expect(closed).toEqual({ kind: 'no-download', asked: ids.private });
  expect(lab.sent('downloadPublicFile')).toBe(1);
});
