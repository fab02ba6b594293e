/**
 * Uploads rest because of the computer: it sleeps, it runs on its battery, Labseal is about to end. A pause that a person
 * asked for is never touched, and theirs is never ended: ours is known by the moment it began.
 */
import type { PauseMode } from '../../../src-shared/model/files/transfer-rules.ts';
import type { Transfers } from '../../features/files/transfers.ts';
import type { DeskFile } from './window-preferences.ts';

type Queue = Pick<Transfers, 'pause' | 'resume' | 'waits'>;

export interface ComputerPause {
  hold(queue: Queue, mode: PauseMode): void;
  /** Ends a pause of ours, also one that an earlier run left behind. */
  release(queue: Queue): void;
}

export function makeComputerPause(desk: Pick<DeskFile, 'read' | 'change'>): ComputerPause {
  return {
    hold(queue, mode) {
      const held = since(queue);
      if (held !== null && held !== desk.read().ownPauseSinceMs) return;
      queue.pause(mode, null);
      desk.change({ ownPauseSinceMs: since(queue) });
    },
    release(queue) {
      const { ownPauseSinceMs } = desk.read();
      if (ownPauseSinceMs === null) return;
      if (since(queue) === ownPauseSinceMs) queue.resume();
      desk.change({ ownPauseSinceMs: null });
    },
  };
}

function since(queue: Queue): number | null {
  return queue.waits().find(({ cause }) => cause === 'paused')?.sinceMs ?? null;
}
