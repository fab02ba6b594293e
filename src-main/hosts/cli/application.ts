/**
 * The application as a command uses it: calls of the contract, carried out in this process, or by the program that holds
 * the data folder.
 */
import type { BridgeFault } from '../../../src-shared/bridge/call.ts';
import type {
  CallAnswer,
  CallInput,
  CallName,
  CallOutput,
} from '../../../src-shared/bridge/calls.ts';
import type { BridgeEvent } from '../../../src-shared/bridge/events.ts';
import { PRODUCT } from '../../../src-shared/model/text/product.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { fail, type Result } from '../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { CoreSettings } from '../../app/settings.ts';
import type { OpenFolder } from '../../platform/disk/close-folder.ts';
import { callRunning, NotHeard, type Unheard } from '../socket/call-running.ts';
import { CommandFault, KeptMistake, RunningEnded } from './exit-code.ts';
import type { ProcessEnvironment } from './process-environment.ts';

interface Ports extends Pick<ProcessEnvironment, 'clock' | 'signal'> {
  /** The service at this address is waited for, by a call whose events nobody hears. */
  readonly onLate: (server: string) => void;
}

export interface CallOptions {
  /** Hears the core's events until the answer. */
  readonly onEvent?: (event: BridgeEvent) => void;
  /** The command's own when absent. Aborting cancels the call. */
  readonly signal?: AbortSignal;
  /** This computer has an answer of its own: one that is late is told to be late, given a moment more, and given up. */
  readonly isBrief?: boolean;
}

/** Of a call that this computer can answer by itself. */
export const BRIEF = { isBrief: true } as const;
/** That an answer is late is told after three seconds. */
const MOMENT_MS = 2 * SECOND_MS;

export interface Application {
  /** Throws `CommandFault`, which ends the command with its sentence and exit code. */
  readonly call: <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options?: CallOptions,
  ) => Promise<CallOutput<Name>>;
  /** The same for a fault that the command deals with itself. */
  readonly ask: <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options?: CallOptions,
  ) => Promise<Result<CallOutput<Name>, CoreFault>>;
  /** Another program carries the calls out. */
  readonly isElsewhere: boolean;
  /** Others may look into the data folder, and it could not be closed to them; null: it is closed, or not ours to close. */
  readonly openDataFolder: OpenFolder | null;
  close(): Promise<void>;
}

/** A short command may hold the folder, or a program begin or end. */
const PATIENCE_MS = 3 * SECOND_MS;
const AGAIN_MS = SECOND_MS / 5;

/**
 * Opens the data folder, or finds the program that has it open. `signal`: the command is asked to end.
 * `choosesService`: it names the service itself.
 */
export async function openApplication(
  settings: CoreSettings,
  ports: Ports,
  choosesService = false,
): Promise<Result<Application, CoreFault>> {
  const { clock, signal } = ports;
  const { dataFolder } = settings;
  const untilMs = clock.monotonicMs() + PATIENCE_MS;
  // Asked first: it answers before all is loaded that opening the folder takes.
  let asked = await askedFirst(dataFolder, ports);
  for (;;) {
    const running = asked instanceof CommandFault ? null : asked;
    if (running !== null) {
      if (!choosesService) await expectService(running, settings);
      return { ok: true, value: running };
    }
    const opened = await openHere(settings, ports);
    if (opened.ok || opened.fault.kind !== 'engine-running') return opened;
    if (asked instanceof CommandFault) throw asked;
    asked = await findRunning(dataFolder, ports);
    if (asked !== null) continue;
    if (clock.monotonicMs() >= untilMs) return opened;
    await clock.sleep(AGAIN_MS, signal);
  }
}

/**
 * Throws when the program that has the data folder works with another service than this terminal is set to: a command
 * would spend where nobody looks.
 */
async function expectService(
  { call }: Application,
  { server, dataFolder }: CoreSettings,
): Promise<void> {
  if (server === null) return;
  const meant = await call('session.checkServer', { server });
  const { server: there } = await call('session.state', {});
  if (there === null || there === meant.server) return;
  throw new CommandFault(
    { kind: 'engine-running', dataFolder },
    `The Labseal that is running with the data folder ${dataFolder} works with ${there}, and LABSEAL_SERVER names ${server}. Quit that one, or unset LABSEAL_SERVER, then repeat the command.`,
  );
}

async function openHere(
  settings: CoreSettings,
  ports: Ports,
): Promise<Result<Application, CoreFault>> {
  const { openOwnCalls } = await import('./own-calls.ts');
  const opened = await openOwnCalls(settings, ports);
  if (!opened.ok) return opened;
  const { carry, ...own } = opened.value;
  return { ok: true, value: { ...talk(carry, ports), isElsewhere: false, ...own } };
}

