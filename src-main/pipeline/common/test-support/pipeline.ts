/** A state with one watched folder, transitions and a circuit breaker, as every stage wants them, and rows in the state a test starts from. */
import type { FileState } from '../../../../src-shared/model/files/file-state.ts';
import type { FileRow, FilePatch } from '../../../db/files/file-repository.ts';
import {
  addContent,
  addFile,
  fileOf,
  folderRules,
  temporaryState,
} from '../../../test-support/temporary-state.ts';
import { makeFileTransitions } from '../../decide/file-transitions.ts';
import { makeServiceGate } from '../service-gate.ts';
import { makePauseControl } from '../../decide/recheck-holds.ts';
import { makeApprovedFiles } from '../../upload/waiting-line.ts';
import type { SyncEvent } from '../ports.ts';
import { NO_OTHER_COMPUTER, playRemote } from './fake-ports.ts';
import { runStages } from '../../run/run-stages.ts';
import { type Stage, wallTimeMs } from '../stage.ts';

/** A signal that is not aborted. */
export const never = new AbortController().signal;

export type Pipeline = ReturnType<typeof pipeline>;

/** `shownNowMs`: the time that the service shows; none when absent. */
export function pipeline(rules = folderRules(), shownNowMs?: () => number | null) {
  const { state, clock } = temporaryState(undefined, shownNowMs);
  const events: SyncEvent[] = [];
  const announce = (event: SyncEvent): void => {
    events.push(event);
  };
  const transitions = makeFileTransitions(state, { clock, announce });
  const gate = makeServiceGate({
    clock,
    chance: () => 1,
    announce,
    preferences: state.preferences,
  });
  const folderId = state.folders.add('/data', rules, 0);
  const pauses = makePauseControl({ state, transitions, clock, gate });
  const beside: Promise<unknown>[] = [];

  return {
    state,
    clock,
    events,
    announce,
    transitions,
    gate,
    pauses,
    approved: makeApprovedFiles({ state, transitions, pauses }),
    folderId,
    concurrency: 4,
    wake() {},
    ...NO_OTHER_COMPUTER,
    /** Of an account without files; what it says is another one's. */
    remote: playRemote(clock).remote,
    chance: () => 0,
    /** A row whose content, made from `seed`, is known; `checking` and `ready` are where most stages begin. */
    put(name: string, seed: string, to: FileState, patch: FilePatch = {}): FileRow {
      const { id } = addContent(state, seed);
      const hashing = state.files.move(addFile(state, folderId, { name }), 'hashing', {
        contentId: id,
      });
      if (to === 'ready') {
        const answer = { exists: false, fileName: '', project: '', askedAtMs: 0 };
        state.contents.keepPlatformAnswer(id, answer);
      }
      return state.files.move(hashing, to, patch);
    },
    /** A ready row about whose content, made from `seed`, the platform was not asked. */
    putUnasked(name: string, seed = name): FileRow {
      const { id: contentId } = addContent(state, seed);
      const hashing = state.files.move(addFile(state, folderId, { name }), 'hashing', {
        contentId,
      });
      return state.files.move(hashing, 'ready');
    },
    row: (file: { readonly id: number }): FileRow => fileOf(state, file.id),
    states: () => state.files.list({}, 0, 999).map((file) => `${file.name} ${file.state}`),
    /** Something that happens so many milliseconds into the next run. */
    after(ms: number, act: () => unknown): void {
      beside.push(clock.sleep(ms, never).then(act));
    },
    /** Runs these stages until they rest, and waits for what happens beside them. */
    async run(stages: readonly Stage[], signal = never, patienceMs = 3_600_000) {
      const stagesEnd = runStages(stages, { clock, patienceMs }, signal);
      const [end] = await clock.play(Promise.all([stagesEnd, ...beside.splice(0)]));
      return end;
    },
    /** The first thing that a stage would do now, and nothing else. */
    async runFirst(stage: Stage) {
      const [job] = stage.take(1);
      if (job === undefined) throw new Error('nothing to do');
      return clock.play(job(never));
    },
    /** A stage without work that keeps a run from its rest for so long, however the clock is set. */
    lasting(ms: number): Stage {
      const untilMs = clock.monotonicMs() + ms;
      const isOn = () => clock.monotonicMs() < untilMs;
      const nextDueMs = () => (isOn() ? wallTimeMs(untilMs, clock) : null);
      return { concurrency: 0, take: () => [], nextDueMs };
    },
  };
}
