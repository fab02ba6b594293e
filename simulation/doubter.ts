/** What a person does about files of which no evidence can tell whether they arrived: leaves them, or has them sent again. */
import type { Chance } from './chance.ts';
import type { Life } from './program/life.ts';
import type { World } from './world.ts';

/** More would keep a world from its rest. */
const MOST_ACTS = 6;

export interface Doubter {
  /** Acts on some of the files in doubt; on none once she has done enough. */
  resolve(life: Life): void;
}

export function makeDoubter({ auditor, trace }: World, chance: Chance): Doubter {
  let acts = 0;

  function sendAgain(life: Life, fileId: number): void {
    trace.tell('person', `has file ${fileId} sent again`);
    const job = auditor
      .books()
      .jobs()
      .findLast((one) => one.fileId === fileId && one.outcome === 'unknown');
    const sent = life.account.doubts.sendAgain({ asked: String(fileId) }, Infinity);
    auditor.decidedAbout(sent.ok ? (job ?? null) : null);
  }

  return {
    resolve(life) {
      for (const { id, hold } of auditor.books().files()) {
        if (hold !== 'undecided' || acts === MOST_ACTS || !chance.happens(0.3)) continue;
        acts += 1;
        sendAgain(life, id);
      }
    },
  };
}
