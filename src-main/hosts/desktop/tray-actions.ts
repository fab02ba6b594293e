/** What the entries of the tray do. */
import { assertNever } from '../../../src-shared/model/result.ts';
import type { TrayAction } from '../../../src-shared/model/status/tray-view.ts';
import type { Account } from '../../app/account.ts';
import type { Engine } from '../../app/engine.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DeepLinks } from './deep-links.ts';
import { pauseEndMs } from './power-policy.ts';

interface TrayActionParts {
  readonly engine: Pick<Engine, 'core' | 'feed'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly links: Pick<DeepLinks, 'goTo'>;
  readonly quit: () => void;
}

export function makeTrayActions({ engine, clock, links, quit }: TrayActionParts) {
  /** Nothing without an account. */
  function withQueue(work: (queue: Account['transfers']) => void): void {
    const account = engine.core.account();
    if (!account.ok) return;
    work(account.value.transfers);
    engine.feed.tell({ kind: 'transfers-changed' });
  }

  function run(action: TrayAction): void {
    switch (action.kind) {
      case 'show':
        return links.goTo(action.path === null ? null : { path: action.path });
      case 'pause':
        return withQueue((queue) =>
          queue.pause(action.mode, pauseEndMs(action.until, clock.nowMs())),
        );
      case 'resume':
        return withQueue((queue) => queue.resume());
      case 'quit':
        return quit();
      default:
        return assertNever(action);
    }
  }

  return { run, withQueue };
}
