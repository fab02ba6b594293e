import { EventEmitter } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PauseMode } from '../../../src-shared/model/files/queue-view.ts';
import { ok } from '../../../src-shared/model/result.ts';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { followPower, makeComputerPause, powerActions } from './power-policy.ts';
import { openWindowState } from './window-state.ts';

/** A queue that knows its pause, as the real one tells it. */
function fakeQueue() {
  let sinceMs = 1_000;
  let pause: { readonly mode: PauseMode; readonly sinceMs: number } | null = null;
  return {
    pause: (mode: PauseMode) => {
      sinceMs += 1;
      pause = { mode, sinceMs };
    },
    resume: () => {
      pause = null;
    },
    waits: () => (pause === null ? [] : [{ cause: 'paused', sinceMs: pause.sinceMs }]) as never,
    held: () => pause?.mode ?? null,
  };
}

class FakeMonitor extends EventEmitter {
  isOnBattery = false;
  isOnBatteryPower = () => this.isOnBattery;
}

async function laptop(folder = temporaryFolder(), queue = fakeQueue()) {
  const windowState = await openWindowState(folder, 'en');
  onTestFinished(() => windowState.settled()); // what is still to be written has to be before its folder goes
  const monitor = new FakeMonitor();
  const looks: number[] = [];
  const engine = {
    core: { account: () => ok({ transfers: queue }) },
    feed: { tell: () => undefined },
    lookAgain: () => looks.push(1),
  };
  const pause = makeComputerPause(windowState);
  const ends: string[] = [];
  const onShutdown = () => ends.push('end');
  const parts = { monitor, engine: engine as never, windowState, pause, onShutdown };
  const start = () => followPower(parts);
  const rest = (restsOnBattery: boolean) =>
    windowState.change({ preferences: { ...windowState.read().preferences, restsOnBattery } });
  return { windowState, monitor, looks, queue, pause, start, rest, folder, ends };
}

describe('sleep and battery', () => {
  test('a computer that goes off waits until everything is closed', async () => {
    const { monitor, start, ends } = await laptop();
    start();
    let isDelayed = false;
    monitor.emit('shutdown', { preventDefault: () => void (isDelayed = true) });
    expect([ends, isDelayed]).toEqual([['end'], true]);
  });

  test('uploads rest while the computer sleeps; when it wakes everything is looked at', async () => {
    const { monitor, queue, looks, start } = await laptop();
    start();
    monitor.emit('suspend');
    expect(queue.held()).toBe('now');
    expect(looks).toEqual([]);
    monitor.emit('resume');
    expect([queue.held(), looks.length]).toEqual([null, 1]);
  });

  test('on battery only when that is wanted, also when the wish changes', async () => {
    const { monitor, queue, start, rest } = await laptop();
    const wishChanged = start();
    monitor.emit('on-battery');
    expect(queue.held()).toBeNull();
    rest(true);
    wishChanged();
    expect(queue.held()).toBe('now');
    monitor.emit('on-ac');
    expect(queue.held()).toBeNull();
  });

  test('waking up on battery goes on resting', async () => {
    const { monitor, queue, start, rest } = await laptop();
    rest(true);
    start();
    monitor.emit('suspend');
    monitor.isOnBattery = true;
    monitor.emit('resume');
    expect(queue.held()).toBe('now');
  });

  test("a person's pause is never ended, and one over ours is theirs", async () => {
    const { monitor, queue, start } = await laptop();
    start();
    for (const order of ['pause first', 'sleep first']) {
      if (order === 'pause first') queue.pause('after-current');
      monitor.emit('suspend');
      if (order === 'sleep first') queue.pause('after-current');
      monitor.emit('resume');
      expect([order, queue.held()]).toEqual([order, 'after-current']);
      queue.resume();
    }
  });

  test('a pause that a run left behind ends with the next start; what a person resumed stays resumed', async () => {
    const first = await laptop();
    first.start();
    first.monitor.emit('suspend');
    await first.windowState.settled();
    const next = await laptop(first.folder, first.queue);
    next.start();
    expect(next.queue.held()).toBeNull();
    next.monitor.emit('suspend');
    next.queue.resume();
    next.monitor.emit('resume');
    expect(next.queue.held()).toBeNull();
    expect(next.windowState.read().ownPauseSinceMs).toBeNull();
  });

  test('nothing is done twice', () => {
    const power = { isAsleep: false, isOnBattery: true, restsOnBattery: true };
    expect(powerActions(power, power)).toEqual([]);
    expect(powerActions(power, { ...power, isAsleep: true })).toEqual([]);
    expect(powerActions({ ...power, isAsleep: true }, power)).toEqual(['look-again']);
  });
});
