/** What a person does about files of which nobody knows whether they are recorded: looks, leaves it, or has them sent again. */
import type { Chance } from './chance.ts';
import type { Life } from './program/life.ts';
import type { World } from './world.ts';

/** More would keep a world from its rest. */
const MOST_ACTS = 6;

export interface Doubter {
  /** Acts on some of the files in doubt; on none once she has done enough. */
  resolve(life: Life): Promise<void>;
}

export function makeDoubter({ auditor, trace }: World, chance: Chance): Doubter {
  let acts = 0;

  async function decideAbout(life: Life, fileId: string): Promise<void> {
    const act = chance.pick(['check', 'leave', 'send again'] as const);
    trace.tell('person', `decides about file ${fileId}: ${act}`);
    const { doubts } = life.account;
    const row = auditor
      .books()
      .files()
      .find(({ id }) => String(id) === fileId);
    const job = auditor
      .books()
      .jobs()
      .findLast((one) => one.fileId === row?.id && one.outcome === 'unknown');
    switch (act) {
      case 'check':
        auditor.asksAbout();
        await life.alive(doubts.check(fileId, never));
        return auditor.decidedAbout(null);
      case 'leave':
        doubts.leave(fileId);
        return auditor.decidedAbout(null);
      case 'send again': {
        const letGo = await life.alive(doubts.letGo(fileId, never));
        return auditor.decidedAbout(letGo.ok ? (job ?? null) : null);
      }
    }
  }

  return {
    async resolve(life) {
      for (const { id, state } of auditor.books().files()) {
        if (state !== 'confirming' || acts === MOST_ACTS || !chance.happens(0.5)) continue;
        acts += 1;
        await decideAbout(life, String(id));
      }
    },
  };
}

const never = new AbortController().signal;
