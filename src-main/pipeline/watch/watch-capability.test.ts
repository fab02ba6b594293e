import { expect, test } from 'vitest';
import { watchLimitSentence } from '../../../src-shared/model/words/en/paths.ts';
import type { WatchMode, WatchSourceName } from '../../../src-shared/model/folders/folder-rules.ts';
import type { SystemTexts } from '../../platform/disk/mounts.ts';
import { watchLimit, watchMethodOf } from './folder-watcher.ts';

const MOUNTINFO = `
25 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 25 0:27 / /mnt/lab rw,relatime shared:9 - nfs4 server:/lab rw,vers=4.2
31 30 8:17 / /mnt/lab/local rw - xfs /dev/sdb1 rw
32 25 0:40 / /mnt/two\\040words rw - cifs //server/share rw
33 25 0:41 / /mnt/home rw - fuse.sshfs me@server: rw
34 25 0:42 / /mnt/stick rw - fuseblk /dev/sdc1 rw
35 25 0:43 / /mnt/auto rw - autofs systemd-1 rw
36 35 0:44 / /mnt/auto rw - nfs server:/x rw
`;
const place = (path: string, mode: WatchMode = 'auto') => ({
  path,
  watching: { mode, pollSeconds: 30 },
});
const system = (text: SystemTexts['text']): SystemTexts => ({
  text,
  names: () => [],
  link: () => null,
});
const linux = system((file) => (file.endsWith('mountinfo') ? MOUNTINFO : '8192\n'));

const DRIVES = [
  ['/data/runs', false],
  ['/mnt/lab', true],
  ['/mnt/lab/runs', true],
  ['/mnt/laboratory', false],
  ['/mnt/lab/local/runs', false],
  ['/mnt/two words/runs', true],
  ['/mnt/home', true],
  ['/mnt/stick', false],
  ['/mnt/auto/runs', true],
] as const;

test.each(DRIVES)('by the drives that the system names, %s is on one: %s', (path, isDrive) => {
  const polled = { kind: 'polled', seconds: 30, isNetworkDrive: true };
  expect(watchLimit(place(path), 8_192, linux)).toEqual(isDrive ? polled : null);
});

test.each<readonly [WatchMode, string, NodeJS.Platform, WatchSourceName]>([
  ['auto', '/data', 'linux', 'native'],
  ['auto', '/data', 'darwin', 'chokidar'],
  ['auto', '/data', 'win32', 'chokidar'],
  ['auto', '/mnt/lab', 'linux', 'poll'],
  ['poll', '/data', 'win32', 'poll'],
])('%s of %s on %s is %s', (mode, path, platform, source) => {
  expect(watchMethodOf(place(path, mode), linux, platform)).toEqual({ source, pollSeconds: 30 });
});

test('more folders than the system lets a person watch are foreseen', () => {
  expect(watchLimit(place('/data'), 8_193, linux)).toEqual({
    kind: 'too-many-folders',
    most: 8_192,
    seconds: 30,
  });
  expect(watchLimit(place('/data'), null, linux)).toBe(null);
  expect(watchLimit(place('/data', 'poll'), 8_193, linux)?.kind).toBe('polled');
});

test('a folder whose last scan met the limit says so, unless it is polled anyhow', () => {
  const met = { isWatchLimited: true };
  const limited = { kind: 'limited', seconds: 30 };
  expect(watchLimit({ ...place('/data'), ...met }, null, linux)).toEqual(limited);
  expect(watchLimit({ ...place('/data', 'poll'), ...met }, null, linux)?.kind).toBe('polled');
});

test('a sentence says when changes are seen', () => {
  const many = { kind: 'too-many-folders', most: 8_192, seconds: 30 } as const;
  expect(watchLimitSentence(many)).toMatch(/8192.*every 30 seconds/);
  expect(watchLimitSentence({ kind: 'limited', seconds: 60 })).toMatch(/no more.*every 60 seconds/);
  const polled = { kind: 'polled', seconds: 30 } as const;
  expect(watchLimitSentence({ ...polled, isNetworkDrive: false })).toMatch(/every 30 seconds/);
  expect(watchLimitSentence({ ...polled, isNetworkDrive: true })).toMatch(
    /network drive.*every 30/,
  );
});

const silent = system(() => null);

test('a system that says nothing of its drives is known by the name of a share', () => {
  expect(watchLimit(place('\\\\server\\runs'), null, silent)?.kind).toBe('polled');
  expect(watchLimit(place('C:\\runs'), 1_000_000, silent)).toBe(null);
});
