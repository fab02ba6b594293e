/**
 * What hosts can do with a demo: the host that runs it, and the person's own host beside it. The core knows no demo: it
 * only passes these on.
 */
import type { DemoPlace, DemoView } from '../../src-shared/bridge/demo-calls.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import type { Result } from '../../src-shared/model/result.ts';
import type { Core } from './create-core.ts';

export interface DemoControls {
  view(): DemoView;
  setOffline(isOffline: boolean): Promise<void>;
  /** The next request with a token is answered that the token is no longer valid. */
  refuseToken(): void;
  /** Starts over, signed in. The account must not be in use: the engine does not run meanwhile. */
  begin(core: Core): Promise<CoreFault | null>;
}

export interface DemoOpener {
  /** Where the person's own host listens. */
  port(): Promise<number>;
  /** Takes some seconds; returns a demo that is open already. */
  open(): Promise<Result<DemoPlace, CoreFault>>;
}
