/** The complete contract: every call a face may make, by name. No other calls exist. */
import type * as z from 'zod/mini';
import type { Result } from '../model/result.ts';
import { activityCalls } from './activity-calls.ts';
import { auditCalls } from './audit-calls.ts';
import type { BridgeFault, Call } from './call.ts';
import { adminCalls, memberCalls, profileCalls, userCalls } from './people-calls.ts';
import { certificateCalls } from './certificate-calls.ts';
import { creditCalls } from './credit-calls.ts';
import { demoCalls } from './demo-calls.ts';
import { desktopCalls } from './desktop-calls.ts';
import { downloadCalls } from './download-calls.ts';
import { evidenceCalls } from './evidence-calls.ts';
import { fileCalls } from './file-calls.ts';
import { folderCalls } from './folder-calls.ts';
import { lineageCalls } from './lineage-calls.ts';
import { outboxCalls } from './outbox-calls.ts';
import { projectCalls, tagCalls } from './project-calls.ts';
import { searchCalls } from './search-calls.ts';
import { sessionCalls } from './session-calls.ts';
import { settingsCalls } from './settings-calls.ts';
import { statusCalls } from './status-calls.ts';
import { syncCalls } from './sync-calls.ts';
import { transferCalls } from './transfer-calls.ts';
import { verifyCalls } from './verify-calls.ts';

export const CALLS = {
  ...sessionCalls,
  ...statusCalls,
  ...syncCalls,
  ...folderCalls,
  ...fileCalls,
  ...downloadCalls,
  ...transferCalls,
  ...activityCalls,
  ...searchCalls,
  ...projectCalls,
  ...memberCalls,
  ...lineageCalls,
  ...tagCalls,
  ...userCalls,
  ...profileCalls,
  ...adminCalls,
  ...creditCalls,
  ...certificateCalls,
  ...evidenceCalls,
  ...auditCalls,
  ...verifyCalls,
  ...outboxCalls,
  ...settingsCalls,
  ...demoCalls,
  ...desktopCalls,
} as const;

export type CallName = keyof typeof CALLS;
/** @internal For tests, which go through all of them. */
export const CALL_NAMES = Object.keys(CALLS) as readonly CallName[];

/** What a face gives. */
export type CallInput<Name extends CallName> = z.input<(typeof CALLS)[Name]['input']>;
/** What the core is given, once the schema has let it through. */
export type CheckedInput<Name extends CallName> = z.output<(typeof CALLS)[Name]['input']>;
export type CallOutput<Name extends CallName> =
  (typeof CALLS)[Name] extends Call<z.ZodMiniType, infer Output> ? Output : never;

/** What every call comes back with. */
export type CallAnswer<Name extends CallName> = Result<CallOutput<Name>, BridgeFault>;
