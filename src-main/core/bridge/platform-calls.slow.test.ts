/** What others uploaded, or another computer: seen, proven and downloaded here, where nothing of it ever was. */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { engineAtService, type EngineAtService } from '../../test-support/engine-at-service.ts';
import { uploadElsewhere } from '../../test-support/upload-elsewhere.ts';
import type { Visibility } from '../../../src-shared/model/price.ts';

const never = new AbortController().signal;
const WINDOW = { first: 0, count: 100 };

function sentTo(lab: EngineAtService, endpoint: string): number {
  return lab.service.requests().filter((request) => request.endpoint === endpoint).length;
}

/** The leader's project with a colleague's file of each kind, on a computer that has neither. */
async function elsewhere() {
  const lab = await engineAtService();
  await lab.signIn();
  const projectId = await lab.projectId();
  const upload = (visibility: Visibility) =>
    uploadElsewhere(lab, projectId, { visibility, name: `${visibility}.csv`, content: visibility });
  const ids = { public: await upload('public'), private: await upload('private') };
  const list = (text = '') =>
    lab.call('files.onPlatform', {
      filter: { projectId, ...(text === '' ? {} : { text }) },
      ...WINDOW,
    });
  return { lab, projectId, ids, list };
}

describe('what the service has in a project', () => {
  test('files of every hand are seen, public and private, and without the service their copy', async () => {
    const { lab, ids, list } = await elsewhere();
    const seen = await list();
    const shown = seen.rows.filter(({ fileId }) => Object.values(ids).includes(fileId));
    expect(shown).toHaveLength(2);
    for (const file of shown) {
      expect(file).toMatchObject({
        name: `${file.visibility}.csv`,
        ownerName: expect.stringContaining('Robin'),
      });
    }
    await lab.service.close();
    expect(await list('PRIVATE.csv')).toMatchObject({
      total: 1,
      rows: [{ fileId: ids.private, localFileId: null }],
    });
  });

  test('the hash of a file is in the service’s own words, and shows which file here has the same content', async () => {
    const { lab, projectId, ids } = await elsewhere();
    const place = { projectId, visibility: 'private', fileId: ids.private } as const;
    const { hash } = await lab.call('files.platformFile', place);
    expect(hash).toMatch(/\S{20}/);
    expect(await lab.call('files.platformFile', place)).toMatchObject({ hash });
    expect(sentTo(lab, 'getPrivateMetadata')).toBe(1);
  });
});

describe('what can be had of a file that was never here', () => {
  test('its certificate is shown and kept like any other, and is there without the service', async () => {
    const { lab, projectId, ids } = await elsewhere();
    for (const fileId of Object.values(ids)) {
      const shown = await lab.call('certificates.show', { fileId, projectId });
      expect(shown).toMatchObject({ fileId, sha256: null, provenAtMs: null });
      expect(shown.listed?.ownerName).toContain('Robin');
      const { forms } = await lab.call('certificates.get', { asked: fileId, projectId });
      expect(forms.map(({ form }) => form)).toEqual(['pdf', 'json']);
      const account = lab.engine.core.account();
      const saved = account.ok ? account.value.certificates.saved('pdf', fileId) : null;
      expect(
        fs
          .readFileSync(saved ?? '')
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    }
    await lab.service.close();
    const asked = ids.private;
    const again = await lab.call('certificates.get', { asked, projectId });
    expect(again.forms).toHaveLength(2);
  });

  test('without its project, or in another one, it is known no more than before', async () => {
    const { lab, projectId, ids } = await elsewhere();
    const fileId = ids.public;
    const unknown = { ok: false, fault: { kind: 'unknown-file', asked: fileId } };
    expect(await lab.serve('certificates.show', { fileId }, never)).toEqual(unknown);
    expect(await lab.serve('certificates.get', { asked: fileId }, never)).toEqual(unknown);
    expect(await lab.serve('files.link', { asked: fileId }, never)).toEqual(unknown);
    const other = { asked: 'nobody', projectId };
    expect(await lab.serve('certificates.get', other, never)).toMatchObject({
      fault: { kind: 'unknown-file', asked: 'nobody' },
    });
  });

  test('a public file has an address to download it from; a private one has none and is not asked for', async () => {
    const { lab, projectId, ids } = await elsewhere();
    const { url, fileName } = await lab.call('files.link', { asked: ids.public, projectId });
    expect([fileName, await (await fetch(url)).text()]).toEqual(['public.csv', 'public']);
    expect(await lab.serve('files.link', { asked: ids.private, projectId }, never)).toEqual({
      ok: false,
      fault: { kind: 'no-download', asked: ids.private },
    });
    expect(sentTo(lab, 'downloadPublicFile')).toBe(1);
  });
});
