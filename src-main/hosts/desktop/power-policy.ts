/** What sleep and battery mean for uploads. Pure. */
export interface Power {
  readonly isAsleep: boolean;
  readonly isOnBattery: boolean;
  /** As the person wants it. */
  readonly restsOnBattery: boolean;
}

export type PowerDeed = 'hold' | 'release' | 'look-again';

/** What is to be done when one thing has become another: nothing is cut off that a moment later would be whole. */
export function powerDeeds(before: Power, now: Power): readonly PowerDeed[] {
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
