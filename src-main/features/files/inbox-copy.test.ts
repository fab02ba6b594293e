import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { DAY_MS, MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { inboxFolderOf, removeInboxCopy, startInboxSweep, sweepInbox } from './inbox-copy.ts';
import { hasLinks } from '../../test-support/this-system.ts';

const at = (...parts: string[]) => inboxFolderOf(path.join('/data', ...parts), '/data');

describe('a copy that a page gave', () => {
  test('is taken away with the folder that was made for it', async () => {
    const dataFolder = temporaryFolder();
    const write = (...parts: string[]) => {
      const file = path.join(dataFolder, ...parts);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, 'x');
      return file;
    };
    const copy = write('inbox', 'a1', 'run.raw');
    const other = write('inbox', 'b2', 'run.raw');
    await removeInboxCopy(copy, dataFolder);
    expect(fs.existsSync(path.dirname(copy))).toBe(false);
    expect(fs.existsSync(other)).toBe(true);
  });

  test('nothing else is ever taken for one', () => {
    expect(at('inbox', 'a1', 'run.raw')).toBe(path.join('/data', 'inbox', 'a1'));
    const others = [
      ['inbox'],
      ['inbox', 'run.raw'],
      ['inbox', 'a1', 'deeper', 'run.raw'],
      ['inbox', '..', 'account', 'labseal.db'],
      ['inbox', 'a1', '..', '..', 'account', 'labseal.db'],
      ['inboxes', 'a1', 'run.raw'],
      ['account', 'a1', 'run.raw'],
      ['..', 'inbox', 'a1', 'run.raw'],
    ];
    expect(others.map((parts) => at(...parts))).toEqual(others.map(() => null));
  });
});

describe('what was cut off in the inbox', () => {
  const NOW_MS = Date.UTC(2026, 0, 10);
  const LINK = hasLinks ? ['link.part'] : [];

  /** An inbox with a whole copy, and two cut off: a while ago, and two days ago. */
  function inboxOf() {
    const dataFolder = temporaryFolder();
    const ages = { whole: 3 * DAY_MS, 'new.part': 1_000, 'old.part': 2 * DAY_MS };
    for (const [own, ageMs] of Object.entries(ages)) {
      const folder = path.join(dataFolder, 'inbox', own);
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(path.join(folder, 'run.raw'), 'x');
      const seconds = (NOW_MS - ageMs) / 1_000;
      for (const each of [path.join(folder, 'run.raw'), folder])
        fs.utimesSync(each, seconds, seconds);
    }
    const inbox = path.join(dataFolder, 'inbox');
    if (hasLinks) fs.symlinkSync(path.join(inbox, 'whole'), path.join(inbox, 'link.part'));
    const left = () => fs.readdirSync(path.join(dataFolder, 'inbox')).toSorted();
    return { dataFolder, left };
  }

  test('is removed; what is whole stays, however old it is', async () => {
    const { dataFolder, left } = inboxOf();
    await sweepInbox(dataFolder);
    expect(left()).toEqual([...LINK, 'whole']);
    await sweepInbox(dataFolder);
    await sweepInbox(temporaryFolder()); // no inbox yet
    expect(fs.existsSync(path.join(dataFolder, 'inbox/whole/run.raw'))).toBe(true);
  });

  test('is removed after a day in a program that goes on', async () => {
    const { dataFolder, left } = inboxOf();
    const passes: (() => void)[] = [];
    const stopped = vi.fn<() => void>();
    let isWrong = true;
    const clock = { nowMs: () => NOW_MS, isClockWrong: () => isWrong };
    const stop = startInboxSweep(dataFolder, clock, (everyMs, act) => {
      expect(everyMs).toBe(10 * MINUTE_MS);
      passes.push(act);
      return stopped;
    });
    const before = left();
    for (const pass of passes) pass();
    expect(left()).toEqual(before); // by a clock that is wrong nobody knows what is old
    isWrong = false;
    for (const pass of passes) pass();
    await stop();
    expect(left()).toEqual([...LINK, 'new.part', 'whole']);
    expect(stopped).toHaveBeenCalledOnce();
  });

  test('is not removed while bytes still come', async () => {
    const { dataFolder, left } = inboxOf();
    const now = NOW_MS / 1_000;
    fs.utimesSync(path.join(dataFolder, 'inbox/old.part/run.raw'), now, now);
    await sweepInbox(dataFolder, NOW_MS - DAY_MS);
    expect(left()).toContain('old.part');
  });
});
