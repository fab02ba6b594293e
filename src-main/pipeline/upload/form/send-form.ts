/**
 * Sends a frozen form with its file, and resumes after a break where the service says it was. Every path releases the
 * tail through the commit gate. Paid uploads and the free check share this code. Neither the form nor the token goes
 * elsewhere, and a form whose tail was released is never begun anew here.
 */
import { assertNever, ok } from '../../../../src-shared/model/result.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import { spreadMs } from '../../../platform/spread.ts';
import { UploadCancelled } from '../../../platform/upload-cancelled.ts';
import { makeContentOpener } from './form-content.ts';
import type { FormFault } from './form-source.ts';
import { makeFormExchanges, type Exchanged, type FormExchanges } from './form-exchanges.ts';
import type { FormEnd, FormHooks, FormPorts, FormRequest } from './form-request.ts';
import {
  afterAppend,
  afterAsk,
  afterPost,
  afterReserve,
  firstStep,
  type Facts,
  type Step,
} from '../next-step.ts';
import { mayAuthorize } from '../wire/authorize.ts';
import { makeUploadKnowledge, type UploadKnowledge } from '../upload-knowledge.ts';
import { codeOf } from '../../../platform/errno.ts';

const MAX_FRUITLESS = 4; // the module that coordinates all requests to the service handles longer waits
const FIRST_PAUSE_MS = SECOND_MS;
const SHORTEST_PAUSE_MS = SECOND_MS / 2;
const LONGEST_PAUSE_MS = MINUTE_MS;

/**
 * One attempt to send the form. Resolves with how it ended; rejects only for bugs. An abort ends it at once: before the
 * tail the message stays incomplete, after it the answer is lost. With `UploadCancelled` as the abort's reason the
 * service is told to forget what it has, which takes up to five seconds.
 */
export async function sendForm(
  request: FormRequest,
  ports: FormPorts,
  hooks: FormHooks,
  signal: AbortSignal,
): Promise<FormEnd> {
  const url = new URL(request.url);
  if (!mayAuthorize(url, url)) throw new Error(`no token goes to a ${url.protocol} address`);
  if (ports.token() === null) {
    return { kind: 'not-sent', fault: { kind: 'not-signed-in', serviceSays: null } };
  }
  const { origin } = url;
  const { form, resume } = request;
  const content = makeContentOpener(request, ports, signal);
  const known = makeUploadKnowledge(request, origin, ports, hooks);
  const exchanges = makeFormExchanges(request, ports, known, content, signal);
  const trip: Trip = { known, exchanges, signal };
  const facts = (): Facts => ({
    hasResource: known.resource() !== null,
    isTailReleased: known.isTailReleased(),
    totalBytes: form.totalBytes,
    nowMs: ports.clock.nowMs(),
  });
  async function asked(): Promise<Step> {
    const end = await exchanges.ask();
    return next(end, (ended) => afterAsk(ended, { ...facts(), ceiling: known.ceiling() }));
  }

  async function lose(why: 'gone' | 'unusable'): Promise<FormEnd> {
    if (why === 'unusable') {
      ports.support.learn(origin, { kind: 'spare' });
      if (!known.isTailReleased()) await exchanges.cancel();
    }
    known.drop();
    return { kind: 'resource-lost', why };
  }

  try {
    // A form that left completely may lack only its answer: that needs no file any more.
    const source = known.isTailReleased() ? ok(null) : await content.open();
    if (!source.ok) return await withoutSource(source.fault, trip);
    if (signal.aborted) return await afterAbort(trip);
    try {
      await hooks.beforeFirstByte();
    } catch (error) {
      return { kind: 'not-sent', fault: { kind: 'not-released', code: codeOf(error) } };
    }
    let fruitless = 0;
    let reached = resume?.confirmedBytes ?? 0;
    const isPlain = ports.ownFields?.areLeftOut() === true;
    const support = isPlain ? ({ kind: 'no' } as const) : ports.support.recall(origin);
    let step = resume === null ? firstStep(support, form.totalBytes) : await asked();
    for (;;) {
      if (signal.aborted && step.step !== 'return') return await afterAbort(trip);
      switch (step.step) {
        case 'return':
          return await settle(step.end, trip);
        case 'lose':
          return await lose(step.why);
        case 'post':
        case 'post-plainly': {
          const asks = step.step === 'post';
          known.drop(); // an upload that was announced, then refused, never hears of this form
          const end = await exchanges.post(asks);
          step = next(end, (ended) => afterPost(ended, { ...facts(), asked: asks }));
          break;
        }
        case 'reserve': {
          const end = await exchanges.reserve();
          step = next(end, (ended) => afterReserve(ended, facts()));
          if (step.step === 'post-plainly') ports.support.learn(origin, { kind: 'no' });
          break;
        }
        case 'ask': {
          fruitless += 1;
          if (fruitless > MAX_FRUITLESS) {
            step = givenUp(step.orElse);
            break;
          }
          const pauseMs = Math.max(
            spreadMs(step.waitMs, ports.chance()),
            resumePauseMs(fruitless, ports.chance()),
          );
          if (!(await paused(pauseMs, ports, signal))) return await afterAbort(trip);
          step = await asked();
          break;
        }
        case 'append': {
          const { fromByte, isRepeat } = step;
          if (fromByte > reached) fruitless = 0;
          else if (isRepeat) fruitless += 1;
          if (fruitless > MAX_FRUITLESS) return await lose('unusable');
          reached = Math.max(reached, fromByte);
          const fault = known.confirm(fromByte);
          if (fault !== null) return { kind: 'body-stopped', fault };
          const { toByte, ended } = exchanges.append(fromByte);
          const end = await ended;
          step = next(end, (how) => {
            const range = { toByte, size: toByte - fromByte, ceiling: known.ceiling() };
            return afterAppend(how, { ...facts(), ...range });
          });
          break;
        }
        default:
          return assertNever(step);
      }
    }
  } finally {
    exchanges.close();
    await content.close();
  }
}

