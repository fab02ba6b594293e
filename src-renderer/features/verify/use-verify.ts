/** One file on its way through a verification: what is being read, how far that is, and what was found. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import type { HandedSet } from '../../../src-shared/bridge/loopback.ts';
import type { VerifySubject } from '../../../src-shared/bridge/verify-calls.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { Verification } from '../../../src-shared/model/proofs/verdict.ts';
import { useBridge } from '../../data/bridge-context.ts';
import type { PageFault } from '../../bridge/bridge.ts';

type Against = CallInput<'verify.file'>['against'];

/** What somebody chose: a file that the page was given, or a row whose copy is on this computer. */
export type Chosen =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'row'; readonly id: string; readonly name: string; readonly path: string };

export function nameOf(chosen: Chosen): string {
  return chosen.kind === 'file' ? chosen.file.name : chosen.name;
}

export interface Check {
  readonly chosen: Chosen;
  readonly against: Against;
}

export type VerifyState =
  | { readonly is: 'idle' }
  /** `share`: 0 to 1; null until something is known about it. */
  | { readonly is: 'reading'; readonly check: Check; readonly share: number | null }
  | { readonly is: 'done'; readonly check: Check; readonly verification: Verification }
  | { readonly is: 'failed'; readonly check: Check; readonly fault: PageFault };

export interface Verifying {
  readonly state: VerifyState;
  /** Ends what is being read. */
  readonly start: (check: Check) => void;
  readonly cancel: () => void;
}

const IDLE: VerifyState = { is: 'idle' };

let lastRun = 0;

/** Of this page; another one of the same host counts from another moment. */
function nextRun(): string {
  lastRun += 1;
  return `page-${Math.floor(performance.timeOrigin)}-${lastRun}`;
}

/** Ends with the screen: nobody would see the verdict. */
export function useVerify(): Verifying {
  const { bridge } = useBridge();
  const [state, setState] = useState<VerifyState>(IDLE);
  const turn = useRef(new AbortController());

  useEffect(() => () => turn.current.abort(), []);

  const start = useCallback(
    (check: Check) => {
      turn.current.abort();
      turn.current = new AbortController();
      const { signal } = turn.current;
      const show = (next: VerifyState) => {
        if (!signal.aborted) setState(next);
      };
      const reported = (share: number | null) => show({ is: 'reading', check, share });
      const run = nextRun();
      const stop = bridge.subscribe((event) => {
        if (event.kind !== 'verify-progress' || event.run !== run) return;
        reported(event.totalBytes === 0 ? null : event.doneBytes / event.totalBytes);
      });
      const read = async () => {
        reported(null);
        const { against } = check;
        const ask = async (set: HandedSet) => {
          const subject = await subjectOf(bridge, check.chosen, set, reported, signal);
          if (!subject.ok) return subject;
          return bridge.call('verify.file', { subject: subject.value, against, run }, signal);
        };
        // A certificate may be of a service whose method nobody here knows.
        const first = await ask(against.kind === 'certificate' ? 'all' : 'known');
        // It differs in the usual way: before that is said, every other way is tried.
        const answer = first.ok && first.value.untried !== undefined ? await ask('all') : first;
        return show(
          answer.ok
            ? { is: 'done', check, verification: answer.value }
            : { is: 'failed', check, fault: answer.fault },
        );
      };
      const whole = async () => {
        try {
          await read();
        } catch (cause) {
          if (!signal.aborted) throw cause;
        } finally {
          stop();
        }
      };
      void whole();
    },
    [bridge],
  );

  const cancel = useCallback(() => {
    turn.current.abort();
    setState(IDLE);
  }, []);

  return { state, start, cancel };
}

type Bridge = ReturnType<typeof useBridge>['bridge'];

/** The host reads what the page was given as it comes, and keeps nothing of it. */
async function subjectOf(
  bridge: Pick<Bridge, 'hand'>,
  chosen: Chosen,
  set: HandedSet,
  reported: (share: number | null) => void,
  signal: AbortSignal,
): Promise<Result<VerifySubject, PageFault>> {
  if (chosen.kind === 'row') return ok({ kind: 'row', id: chosen.id });
  const { file } = chosen;
  const onSent = (sent: number) => reported(file.size === 0 ? null : sent / file.size);
  const handed = await bridge.hand(file, { set, onSent }, signal);
  return handed.ok ? ok(handed.value.subject) : handed;
}
