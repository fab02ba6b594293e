/**
 * Stages that go on while something else runs, or while a person decides: what they wait for must not make anybody
 * wait.
 */
import type { Stage } from '../common/stage.ts';
import { runStages, type StageRunnerOptions } from './run-stages.ts';

export type StagesBeside = ReturnType<typeof startBeside>;

export function startBeside(
  stages: readonly Stage[],
  runner: StageRunnerOptions,
  signal: AbortSignal,
) {
  const over = new AbortController();
  const done = runStages(stages, runner, AbortSignal.any([signal, over.signal]));
  done.catch(() => undefined); // the runner that takes the stage gets the error
  return {
    /** Work of another stage runner that lasts as long as they do, and fails as they do. */
    stage(): Stage {
      const untaken = [
        async (stop: AbortSignal) => {
          const end = (): void => over.abort(stop.reason);
          stop.addEventListener('abort', end, { once: true });
          await done;
          stop.removeEventListener('abort', end);
          return 'waiting' as const;
        },
      ];
      return { concurrency: 1, take: (limit) => untaken.splice(0, limit), nextDueMs: () => null };
    },
    /** Ends them; resolves when nothing of them runs any more. */
    async stop() {
      over.abort(new Error('the run is over'));
      await Promise.allSettled([done]);
    },
  };
}
