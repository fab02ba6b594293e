/** The page shows a client that works, and a rule that the service takes. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../src-main/test-support/temporary-folder.ts';
import { startMockService } from '../mock-service.ts';
import { OWN_CLIENT, ownClientPage } from './own-client-page.ts';

test('the client that is shown notarizes a file and prints its certificate', async () => {
  const folder = temporaryFolder();
  const service = await startMockService({ dataFolder: folder.at('service') });
  const account = service.demoAccounts.find(({ role }) => role === 'researcher');
  const script = folder.write('own-client.mjs', OWN_CLIENT);
  const file = folder.write('run.csv', 'a,b\n');
  try {
    const args = [script, service.url, account?.email ?? '', account?.password ?? '', file];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const shown = JSON.parse(stdout) as { FileHash: string; certificate: object };
    const sha256 = createHash('sha256').update('a,b\n').digest('hex');
    expect(JSON.stringify(shown)).toContain(sha256);
    expect(shown.certificate).not.toEqual({});

    const rule = /-d '(\{.+\})'/.exec(ownClientPage(service.url).replaceAll('&quot;', '"'))?.[1];
    const taken = await fetch(`${service.url}/__mock/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: rule ?? '',
    });
    expect(taken.status).toBe(201);
    expect((await fetch(`${service.url}/docs/client`)).status).toBe(200);
  } finally {
    await service.close();
  }
});
