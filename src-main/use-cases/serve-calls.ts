/**
 * Binds the contract to the core: the only entry for calls of user interfaces. Every input must pass the strict schema
 * of its call first. Output is plain data. A bug of ours becomes a code with an id, and its details go only to the log.
 * The schemas and handlers of a noun are loaded with its first call.
 */
import * as z from 'zod/mini';
import type { BridgeFault } from '../../src-shared/bridge/call.ts';
import type { CALLS, CallName, CheckedInput } from '../../src-shared/bridge/calls.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { Clock } from '../platform/clock.ts';
import { diskFaultOf } from '../platform/errno.ts';
import type { Handler, HandlerParts, HandlersOf } from './handlers.ts';

export interface ServeParts extends HandlerParts {
  /** Stores the details of a bug of ours and returns their id. */
  readonly keepError: (call: string, error: unknown) => string;
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

/** The calls of a noun, and what makes their handlers. */
interface CallsOf<Each extends Noun> {
  readonly calls: Pick<typeof CALLS, Extract<CallName, `${Each}.${string}`>>;
  readonly handlers: (parts: ServeParts) => HandlersOf<Each>;
}

const NOUNS: { readonly [Each in Noun]: () => Promise<CallsOf<Each>> } = {
  activity: async () => ({
    calls: (await import('../../src-shared/bridge/activity-calls.ts')).activityCalls,
    handlers: (await import('./account-handlers.ts')).activityHandlers,
  }),
  admin: async () => ({
    calls: (await import('../../src-shared/bridge/people-calls.ts')).adminCalls,
    handlers: (await import('./people-handlers.ts')).adminHandlers,
  }),
  audit: async () => ({
    calls: (await import('../../src-shared/bridge/audit-calls.ts')).auditCalls,
    handlers: (await import('./audit-handlers.ts')).auditHandlers,
  }),
  certificates: async () => ({
    calls: (await import('../../src-shared/bridge/certificate-calls.ts')).certificateCalls,
    handlers: (await import('./certificate-handlers.ts')).certificateHandlers,
  }),
  credits: async () => ({
    calls: (await import('../../src-shared/bridge/credit-calls.ts')).creditCalls,
    handlers: (await import('./credit-handlers.ts')).creditHandlers,
  }),
  demo: async () => ({
    calls: (await import('../../src-shared/bridge/demo-calls.ts')).demoCalls,
    handlers: (await import('./host-handlers.ts')).demoHandlers,
  }),
  desktop: async () => ({
    calls: (await import('../../src-shared/bridge/desktop-calls.ts')).desktopCalls,
    handlers: (await import('./host-handlers.ts')).desktopHandlers,
  }),
  downloads: async () => ({
    calls: (await import('../../src-shared/bridge/download-calls.ts')).downloadCalls,
    handlers: (await import('./transfer-handlers.ts')).downloadHandlers,
  }),
  evidence: async () => ({
    calls: (await import('../../src-shared/bridge/evidence-calls.ts')).evidenceCalls,
    handlers: (await import('./evidence-handlers.ts')).evidenceHandlers,
  }),
  files: async () => ({
    calls: (await import('../../src-shared/bridge/file-calls.ts')).fileCalls,
    handlers: (await import('./file-handlers.ts')).fileHandlers,
  }),
  folders: async () => ({
    calls: (await import('../../src-shared/bridge/folder-calls.ts')).folderCalls,
    handlers: (await import('./folder-handlers.ts')).folderHandlers,
  }),
  lineage: async () => ({
    calls: (await import('../../src-shared/bridge/lineage-calls.ts')).lineageCalls,
    handlers: (await import('./lineage-handlers.ts')).lineageHandlers,
  }),
  members: async () => ({
    calls: (await import('../../src-shared/bridge/people-calls.ts')).memberCalls,
    handlers: (await import('./people-handlers.ts')).memberHandlers,
  }),
  outbox: async () => ({
    calls: (await import('../../src-shared/bridge/outbox-calls.ts')).outboxCalls,
    handlers: (await import('./outbox-handlers.ts')).outboxHandlers,
  }),
  profile: async () => ({
    calls: (await import('../../src-shared/bridge/people-calls.ts')).profileCalls,
    handlers: (await import('./people-handlers.ts')).profileHandlers,
  }),
  projects: async () => ({
    calls: (await import('../../src-shared/bridge/project-calls.ts')).projectCalls,
    handlers: (await import('./project-handlers.ts')).projectHandlers,
  }),
  search: async () => ({
    calls: (await import('../../src-shared/bridge/search-calls.ts')).searchCalls,
    handlers: (await import('./account-handlers.ts')).searchHandlers,
  }),
  session: async () => ({
    calls: (await import('../../src-shared/bridge/session-calls.ts')).sessionCalls,
    handlers: (await import('./session-handlers.ts')).sessionHandlers,
  }),
  settings: async () => ({
    calls: (await import('../../src-shared/bridge/settings-calls.ts')).settingsCalls,
    handlers: (await import('./host-handlers.ts')).settingsHandlers,
  }),
  status: async () => ({
    calls: (await import('../../src-shared/bridge/status-calls.ts')).statusCalls,
    handlers: (await import('./account-handlers.ts')).statusHandlers,
  }),
  sync: async () => ({
    calls: (await import('../../src-shared/bridge/sync-calls.ts')).syncCalls,
    handlers: (await import('./sync/sync-handlers.ts')).syncHandlers,
  }),
  tags: async () => ({
    calls: (await import('../../src-shared/bridge/project-calls.ts')).tagCalls,
    handlers: (await import('./project-handlers.ts')).tagHandlers,
  }),
  transfers: async () => ({
    calls: (await import('../../src-shared/bridge/transfer-calls.ts')).transferCalls,
    handlers: (await import('./transfer-handlers.ts')).transferHandlers,
  }),
  users: async () => ({
    calls: (await import('../../src-shared/bridge/people-calls.ts')).userCalls,
    handlers: (await import('./people-handlers.ts')).userHandlers,
  }),
  verify: async () => ({
    calls: (await import('../../src-shared/bridge/verify-calls.ts')).verifyCalls,
    handlers: (await import('./verify-handlers.ts')).verifyHandlers,
  }),
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
  await Promise.all(Object.values(NOUNS).map((load) => load()));
}

interface Served {
  readonly input: z.ZodMiniType;
  readonly handler: () => Handler<CallName>;
}

export function makeServeCall(parts: ServeParts): ServeCall {
  const made = new Map<string, Partial<Record<CallName, Handler<CallName>>>>();

  /** Null: there is no such call. */
  async function servedBy(name: string): Promise<Served | null> {
    const noun = name.slice(0, name.indexOf('.'));
    if (!Object.hasOwn(NOUNS, noun)) return null;
    const { calls, handlers } = await NOUNS[noun as Noun]();
    if (!Object.hasOwn(calls, name)) return null;
    // The table ties a handler to the schema of the same name; the compiler cannot follow that through a variable.
    const { input } = (calls as Partial<typeof CALLS> as typeof CALLS)[name as CallName];
    const handler = () => {
      const ofNoun = made.get(noun) ?? handlers(parts);
      made.set(noun, ofNoun);
      return (ofNoun as Record<CallName, Handler<CallName>>)[name as CallName];
    };
    return { input, handler };
  }

  return async (name, input, signal) => {
    const unknown = fail({ kind: 'unknown-call', name: name.slice(0, LONGEST_NAME) } as const);
    try {
      const served = await servedBy(name);
      if (served === null) return unknown;
      const checked = check(served.input, input);
      if (!checked.ok) return checked;
      if (!existsHere(name, parts)) return unknown;
      return await served.handler()(checked.value as CheckedInput<CallName>, signal);
    } catch (error) {
      if (signal.aborted) return fail({ kind: 'cancelled' });
      const fault = diskFaultOf(error, parts.settings.dataFolder);
      return fail(fault ?? { kind: 'internal', logId: parts.keepError(name, error) });
    }
  };
}

function check(schema: z.ZodMiniType, input: unknown): Result<unknown, BridgeFault> {
  try {
    const read = z.safeParse(schema, input);
    if (read.success) return ok(read.data);
    return fail({ kind: 'bad-input', at: read.error.issues[0]?.path.map(String) ?? [] });
  } catch {
    return fail({ kind: 'bad-input', at: [] }); // an object whose own code throws on access
  }
}

/** What some calls need: the demo, a host that can open one, a window of our own. All others need nothing. */
const NEEDS: Readonly<Record<string, 'demo' | 'opener'>> = {
  'demo.open': 'opener',
  'demo.reset': 'demo',
  'demo.setOffline': 'demo',
  'demo.endSession': 'demo',
};

/** Which calls exist here. A call that the host does not support is unknown, like any other name. */
function existsHere(name: string, { engine, demoOpener, desktop }: HandlerParts): boolean {
  if (name.startsWith('desktop.')) return desktop !== undefined;
  const need = NEEDS[name];
  if (need === 'demo') return engine.demo !== null;
  return need === undefined || demoOpener !== undefined;
}
