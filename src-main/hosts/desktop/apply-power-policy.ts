/** Lets uploads rest while the computer sleeps or, if wanted, runs on its battery, and looks at everything again when it wakes. */
import type { Engine } from '../../app/engine.ts';
import type { ComputerPause } from './computer-pause.ts';
import type { DeskFile } from './window-preferences.ts';
import { powerDeeds, type Power } from './power-policy.ts';

const EVENTS = ['suspend', 'resume', 'on-battery', 'on-ac'] as const;

/** What the system tells; Electron's power monitor does. */
export interface PowerMonitor {
  on(event: (typeof EVENTS)[number], hear: () => void): unknown;
  isOnBatteryPower(): boolean;
}

export interface PowerParts {
  readonly monitor: PowerMonitor;
  readonly engine: Pick<Engine, 'core' | 'feed' | 'lookAgain'>;
  readonly desk: DeskFile;
  readonly pause: ComputerPause;
}

/** Returns what has to be called when the person changed their mind about batteries. */
export function followPower({ monitor, engine, desk, pause }: PowerParts): () => void {
  const restsOnBattery = () => desk.read().preferences.restsOnBattery;
  let power: Power = { isAsleep: false, isOnBattery: false, restsOnBattery: false };

  function feel(changes: Partial<Power>): void {
    const before = power;
    power = { ...power, restsOnBattery: restsOnBattery(), ...changes };
    const account = engine.core.account();
    for (const deed of powerDeeds(before, power)) {
      if (deed === 'look-again') engine.lookAgain();
      else if (account.ok) {
        if (deed === 'hold') pause.hold(account.value.transfers, 'now');
        else pause.release(account.value.transfers);
        engine.feed.tell({ kind: 'transfers-changed' });
      }
    }
  }

  monitor.on('suspend', () => feel({ isAsleep: true }));
  monitor.on('resume', () => feel({ isAsleep: false, isOnBattery: monitor.isOnBatteryPower() }));
  monitor.on('on-battery', () => feel({ isOnBattery: true }));
  monitor.on('on-ac', () => feel({ isOnBattery: false }));
  const account = engine.core.account();
  if (account.ok) pause.release(account.value.transfers); // what an earlier run left behind
  feel({ isOnBattery: monitor.isOnBatteryPower() });
  return () => feel({});
}
