/** What somebody else does with the service, without this program. */
import type { Visibility } from '../../src-shared/model/price.ts';
import type { EngineAtService } from './engine-at-service.ts';

/** A colleague's own program uploads a file into the project; returns its id. */
export async function uploadElsewhere(
  { service }: Pick<EngineAtService, 'service'>,
  projectId: string,
  { visibility, name, content }: { visibility: Visibility; name: string; content: string | Buffer },
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
  form.set('file', new Blob([new Uint8Array(Buffer.from(content))], { type: 'text/csv' }), name);
  const place = visibility === 'public' ? `projects/${projectId}/files` : null;
  const sent = await fetch(`${service.url}/${place ?? `private-files/project/${projectId}`}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (sent.status !== 201) throw new Error(`the upload was answered with ${sent.status}`);
  return ((await sent.json()) as { fileId: string }).fileId;
}