interface Trip {
  readonly known: UploadKnowledge;
  readonly exchanges: FormExchanges;
  readonly signal: AbortSignal;
}

function next(
  exchanged: Exchanged,
  decide: (ended: Exclude<Exchanged, { kind: 'over' }>) => Step,
): Step {
  if (exchanged.kind !== 'over') return decide(exchanged);
  const { end } = exchanged;
  return end.kind === 'resource-lost' ? { step: 'lose', why: end.why } : { step: 'return', end };
}

/** A service that keeps contradicting itself will not change later; one that keeps failing may. */
function givenUp(end: FormEnd): Step {
  const contradicts = end.kind === 'undecided' && [409, 413].includes(end.answer.status);
  return contradicts ? { step: 'lose', why: 'unusable' } : { step: 'return', end };
}

/** What the end means for the upload at the service: it is kept for later, or forgotten on both sides. */
async function settle(end: FormEnd, trip: Trip): Promise<FormEnd> {
  const { known } = trip;
  if (end.kind === 'aborted') return afterAbort(trip);
  // An answer before the tail leaves nothing to resume; after it the upload's address may still tell what became of it.
  if (end.kind === 'answered' && !known.isTailReleased()) known.drop();
  const isOutdated = end.kind === 'body-stopped' && end.fault.kind === 'source-changed';
  if (isOutdated || end.kind === 'over-limit') await giveUp(trip);
  return end;
}

async function afterAbort(trip: Trip): Promise<FormEnd> {
  if (trip.signal.reason instanceof UploadCancelled) await giveUp(trip);
  return { kind: 'aborted' };
}

async function withoutSource(fault: FormFault, trip: Trip): Promise<FormEnd> {
  if (fault.kind === 'interrupted') return afterAbort(trip);
  if (fault.kind === 'source-changed') await giveUp(trip);
  return { kind: 'not-sent', fault };
}

/** A complete form may be recorded: then the upload stays, as evidence. */
async function giveUp({ known, exchanges }: Trip): Promise<void> {
  if (known.isTailReleased()) return;
  await exchanges.cancel();
  known.drop();
}

/** Full jitter, so that many uploads do not return at once. `fruitless`: consecutive tries without progress. */
export function resumePauseMs(fruitless: number, chance: number): number {
  const widest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (fruitless - 1));
  return Math.max(SHORTEST_PAUSE_MS, widest * chance);
}

/** False when the pause was cut short by an abort. */
async function paused(ms: number, { clock }: FormPorts, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}
