/**
 * The demo beside a user's own Labseal: one at a time, started on first request, ended with its host. It shares only
 * the process with that.
 */
import type { DemoPlace } from '../../../src-shared/bridge/demo-calls.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';

/** What is needed of a demo that runs. */
export interface RunningDemo {
  readonly port: number;
  oneTimeKey(): string;
  /** Rejects when it met a bug. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

export interface DemoInstanceParts {
  readonly start: () => Promise<Result<RunningDemo, CoreFault>>;
  readonly keepError: (where: string, error: unknown) => string;
}

export function makeDemoInstance({ start, keepError }: DemoInstanceParts) {
  let current: Promise<Result<RunningDemo, CoreFault>> | null = null;
  let isClosed = false;

  /** Forgets a demo that did not start or cannot continue, so that the next request gets a new one. */
  async function follow(starting: NonNullable<typeof current>): Promise<void> {
    const started = await starting.catch(() => null); // its caller gets the error
    if (started?.ok === true) {
      const demo = started.value;
      await demo.ended.catch(async (error: unknown) => {
        keepError('demo', error);
        await demo.close();
      });
    }
    if (current === starting) current = null;
  }

  function startOne(): NonNullable<typeof current> {
    const starting = start();
    void follow(starting);
    return starting;
  }

  return {
    /** Starts it unless it runs; each time with another key. Rejects when it could not start by a bug. */
    open: async (): Promise<Result<DemoPlace, CoreFault>> => {
      if (isClosed) throw new Error('a demo was asked for after the end');
      current ??= startOne();
      const started = await current;
      if (!started.ok) return started;
      const { port } = started.value;
      return ok({ port, key: started.value.oneTimeKey() });
    },
    /** Ends it, also one that is just starting. Afterwards none can be opened. */
    async close() {
      isClosed = true;
      const last = await current?.catch(() => null); // it did not start
      if (last?.ok === true) await last.value.close();
    },
  };
}
