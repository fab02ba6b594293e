/**
 * How a folder is watched, and whether changes in it are seen at once, judged by what the system reports about its
 * drives and limits. Nothing is written into the folder, and the drive itself is not accessed: one that is out of reach
 * may hang.
 */
import type { WatchLimit } from '../../../src-shared/model/folders/folder-rules.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import { isOnNetworkDrive } from '../../db/network-drive.ts';
import {
  isNetworkMount,
  mountOf,
  systemTexts,
  type SystemTexts,
} from '../../platform/disk/mounts.ts';
import type { WatchMethod } from './folder-watcher.ts';

const MOST_WATCHES = '/proc/sys/fs/inotify/max_user_watches';

/** `path`: absolute and real. */
type WatchedPlace = Pick<Folder, 'path' | 'watching'> & Partial<Pick<Folder, 'isWatchLimited'>>;

/** How a folder is watched: polled where its settings say so, otherwise by what suits the system and the drive. */
export function watchMethodOf(
  folder: WatchedPlace,
  system: SystemTexts = systemTexts,
  platform: NodeJS.Platform = process.platform,
): WatchMethod {
  const { mode, pollSeconds } = folder.watching;
  // A network drive does not report what other computers do there.
  if (mode === 'poll' || isNetworkDrive(folder.path, system))
    return { source: 'poll', pollSeconds };
  // Measured on Linux alone; chokidar knows how the others differ.
  return { source: platform === 'linux' ? 'native' : 'chokidar', pollSeconds };
}

/** `directories`: how many are in it, itself included; null: unknown. */
export function watchLimit(
  folder: WatchedPlace,
  directories: number | null,
  system: SystemTexts = systemTexts,
): WatchLimit | null {
  const { source, pollSeconds } = watchMethodOf(folder, system);
  if (source === 'poll') {
    const isOnNetwork = isNetworkDrive(folder.path, system);
    return { kind: 'polled', seconds: pollSeconds, isNetworkDrive: isOnNetwork };
  }
  const most = Number.parseInt(system.text(MOST_WATCHES) ?? '', 10);
  const seconds = pollSeconds;
  if (folder.isWatchLimited === true) return { kind: 'limited', seconds };
  return (directories ?? 0) > most ? { kind: 'too-many-folders', most, seconds } : null;
}

function isNetworkDrive(path: string, system: SystemTexts): boolean {
  const mount = mountOf(path, system);
  // A network share is recognised by its name; only Linux has meaningful numbers.
  return mount === null ? isOnNetworkDrive(path, () => 0) : isNetworkMount(mount);
}
