/**
 * Binds the contract to the core: the only entry for calls of user interfaces. Every input must pass the strict schema
 * of its call first. Output is plain data. A bug of ours becomes a code with an id, and its details go only to the log.
 */
import * as z from 'zod/mini';
import type { BridgeFault } from '../../src-shared/bridge/call.ts';
import {
  CALLS,
  isCallName,
  type CallName,
  type CheckedInput,
} from '../../src-shared/bridge/calls.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import { diskFaultOf } from '../platform/disk-fault.ts';
import { accountHandlers, activityHandlers, searchHandlers } from './account-handlers.ts';
import { adminHandlers, memberHandlers, profileHandlers, userHandlers } from './people-handlers.ts';
import { auditHandlers, evidenceHandlers, verifyHandlers } from './proof-handlers.ts';
import { demoHandlers, desktopHandlers, existsHere, settingsHandlers } from './host-handlers.ts';
import { downloadHandlers, fileHandlers, transferHandlers } from './file-handlers.ts';
import { folderHandlers } from './folder-handlers.ts';
import type { Handler, HandlerParts } from './handlers.ts';
import { outboxHandlers } from './outbox-handlers.ts';
import { lineageHandlers, projectHandlers, tagHandlers } from './project-handlers.ts';
import { sessionHandlers } from './session-handlers.ts';

export interface ServeParts extends HandlerParts {
  /** Stores the details of a bug of ours and returns their id. */
  readonly keepError: (call: CallName, error: unknown) => string;
}

const LONGEST_NAME = 100; // of an unknown call's name, in the answer

/** Never rejects. Aborting ends the wait; a request to the service may have been carried out. */
export type ServeCall = (
  name: string,
  input: unknown,
  signal: AbortSignal,
) => Promise<Result<unknown, BridgeFault>>;

export function makeServeCall(parts: ServeParts): ServeCall {
  const handlers: { readonly [Name in CallName]: Handler<Name> } = {
    ...sessionHandlers(parts),
    ...accountHandlers(parts),
    ...folderHandlers(parts),
    ...fileHandlers(parts),
    ...evidenceHandlers(parts),
    ...downloadHandlers(parts),
    ...transferHandlers(parts),
    ...activityHandlers(parts),
    ...searchHandlers(parts),
    ...auditHandlers(parts),
    ...outboxHandlers(parts),
    ...projectHandlers(parts),
    ...memberHandlers(parts),
    ...lineageHandlers(parts),
    ...tagHandlers(parts),
    ...userHandlers(parts),
    ...profileHandlers(parts),
    ...adminHandlers(parts),
    ...verifyHandlers(parts),
    ...settingsHandlers(parts),
    ...demoHandlers(parts),
    ...desktopHandlers(parts),
  };

  return async (name, input, signal) => {
    if (!isCallName(name)) return fail({ kind: 'unknown-call', name: name.slice(0, LONGEST_NAME) });
    // The table ties a handler to the schema of the same name; the compiler cannot follow that through a variable.
    const handler = handlers[name] as Handler<CallName>;
    const checked = check(name, input);
    if (!checked.ok) return checked;
    if (!existsHere(name, parts)) return fail({ kind: 'unknown-call', name });
    try {
      return await handler(checked.value, signal);
    } catch (error) {
      if (signal.aborted) return fail({ kind: 'cancelled' });
      const fault = diskFaultOf(error, parts.settings.dataFolder);
      return fail(fault ?? { kind: 'internal', logId: parts.keepError(name, error) });
    }
  };
}

function check(name: CallName, input: unknown): Result<CheckedInput<CallName>, BridgeFault> {
  try {
    const read = z.safeParse(CALLS[name].input, input);
    if (read.success) return ok(read.data);
    return fail({ kind: 'bad-input', at: read.error.issues[0]?.path.map(String) ?? [] });
  } catch {
    return fail({ kind: 'bad-input', at: [] }); // an object whose own code throws on access
  }
}
