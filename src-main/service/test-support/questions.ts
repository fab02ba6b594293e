/** The ways of a question, for tests of what holds for all: with a body over axios, and JSON and bytes over node:http. */
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { ServiceClient } from '../service-client.ts';

export type Question = (
  client: ServiceClient,
  signal: AbortSignal,
) => Promise<Result<unknown, ServiceFault>>;

const DOCUMENT = { projectId: 'p1', fileId: 'f1' };

const CREDENTIALS = { email: 'kim@example.org', password: 'secret' };

/** All read a balance: that with a body in the token. */
export const QUESTIONS: readonly (readonly [string, Question])[] = [
  ['JSON', (client, signal) => client.call('getCreditBalance', { path: { userId: 'u1' } }, signal)],
  [
    'a body',
    async (client, signal) => {
      const got = await client.call('login', { body: CREDENTIALS }, signal);
      return got.ok ? ok({ creditBalance: Number(got.value.token) }) : got;
    },
  ],
  [
    'bytes',
    async (client, signal) => {
      const got = await client.document('getPublicMetadata', DOCUMENT, signal);
      if (!got.ok) return got;
      const { creditBalance } = JSON.parse(Buffer.from(got.value).toString('utf8'));
      return ok({ creditBalance });
    },
  ],
];