/** The same before it is known that one has the folder: its fault counts only if one has. */
async function askedFirst(
  dataFolder: string,
  ports: Ports,
): Promise<Application | CommandFault | null> {
  try {
    return await findRunning(dataFolder, ports);
  } catch (error) {
    if (error instanceof CommandFault) return error;
    if (error instanceof RunningEnded) return null;
    throw error;
  }
}

/** Null when no program listens there just now. */
async function findRunning(dataFolder: string, ports: Ports): Promise<Application | null> {
  const { clock, signal: interruption } = ports;
  const running: Application = {
    ...talk(async (name, input, { onEvent = null, signal = interruption }) => {
      try {
        return await callRunning(dataFolder, { name, input }, onEvent, { clock, signal });
      } catch (error) {
        if (error instanceof NotHeard) return fail(faultOf(error.unheard, dataFolder));
        throw error;
      }
    }, ports),
    isElsewhere: true,
    openDataFolder: null,
    close: async () => undefined,
  };
  const read = await running.ask('status.read', {});
  return !read.ok && read.fault.kind === 'engine-running' ? null : running;
}

/** Throws where no other command would have another answer. */
function faultOf(unheard: Unheard, dataFolder: string): CoreFault {
  const fault = { kind: 'engine-running', dataFolder } as const;
  switch (unheard.kind) {
    case 'nobody':
      return fault;
    case 'other-version':
      throw new CommandFault(
        fault,
        `Labseal ${unheard.version} is running with the data folder ${dataFolder}, and this is Labseal ${PRODUCT.version}. Quit that one, then repeat the command.`,
      );
    case 'silent':
      throw new CommandFault(fault, silentSentence(unheard, dataFolder));
    case 'ended':
      throw new RunningEnded();
    default:
      return unheard satisfies never;
  }
}

function silentSentence(
  { pid, isAsked }: Extract<Unheard, { kind: 'silent' }>,
  dataFolder: string,
): string {
  const who = `The Labseal that is running with the data folder ${dataFolder}`;
  const number = pid === undefined ? '' : ` (process ${pid})`;
  const asked = isAsked ? ' What was asked for may still be done once it goes on.' : '';
  return `${who}${number} does not answer. It may be stopped or overloaded: let it go on, or end it.${asked}`;
}

export type Carry = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: Omit<CallOptions, 'isBrief'>,
) => Promise<CallAnswer<Name>>;

function talk(
  carry: Carry,
  { clock, signal: interruption, onLate }: Ports,
): Pick<Application, 'call' | 'ask'> {
  const ask: Application['ask'] = async (name, input, { isBrief = false, ...options } = {}) => {
    const { signal = interruption } = options;
    const ended = new AbortController();
    const given = new AbortController();
    let late: ServiceFault | null = null;
    const onEvent = (event: BridgeEvent) => {
      if (event.kind !== 'answer-late') return;
      onLate(event.server);
      if (!isBrief || late !== null) return;
      late = { ...NO_ANSWER, address: event.server };
      clock.sleep(MOMENT_MS, ended.signal).then(
        () => given.abort(),
        () => undefined, // the answer came
      );
    };
    const either = isBrief ? { signal: AbortSignal.any([signal, given.signal]) } : {};
    const isGivenUp = () => given.signal.aborted && !signal.aborted;
    let answer: CallAnswer<typeof name>;
    try {
      answer = await carry(name, input, { onEvent, ...options, ...either });
    } catch (error) {
      if (late !== null && isGivenUp()) return fail(late);
      throw error;
    } finally {
      ended.abort();
    }
    if (answer.ok) return answer;
    if (late !== null && isGivenUp()) return fail(late);
    const { fault } = answer;
    interruption.throwIfAborted();
    options.signal?.throwIfAborted();
    if (isOfContract(fault)) throw mistakeOf(name, fault);
    return fail(fault);
  };
  return {
    ask,
    async call(name, input, options) {
      const answer = await ask(name, input, options);
      if (!answer.ok) throw new CommandFault(answer.fault);
      return answer.value;
    },
  };
}

const NO_ANSWER = {
  kind: 'unavailable',
  why: 'timed-out',
  status: null,
  retryAfterMs: null,
} as const;

type ContractFault = Exclude<BridgeFault, CoreFault>;

function isOfContract(fault: BridgeFault): fault is ContractFault {
  return ['unknown-call', 'bad-input', 'cancelled', 'internal'].includes(fault.kind);
}

/** A command checks what it is given before it asks: whatever the contract refuses is a bug. */
function mistakeOf(name: CallName, fault: ContractFault): Error {
  if (fault.kind === 'internal') return new KeptMistake(fault.logId);
  const where = fault.kind === 'bad-input' ? ` at "${fault.at.join('.')}"` : '';
  return new Error(`the call ${name} was answered ${fault.kind}${where}`);
}
