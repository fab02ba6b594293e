/** What sleep and battery mean for uploads. */
import type { PauseMode } from '../../../src-shared/model/files/queue-view.ts';
import type { PauseEnd } from '../../../src-shared/model/status/tray-view.ts';
import { HOUR_MS } from '../../../src-shared/model/text/time.ts';
import type { Engine } from '../../app/engine.ts';
import type { Transfers } from '../../features/files/transfers.ts';
import type { WindowStateFile } from './window-state.ts';

interface Power {
  readonly isAsleep: boolean;
  readonly isOnBattery: boolean;
  /** As the person wants it. */
  readonly restsOnBattery: boolean;
}

export type PowerAction = 'hold' | 'release' | 'look-again';

/** What to do when the state changes. Nothing is interrupted that would be complete a moment later. */
export function powerActions(before: Power, now: Power): readonly PowerAction[] {
  const [rested, rests] = [mustRest(before), mustRest(now)];
  const isAwake = before.isAsleep && !now.isAsleep;
  return [
    ...(rests && !rested ? (['hold'] as const) : []),
    ...(rested && !rests ? (['release'] as const) : []),
    // Files changed, networks came and went: nothing that was known before is sure.
    ...(isAwake ? (['look-again'] as const) : []),
  ];
}

function mustRest({ isAsleep, isOnBattery, restsOnBattery }: Power): boolean {
  return isAsleep || (isOnBattery && restsOnBattery);
}

type Queue = Pick<Transfers, 'pause' | 'resume' | 'waits'>;

type ComputerPause = ReturnType<typeof makeComputerPause>;

/**
 * Pauses uploads because of the computer: it sleeps, it runs on battery, or Labseal is about to end. A pause that a
 * person requested is never changed or ended. Ours is recognised by its start time.
 */
export function makeComputerPause(windowState: Pick<WindowStateFile, 'read' | 'change'>) {
  return {
    hold(queue: Queue, mode: PauseMode) {
      const held = since(queue);
      if (held !== null && held !== windowState.read().ownPauseSinceMs) return;
      queue.pause(mode, null);
      windowState.change({ ownPauseSinceMs: since(queue) });
    },
    /** Ends a pause of ours, also one that an earlier run left behind. */
    release(queue: Queue) {
      const { ownPauseSinceMs } = windowState.read();
      if (ownPauseSinceMs === null) return;
      if (since(queue) === ownPauseSinceMs) queue.resume();
      windowState.change({ ownPauseSinceMs: null });
    },
  };
}

function since(queue: Queue): number | null {
  return queue.waits().find(({ cause }) => cause === 'paused')?.sinceMs ?? null;
}

const EVENTS = ['suspend', 'resume', 'on-battery', 'on-ac'] as const;

/** What the system tells; Electron's power monitor does. */
interface PowerMonitor {
  on(event: (typeof EVENTS)[number], hear: () => void): unknown;
  /** Electron gives an event that its types leave out. */
  on(event: 'shutdown', hear: (event?: { preventDefault(): void }) => void): unknown;
  isOnBatteryPower(): boolean;
}

interface PowerParts {
  readonly monitor: PowerMonitor;
  readonly engine: Pick<Engine, 'core' | 'feed' | 'lookAgain'>;
  readonly windowState: WindowStateFile;
  readonly pause: ComputerPause;
  /** The computer goes off, once everything is closed. */
  readonly onShutdown: () => void;
}

/**
 * Pauses uploads while the computer sleeps or, if wanted, runs on battery, and scans everything again when it wakes.
 * Returns what has to be called when the person changed their mind about batteries.
 */
export function followPower({
  monitor,
  engine,
  windowState,
  pause,
  onShutdown,
}: PowerParts): () => void {
  const restsOnBattery = () => windowState.read().preferences.restsOnBattery;
  let power: Power = { isAsleep: false, isOnBattery: false, restsOnBattery: false };

  function apply(changes: Partial<Power>): void {
    const before = power;
    power = { ...power, restsOnBattery: restsOnBattery(), ...changes };
    const account = engine.core.account();
    for (const action of powerActions(before, power)) {
      if (action === 'look-again') engine.lookAgain();
      else if (account.ok) {
        if (action === 'hold') pause.hold(account.value.transfers, 'now');
        else pause.release(account.value.transfers);
        engine.feed.tell({ kind: 'transfers-changed' });
      }
    }
  }

  monitor.on('suspend', () => apply({ isAsleep: true }));
  monitor.on('resume', () => apply({ isAsleep: false, isOnBattery: monitor.isOnBatteryPower() }));
  monitor.on('on-battery', () => apply({ isOnBattery: true }));
  monitor.on('on-ac', () => apply({ isOnBattery: false }));
  monitor.on('shutdown', (event) => {
    event?.preventDefault(); // Linux and macOS wait for the end of a program that asks for it
    onShutdown();
  });
  const account = engine.core.account();
  if (account.ok) pause.release(account.value.transfers); // what an earlier run left behind
  apply({ isOnBattery: monitor.isOnBatteryPower() });
  return () => apply({});
}

/** When a pause from the tray ends automatically, in ms; null: when the person resumes. Pure but for the time zone. */
export function pauseEndMs(until: PauseEnd, nowMs: number): number | null {
  if (until === 'hour') return nowMs + HOUR_MS;
  if (until === 'resumed') return null;
  const tomorrow = new Date(nowMs);
  tomorrow.setHours(24, 0, 0, 0); // the next midnight of this computer, also when the clock changes
  return tomorrow.getTime();
}
