/** What hosts can do about the demo: the one that runs it, and the one beside it. The core knows no demo: it only passes these on. */
import type { DemoPlace, DemoView } from '../../src-shared/bridge/demo-calls.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import type { Result } from '../../src-shared/model/result.ts';
import type { Core } from './create-core.ts';

export interface DemoControls {
  view(): DemoView;
  setOffline(isOffline: boolean): Promise<void>;
  /** The next request with a token is told that it is not valid any more. */
  refuseToken(): void;
  /** Begins anew, signed in. Nothing of the account may be in use: the engine does not run meanwhile. */
  begin(core: Core): Promise<CoreFault | null>;
}

export interface DemoOpener {
  /** Where the host of the person's own listens. */
  port(): Promise<number>;
  /** Takes some seconds; a demo that is open already is given again. */
  open(): Promise<Result<DemoPlace, CoreFault>>;
}
