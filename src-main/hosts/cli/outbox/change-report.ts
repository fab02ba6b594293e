/** How changes are printed, and which exit code their ends have. */
import {
  isDenialOpen,
  isFree,
  isDismissed,
  priceOf,
  projectOf,
  type Change,
} from '../../../../src-shared/model/changes/change.ts';
import { waitsFor } from '../../../../src-shared/model/changes/pending-view.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import {
  changeSentence,
  changeStateLabel,
  changeTitle,
} from '../../../../src-shared/model/words/en/changes.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../exit-code.ts';
import type { Output } from '../output.ts';

/** One change as `--json` shows it. */
export function changeDocument(change: Change, all: readonly Change[] = []) {
  const { id, intent, state, attempts, createdAtMs } = change;
  return {
    id: String(id),
    kind: intent.kind,
    title: changeTitle(intent),
    projectId: projectIdOf(change),
    state: state.state,
    isPutAway: isDismissed(state),
    finding: 'finding' in state ? state.finding : null,
    credits: priceOf(change),
    isAgreed: isFree(intent) || change.agreed !== undefined,
    waitsFor: state.state === 'waiting' ? numberText(waitsFor(change, all)) : null,
    conflicts:
      state.state === 'refused' && state.cause.kind === 'changed-there' ? state.cause.fields : [],
    attempts,
    createdAt: isoFromMs(createdAtMs),
    message: changeSentence(change),
  };
}

function numberText(id: number | null): string | null {
  return id === null ? null : String(id);
}

/** Null for a project that has no id yet, and for what is about none. */
function projectIdOf({ intent, state }: Change): string | null {
  if (intent.kind !== 'create-project') return projectOf(intent);
  return state.state === 'delivered' ? state.projectId : null;
}

/** Prints the result of one change. */
export function printChange(change: Change, output: Output): ExitCode {
  const code = exitCodeOfChange(change);
  output.json({ ok: code === EXIT.done, change: changeDocument(change) });
  const { id, intent, state } = change;
  output.line(`${id}  ${changeTitle(intent)} · ${changeStateLabel(state)}`);
  output.line(`  ${changeSentence(change)}`);
  return code;
}

export function exitCodeOfChange({ state }: Change): ExitCode {
  switch (state.state) {
    case 'delivered':
    case 'withdrawn':
      return EXIT.done;
    case 'waiting':
      return state.lastTry === null ? EXIT.needsPerson : exitCodeOf(state.lastTry.fault);
    case 'unknown': {
      const { denial } = state;
      const isChecked = denial !== undefined && isDenialOpen(state);
      return isChecked ? exitCodeOf(denial.fault) : EXIT.needsPerson;
    }
    case 'sending':
    case 'left':
      return EXIT.needsPerson;
    case 'refused':
      return isDismissed(state) ? EXIT.done : EXIT.needsPerson;
    default:
      return assertNever(state);
  }
}

/** The code of several: the first that is not `done`. */
export function exitCodeOfChanges(changes: readonly Change[]): ExitCode {
  return changes.map(exitCodeOfChange).find((code) => code !== EXIT.done) ?? EXIT.done;
}

/** The result of a free change. Null: nothing remains, because it is already so or it withdrew a waiting change. */
export function printFreeChange(change: Change | null, output: Output): ExitCode {
  if (change !== null) return printChange(change, output);
  const nothing = 'Nothing is left to send: it is so already, or what waited was taken back.';
  return output.answer({ ok: true, change: null }, nothing);
}
