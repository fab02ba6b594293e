/** What others uploaded, or another computer: seen, proven and downloaded here, where nothing of it ever was. */
import { describe, expect, test } from 'vitest';
import { engineAtService, type EngineAtService } from '../../test-support/engine-at-service.ts';
import type { Visibility } from '../../../src-shared/model/price.ts';

const WINDOW = { first: 0, count: 100 };

function sentTo(lab: EngineAtService, endpoint: string): number {
  return lab.service.requests().filter((request) => request.endpoint === endpoint).length;
}

/** A colleague's own program uploads a file into the project; returns its id. */
async function uploadElsewhere(
  { service }: EngineAtService,
  projectId: string,
  { visibility, name, content }: { visibility: Visibility; name: string; content: string },
): Promise<string> {
  const colleague = service.demoAccounts.find(({ role }) => role === 'researcher');
  if (colleague === undefined) throw new Error('the demo has no researcher');
  const { email, password } = colleague;
  const login = await fetch(`${service.url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await login.json()) as { token: string };
  const form = new FormData();
  form.set('type', 'primary');
  form.set('label', 'raw');
  form.set('uploaded', '2026-11-20T09:00:00.000Z');
  form.set('file', new Blob([content], { type: 'text/csv' }), name);
  const place = visibility === 'public' ? `projects/${projectId}/files` : null;
  const sent = await fetch(`${service.url}/${place ?? `private-files/project/${projectId}`}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect(sent.status).toBe(201);
  return ((await sent.json()) as { fileId: string }).fileId;
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
  test('[PL70] files of every hand are seen, public and private, and without the service their copy', async () => {
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

  test('[PL67] the hash of a file is in the service’s own words, and shows which file here has the same content', async () => {
    const { lab, projectId, ids } = await elsewhere();
    const place = { projectId, visibility: 'private', fileId: ids.private } as const;
    const { hash } = await lab.call('files.platformFile', place);
    expect(hash).toMatch(/\S{20}/);
    expect(await lab.call('files.platformFile', place)).toMatchObject({ hash });
    expect(sentTo(lab, 'getPrivateMetadata')).toBe(1);
  });
});
