/** Sends a change once, and asks first whether it can be afforded. Nothing here repeats anything. */
import {
  changeCredits,
  type Change,
  type PaidIntent,
  type RefusalCause,
} from '../../../src-shared/model/changes/change.ts';
import type { AvatarType } from '../../../src-shared/model/people/avatar-image.ts';
import { assertNever, fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { SentBody } from './plan-sending.ts';

/** `refusal` null: it can be afforded. */
export interface Means {
  readonly balance: number;
  readonly refusal: RefusalCause | null;
}

/** Asks the service's own questions, where it has one for this kind, and the balance. A fault: it could not be asked. */
export async function askMeans(
  intent: PaidIntent,
  client: ServiceClient,
  userId: string,
  signal: AbortSignal,
): Promise<Result<Means, ServiceFault>> {
  const path = { userId };
  const read = await client.call('getCreditBalance', { path }, signal);
  if (!read.ok) return read;
  const balance = read.value.creditBalance;
  const needed = changeCredits(intent);
  if (balance < needed) {
    return ok({ balance, refusal: { kind: 'credits', needed, balance } });
  }
  const question = QUESTIONS[intent.kind];
  if (question === null) return ok({ balance, refusal: null });
  const allowed = await client.call(question, { path }, signal);
  if (allowed.ok) return ok({ balance, refusal: null });
  const refusal = refusalOf(allowed.fault);
  return refusal === null ? allowed : ok({ balance, refusal });
}

const QUESTIONS = {
  'create-project': 'canCreateProject',
  'invite-member': 'canInviteMember',
  'delete-file': null,
} as const;

/** A clear no; null when the fault says nothing about the request itself. */
export function refusalOf(fault: ServiceFault): RefusalCause | null {
  switch (fault.kind) {
    case 'refused':
    case 'forbidden':
    case 'not-found':
    case 'too-large':
      return { kind: 'service', fault };
    case 'not-signed-in':
    case 'throttled':
    case 'unavailable':
    case 'not-the-service':
    case 'unknown-outcome':
      return null;
    default:
      return assertNever(fault);
  }
}

export interface SendPorts {
  readonly client: ServiceClient;
  /** Bytes that a change sends. */
  readonly blob: (id: string) => Uint8Array | null;
}

/** What a picture of that type is called; the service is told no name of this computer. */
const PICTURE_NAMES: Readonly<Record<AvatarType, string>> = {
  'image/png': 'avatar.png',
  'image/jpeg': 'avatar.jpg',
  'image/gif': 'avatar.gif',
  'image/webp': 'avatar.webp',
};

/**
 * The whole, readable answer of success; every other success counts as an unreadable one. `body`: of an edit, what of it
 * goes out.
 */
export async function sendChange(
  change: Pick<Change, 'intent' | 'key'>,
  body: SentBody,
  ports: SendPorts,
  signal: AbortSignal,
): Promise<Result<'done', ServiceFault>> {
  const answer = await exchange(change, body, ports, signal);
  if (!answer.ok) return answer;
  // The reader takes `{}` for an empty message. A proxy says that too, so a message without words proves nothing.
  return answer.value === ''
    ? fail({ kind: 'unknown-outcome', why: 'unreadable-answer' })
    : ok('done');
}

async function exchange(
  { intent, key: idempotencyKey }: Pick<Change, 'intent' | 'key'>,
  edited: SentBody,
  { client, blob }: SendPorts,
  signal: AbortSignal,
): Promise<Result<string, ServiceFault>> {
  switch (intent.kind) {
    case 'create-project': {
      const { project: body } = intent;
      const answer = await client.call('createProject', { body, idempotencyKey }, signal);
      return answer.ok ? ok(answer.value.responseMessage) : answer;
    }
    case 'invite-member': {
      const { projectId, userId } = intent;
      const path = { projectId, userId };
      const answer = await client.call('inviteMember', { path, idempotencyKey }, signal);
      return answer.ok ? ok(answer.value.responseMessage) : answer;
    }
    case 'delete-file': {
      const { projectId, fileId, userId, reason, visibility } = intent;
      const name = visibility === 'public' ? 'deletePublicFile' : 'deletePrivateFile';
      const call = { path: { projectId, fileId }, body: { userId, reason }, idempotencyKey };
      const answer = await client.call(name, call, signal);
      return answer.ok ? ok(answer.value.message) : answer;
    }
    case 'remove-member':
    case 'activate-member': {
      const { kind, projectId, userId } = intent;
      const name = kind === 'remove-member' ? 'removeMember' : 'activateMember';
      const answer = await client.call(name, { path: { projectId, userId } }, signal);
      return answer.ok ? ok(answer.value.responseMessage) : answer;
    }
    case 'edit-project': {
      if (edited?.kind !== 'project') throw new Error('an edit without a body');
      const path = { projectId: intent.projectId };
      const answer = await client.call('updateProject', { path, body: edited.change }, signal);
      return answer.ok ? ok(answer.value.responseMessage) : answer;
    }
    case 'create-tag': {
      const body = { name: intent.name.trim() };
      const answer = await client.call('createTag', { body }, signal);
      return answer.ok ? ok(answer.value.info.responseMessage) : answer;
    }
    case 'edit-profile': {
      if (edited?.kind !== 'profile') throw new Error('an edit without a body');
      const path = { userId: intent.userId };
      const answer = await client.call('updateUser', { path, body: edited.change }, signal);
      return answer.ok ? ok(answer.value.info.responseMessage) : answer;
    }
    case 'set-avatar': {
      const bytes = blob(intent.blob);
      if (bytes === null) throw new Error('the picture to send is gone');
      const { mediaType, userId } = intent;
      const file = { fileName: PICTURE_NAMES[mediaType], mediaType, bytes };
      const answer = await client.sendSmallFile('uploadAvatar', { userId }, file, signal);
      return answer.ok ? ok('done') : answer;
    }
    default:
      return assertNever(intent);
  }
}
