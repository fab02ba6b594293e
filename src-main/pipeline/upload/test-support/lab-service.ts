/** The bundled service with somebody signed in and a project to send to; what it holds afterwards is asked over HTTP. */
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { FaultRule } from '../../../../src-mock/control/fault-rules.ts';
import type { Readings } from '../../../../src-mock/control/readings.ts';
import { startMockService, type MockService } from '../../../../src-mock/mock-service.ts';
import type { UploadJob } from '../upload.ts';
import { formOf, jobFor, makeTempFolder } from './upload-setup.ts';

export type LabService = Awaited<ReturnType<typeof startLabService>>;

const FIELDS = [
  ['type', 'primary'],
  ['label', 'run'],
  ['uploaded', '2026-01-02T03:04:05.678Z'],
] as const;

export type UploadPath = 'public' | 'private';

export async function startLabService() {
  const folder = makeTempFolder();
  const dataFolder = join(dirname(folder.write('marker', '')), 'service');
  const service = await startMockService({
    dataFolder,
    seed: 'demo',
    readings: { chainDelayMs: 0 },
  });
  const account = service.demoAccounts.find(({ role }) => role === 'principal investigator');
  if (account === undefined) throw new Error('the demo has no principal investigator');
  const { email, password } = account;
  const login = await fetch(`${service.url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await login.json()) as { token: string };
  const get = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(service.url + path, { headers })).json();
  };
  const { records } = (await get('/projects')) as { records: { id: string }[] };
  const projectId = records[0]?.id ?? '';
  const readingsAtFirst = service.readings();
  let before = service.ledger();
  let seen = lastNumber(service);
  const pathOf = (to: UploadPath): string =>
    to === 'public' ? `/projects/${projectId}/files` : `/private-files/project/${projectId}`;

  return {
    service,
    token,
    projectId,
    /** A job for `content`, sent to `path` of the service (or of `origin`, which leads there). */
    job(
      content: Uint8Array,
      {
        to = 'public',
        origin = service.url,
        ...over
      }: Partial<UploadJob> & { to?: UploadPath; origin?: string } = {},
    ) {
      const path = folder.write(
        `run-${createHash('sha256').update(content).digest('hex')}`,
        content,
      );
      const form = formOf(content.length, 'run.raw', FIELDS);
      return jobFor(origin + pathOf(to), path, content, { form, ...over });
    },
    /** SHA-256 of what the service keeps under this id. */
    async storedSha256(fileId: string, to: UploadPath = 'public') {
      const below = to === 'public' ? pathOf(to) : `${pathOf(to)}/files`;
      const { FileHash } = (await get(`${below}/${fileId}/ipfs`)) as { FileHash: string };
      return FileHash;
    },
    /** Methods of the requests about uploads since the last call, in their order. */
    asked() {
      const fresh = service.requests().filter(({ number }) => number > seen);
      seen = lastNumber(service);
      return fresh.flatMap(({ method, endpoint }) =>
        endpoint === 'upload-resource' || method === 'POST' ? [method] : [],
      );
    },
    add(...rules: FaultRule[]) {
      for (const rule of rules) service.faults.add(rule);
    },
    /** Without faults, with these readings, and nothing asked or booked yet. */
    reset(readings: Partial<Readings>) {
      service.faults.clear();
      service.setReadings({ ...readingsAtFirst, ...readings });
      before = service.ledger();
      seen = lastNumber(service);
    },
    /** Files recorded and credits charged since then. */
    booked(): { readonly records: number; readonly charges: number } {
      const now = service.ledger();
      return {
        records: now.records.length - before.records.length,
        charges: now.transactions.length - before.transactions.length,
      };
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      folder[Symbol.dispose]();
    },
  };
}

function lastNumber(service: MockService): number {
  return service.requests().at(-1)?.number ?? 0;
}
