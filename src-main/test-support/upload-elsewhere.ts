/** What somebody else does with the service, without this program. */
import type { Visibility } from '../../src-shared/model/money/price.ts';
import type { EngineAtService } from './engine-at-service.ts';

type AtService = Pick<EngineAtService, 'service'>;
const JSON_HEADERS = { 'content-type': 'application/json' };

/** A program of their own asks the service, with the rights of the demo account of this role. */
async function askElsewhere(
  { service }: AtService,
  role: string,
  route: string,
  init: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> },
) {
  const found = service.demoAccounts.find((account) => account.role === role);
  if (found === undefined) throw new Error(`the demo has no ${role}`);
  const { email, password } = found;
  const body = JSON.stringify({ email, password });
  const headers = JSON_HEADERS;
  const login = await fetch(`${service.url}/login`, { method: 'POST', headers, body });
  const { token } = (await login.json()) as { token: string };
  const authorization = `Bearer ${token}`;
  const answer = await fetch(`${service.url}/${route}`, {
    ...init,
    headers: { ...init.headers, authorization },
  });
  if (!answer.ok) throw new Error(`${route} was answered with ${answer.status}`);
  return answer.json();
}

/** A colleague's own program uploads a file into the project; returns its id. */
export async function uploadElsewhere(
  at: AtService,
  projectId: string,
  { visibility, name, content }: { visibility: Visibility; name: string; content: string | Buffer },
): Promise<string> {
  const body = new FormData();
  body.set('type', 'primary');
  body.set('label', 'raw');
  body.set('uploaded', '2026-11-20T09:00:00.000Z');
  body.set('file', new Blob([new Uint8Array(Buffer.from(content))], { type: 'text/csv' }), name);
  const place =
    visibility === 'public' ? `projects/${projectId}/files` : `private-files/project/${projectId}`;
  const sent = await askElsewhere(at, 'researcher', place, { method: 'POST', body });
  return (sent as { fileId: string }).fileId;
}

/** The leader changes the project with another program. */
export async function editElsewhere(
  at: AtService,
  projectId: string,
  change: object,
): Promise<void> {
  const init = { method: 'PATCH', headers: JSON_HEADERS, body: JSON.stringify(change) };
  await askElsewhere(at, 'principal investigator', `projects/${projectId}`, init);
}
