/**
 * Gives a new database its past. The history is made by the handlers themselves, on a clock of its own, so that it
 * holds exactly what the interface would have left behind.
 */
import { makeHandlers } from '../resources/handlers.ts';
import { makeService, type ServiceParts, type Service } from '../service.ts';
import { seedAccounts, type SeedName, type DemoAccount } from './seed-accounts.ts';
import { seedProjects } from './seed-projects.ts';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EndpointName } from '../../src-shared/service/endpoints.ts';
import type { UploadFields } from '../../src-shared/service/files.ts';
import type { Call, Handlers } from '../http/call.ts';
import { makeCall } from '../http/run-endpoint.ts';
import { requireUserByEmail } from '../resources/people.ts';
import type { User } from '../store/user-table.ts';
import { startDigests } from '../uploads/digests.ts';
import type { ReceivedFile } from '../uploads/upload-types.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const HISTORY_DAYS = 42;

export interface SeedOptions {
  readonly seed: SeedName;
  /** Existing folder on the disk the contents will stay on. */
  readonly folder: string;
  readonly baseUrl: string;
}

export async function seedService(
  parts: ServiceParts,
  { seed, folder, baseUrl }: SeedOptions,
): Promise<void> {
  const startMs = parts.nowMs() - HISTORY_DAYS * DAY_MS;
  const clock = { atMs: startMs };
  const service = makeService({ ...parts, nowMs: () => clock.atMs });
  await seedAccounts(service, seed);
  if (seed === 'empty') return;
  const calls = makeSeedCalls({ service, handlers: makeHandlers(service), folder, baseUrl });
  await seedProjects(calls, (day) => {
    clock.atMs = startMs + day * DAY_MS;
    return new Date(clock.atMs).toISOString();
  });
}

// Lets the seed act as a person of the demo: calls to handlers without a socket in between.

interface StageParts {
  readonly service: Service;
  readonly handlers: Handlers;
  readonly folder: string;
  readonly baseUrl: string;
}

export interface SeedCalls extends StageParts {
  readonly user: (account: DemoAccount) => User;
  /** A call of that person to that endpoint. */
  readonly call: <Body>(
    account: DemoAccount,
    name: EndpointName,
    parameters: Readonly<Record<string, string>>,
    body: Body,
  ) => Call<Body>;
  /** Uploads a text as a file; returns its id. */
  readonly upload: (account: DemoAccount, upload: DemoUpload) => Promise<string>;
}

interface DemoUpload {
  readonly endpoint: 'uploadPublicFile' | 'uploadPrivateFile';
  readonly projectId: string;
  readonly name: string;
  readonly contentType: string;
  readonly content: string;
  readonly fields: UploadFields;
}

function makeSeedCalls(parts: StageParts): SeedCalls {
  const { service, handlers, folder, baseUrl } = parts;

  async function receive({ name, contentType, content }: DemoUpload): Promise<ReceivedFile> {
    const bytes = Buffer.from(content);
    const digests = startDigests(service.readings().fileHash.algorithm);
    digests.update(bytes);
    const temporaryPath = join(folder, `${randomUUID()}.seed`);
    await writeFile(temporaryPath, bytes, { mode: 0o600 });
    const sizeBytes = bytes.length;
    return { name, contentType, sizeBytes, temporaryPath, digests: digests.finish() };
  }

  const user = (account: DemoAccount) => requireUserByEmail(service.store, account.email);
  const call: SeedCalls['call'] = (account, name, parameters, body) =>
    makeCall({ name, parameters, query: new URLSearchParams(), baseUrl }, user(account), body);

  return {
    ...parts,
    user,
    call,
    async upload(account, upload) {
      const { endpoint, projectId, fields } = upload;
      const admission = handlers[endpoint](call(account, endpoint, { projectId }, null));
      const answer = await admission.complete(fields, await receive(upload));
      return (answer as { readonly fileId: string }).fileId;
    },
  };
}
