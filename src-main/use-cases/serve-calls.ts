/**
 * Binds the contract to the core: the only entry for calls of user interfaces. Every input must pass the strict schema
 * of its call first. Output is plain data. A bug of ours becomes a code with an id, and its details go only to the log.
 * The handlers of a noun are loaded with its first call.
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
import type { Clock } from '../platform/clock.ts';
import { diskFaultOf } from '../platform/disk/disk-fault.ts';
import type { Handler, HandlerParts, HandlersOf } from './handlers.ts';

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

type NounOf<Name extends CallName> = Name extends `${infer Before}.${string}` ? Before : never;
type Noun = NounOf<CallName>;

const HANDLERS: {
  readonly [Each in Noun]: () => Promise<(parts: ServeParts) => HandlersOf<Each>>;
} = {
  activity: async () => (await import('./account-handlers.ts')).activityHandlers,
  admin: async () => (await import('./people-handlers.ts')).adminHandlers,
  audit: async () => (await import('./audit-handlers.ts')).auditHandlers,
  certificates: async () => (await import('./certificate-handlers.ts')).certificateHandlers,
  credits: async () => (await import('./credit-handlers.ts')).creditHandlers,
  demo: async () => (await import('./host-handlers.ts')).demoHandlers,
  desktop: async () => (await import('./host-handlers.ts')).desktopHandlers,
  downloads: async () => (await import('./transfer-handlers.ts')).downloadHandlers,
  evidence: async () => (await import('./evidence-handlers.ts')).evidenceHandlers,
  files: async () => (await import('./file-handlers.ts')).fileHandlers,
  folders: async () => (await import('./folder-handlers.ts')).folderHandlers,
  lineage: async () => (await import('./lineage-handlers.ts')).lineageHandlers,
  members: async () => (await import('./people-handlers.ts')).memberHandlers,
  outbox: async () => (await import('./outbox-handlers.ts')).outboxHandlers,
  profile: async () => (await import('./people-handlers.ts')).profileHandlers,
  projects: async () => (await import('./project-handlers.ts')).projectHandlers,
  search: async () => (await import('./account-handlers.ts')).searchHandlers,
  session: async () => (await import('./session-handlers.ts')).sessionHandlers,
  settings: async () => (await import('./host-handlers.ts')).settingsHandlers,
  status: async () => (await import('./account-handlers.ts')).statusHandlers,
  sync: async () => (await import('./sync/sync-handlers.ts')).syncHandlers,
  tags: async () => (await import('./project-handlers.ts')).tagHandlers,
  transfers: async () => (await import('./transfer-handlers.ts')).transferHandlers,
  users: async () => (await import('./people-handlers.ts')).userHandlers,
  verify: async () => (await import('./verify-handlers.ts')).verifyHandlers,
};

const FIRST_ANSWERS_MS = 2_000;

/**
 * Loads the handlers of all calls once the first answers were given. A program that stays does so: no page waits for them
 * later, and none is missing once an update has replaced the program's files. Resolves early when `signal` aborts.
 */
export async function loadHandlers(
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await clock.sleep(FIRST_ANSWERS_MS, signal);
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
  await Promise.all(Object.values(HANDLERS).map((load) => load()));
}

export function makeServeCall(parts: ServeParts): ServeCall {
  const made = new Map<Noun, Partial<Record<CallName, Handler<CallName>>>>();

  async function handlerOf(name: CallName): Promise<Handler<CallName>> {
    const noun = name.slice(0, name.indexOf('.')) as Noun;
    const make = await HANDLERS[noun]();
    const handlers = made.get(noun) ?? make(parts);
    made.set(noun, handlers);
    // The table ties a handler to the schema of the same name; the compiler cannot follow that through a variable.
    return (handlers as Record<CallName, Handler<CallName>>)[name];
  }

  return async (name, input, signal) => {
    if (!isCallName(name)) return fail({ kind: 'unknown-call', name: name.slice(0, LONGEST_NAME) });
    const checked = check(name, input);
    if (!checked.ok) return checked;
    if (!existsHere(name, parts)) return fail({ kind: 'unknown-call', name });
    try {
      const handler = await handlerOf(name);
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

/** What some calls need: the demo, a host that can open one, a window of our own. All others need nothing. */
const NEEDS: Readonly<Partial<Record<CallName, 'demo' | 'opener'>>> = {
  'demo.open': 'opener',
  'demo.reset': 'demo',
  'demo.setOffline': 'demo',
  'demo.endSession': 'demo',
};

/** Which calls exist here. A call that the host does not support is unknown, like any other name. */
function existsHere(name: CallName, { engine, demoOpener, desktop }: HandlerParts): boolean {
  if (name.startsWith('desktop.')) return desktop !== undefined;
  const need = NEEDS[name];
  if (need === 'demo') return engine.demo !== null;
  return need === undefined || demoOpener !== undefined;
}
