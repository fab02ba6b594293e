/** Limits of the system that stop watching, and how much of them this person's programs use. Linux alone has them. */
import fs from 'node:fs';
import path from 'node:path';
import type { LimitFacts, UseOfLimit } from './doctor-facts.ts';

/** `system`: where the kernel describes itself; a test has its own. */
export function limitFacts(system = '/proc', userId = process.getuid?.() ?? null): LimitFacts {
  const used = notifiersInUse(system, userId);
  return {
    watches: useOf(path.join(system, 'sys/fs/inotify/max_user_watches'), used.watches),
    watchInstances: useOf(path.join(system, 'sys/fs/inotify/max_user_instances'), used.instances),
    openFiles: openFilesLimit(path.join(system, 'self/limits')),
  };
}

function useOf(file: string, inUse: number): UseOfLimit | null {
  const most = Number.parseInt(textOf(file) ?? '', 10);
  return Number.isNaN(most) ? null : { most, inUse };
}

/** Processes that end meanwhile, and what may not be looked at, count as none. */
function notifiersInUse(system: string, userId: number | null) {
  let [instances, watches] = [0, 0];
  for (const process of namesIn(system).filter((name) => /^\d+$/.test(name))) {
    const folder = path.join(system, process);
    if (userId !== null && ownerOf(folder) !== userId) continue;
    for (const number of namesIn(path.join(folder, 'fd'))) {
      if (targetOf(path.join(folder, 'fd', number)) !== 'anon_inode:inotify') continue;
      instances += 1;
      const text = textOf(path.join(folder, 'fdinfo', number)) ?? '';
      watches += text.split('\n').filter((line) => line.startsWith('inotify ')).length;
    }
  }
  return { instances, watches };
}

function openFilesLimit(file: string): LimitFacts['openFiles'] {
  const line = /^Max open files\s+(\d+|unlimited)/m.exec(textOf(file) ?? '')?.[1];
  return line === undefined || line === 'unlimited' ? null : { most: Number(line) };
}

function textOf(file: string): string | null {
  return orNull(() => fs.readFileSync(file, 'utf8'));
}

function namesIn(folder: string): readonly string[] {
  return orNull(() => fs.readdirSync(folder)) ?? [];
}

function ownerOf(folder: string): number | null {
  return orNull(() => fs.statSync(folder).uid);
}

function targetOf(link: string): string | null {
  return orNull(() => fs.readlinkSync(link));
}

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null; // gone meanwhile, somebody else's, or no such system
  }
}
