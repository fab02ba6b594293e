import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ok } from '../../../src-shared/model/result.ts';
import { THERE_BEFORE } from '../../../src-shared/model/folders/folder-rules.ts';
import { makeFileTransitions } from '../decide/file-transitions.ts';
import { pickFile } from './single-files.ts';
import { fileTree, scanOnce } from './test-support/scan-once.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { realClock } from '../../platform/real-ports.ts';
import {
  addContent,
  assignment,
  folderRules,
  reopenState,
} from '../../test-support/temporary-state.ts';
import { valueOf } from '../../test-support/value-of.ts';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { makeFolders, type NewFolderRules } from '../../features/folders/folders.ts';

const never = new AbortController().signal;

const LONG_AGO = 1_600_000_000; // seconds since 1970

const pathOf = (row: { readonly directoryPath: string; readonly name: string }) =>
  path.posix.join(row.directoryPath, row.name);

const BOTH_LEFT_OUT = ['old.raw ignored', 'runs/1/old.raw ignored'];
const BOTH_TAKEN = ['old.raw settling', 'runs/1/old.raw settling'];

/** A folder on a real disk that holds two files, and everything that scans it; nothing is read or sent. */
function lab() {
  const disk = temporaryFolder();
  disk.write('data/old.raw');
  disk.write('data/runs/1/old.raw', 'another');
  const root = disk.at('data');
  const clock = makeFakeClock({ startMs: Date.now() });
  const state = reopenState(disk.makeFolder('account'), clock);
  const folders = makeFolders({
    state,
    clock: { ...realClock, nowMs: () => clock.nowMs() },
    dataFolder: disk.makeFolder('account'),
    workers: { fileTree: () => fileTree },
    projects: { existing: async (projectId: string) => ok(projectId) },
  } as unknown as Parameters<typeof makeFolders>[0]);
  const transitions = makeFileTransitions(state, { clock, announce: () => undefined });

  async function add(over: Partial<NewFolderRules> = {}) {
    return valueOf(await folders.add(root, { ...folderRules(), onlyNew: true, ...over }, never));
  }

  /** Rows after a scan, as "path state". */
  async function scan(): Promise<readonly string[]> {
    for (const { id } of state.folders.watched()) {
      await scanOnce(id, { state, transitions, clock: realClock });
    }
    return rows().map((row) => `${pathOf(row)} ${row.state}`);
  }

  const rows = () =>
    state.files.list({}, 0, 99).toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1));
  const named = (name: string) => {
    const row = rows().find((each) => pathOf(each).endsWith(name));
    if (row === undefined) throw new Error(`no row ${name}`);
    return row;
  };
  return { disk, root, state, clock, folders, transitions, add, scan, rows, named };
}

describe('only new files of a folder', () => {
  test('what lay in it when it was added is left out and says why; what comes later is taken', async () => {
    const { add, scan, disk, named } = lab();
    expect(await add()).toMatchObject({ onlyNew: true });
    disk.write('data/new.raw', 'came before the first scan');
    expect(await scan()).toEqual(['new.raw settling', 'old.raw ignored', 'runs/1/old.raw ignored']);
    expect(named('1/old.raw').message).toBe(THERE_BEFORE);
    disk.write('data/runs/2/new.raw', 'came after it');
    expect(await scan()).toContain('runs/2/new.raw settling');
  });

  test('a directory of earlier files is left alone until one of them is wanted', async () => {
    const { add, scan, folders, named, state, disk, root } = lab();
    const { id } = await add();
    fs.mkdirSync(disk.at('data/other'));
    fs.linkSync(`${root}/runs/1/old.raw`, `${root}/other/linked.raw`);
    expect(await scan()).toContain('other/linked.raw ignored');
    expect(state.settledDirectories.of(id, 'other')).not.toBe(null);
    expect(await scan()).toContain('other/linked.raw ignored');
    folders.takeBaselineFiles([named('1/old.raw').id]);
    expect(await scan()).toEqual([
      'old.raw ignored',
      'other/linked.raw settling',
      'runs/1/old.raw settling',
    ]);
    folders.takeEarlier(String(id));
    expect((await scan())[0]).toBe('old.raw settling');
  });

  test('an old file stays left out when it is moved, gets new rights, or was away for a while', async () => {
    const { add, scan, disk } = lab();
    await add();
    await scan();
    fs.renameSync(disk.at('data/runs'), disk.at('data/archive'));
    fs.chmodSync(disk.at('data/old.raw'), 0o600);
    expect(await scan()).toEqual(['archive/1/old.raw ignored', 'old.raw ignored']);
    fs.renameSync(disk.at('data/archive'), disk.at('elsewhere'));
    expect(await scan()).toEqual(['old.raw ignored']);
    fs.renameSync(disk.at('elsewhere'), disk.at('data/runs'));
    expect(await scan()).toEqual(BOTH_LEFT_OUT);
  });

  test('one that a rule left out when the folder was added is no new file once the rule is gone', async () => {
    const { add, scan, disk, state, named } = lab();
    disk.write('data/tmp/old.bak', 'left out, and in a directory that is');
    const { id } = await add({ exclude: ['tmp/'] });
    expect(await scan()).toEqual(BOTH_LEFT_OUT);
    state.folders.changeRules(id, folderRules());
    expect(await scan()).toContain('tmp/old.bak ignored');
    expect(named('old.bak').message).toBe(THERE_BEFORE);
  });

  test('an old file that is written anew is taken, and its proof is not hidden by an old copy put back', async () => {
    const { add, scan, disk, state, named } = lab();
    fs.utimesSync(disk.at('data/old.raw'), LONG_AGO, LONG_AGO); // to the nanosecond, as it is put back below
    await add();
    await scan();
    fs.copyFileSync(disk.at('data/old.raw'), disk.at('backup'));
    fs.appendFileSync(disk.at('data/old.raw'), ' and more');
    expect(await scan()).toContain('old.raw settling');
    const contentId = addContent(state, 'b', 1).id;
    state.files.move(state.files.move(named('old.raw'), 'discovered'), 'ready', { contentId });
    fs.copyFileSync(disk.at('backup'), disk.at('data/old.raw'));
    fs.utimesSync(disk.at('data/old.raw'), LONG_AGO, LONG_AGO);
    expect(await scan()).toContain('old.raw settling');
  });

  test('single files are taken after all, also where they are moved to; the others stay left out', async () => {
    const { add, scan, disk, folders, named } = lab();
    await add();
    await scan();
    const { id } = named('1/old.raw');
    expect(folders.takeBaselineFiles([id, 99])).toEqual([id]);
    expect(folders.takeBaselineFiles([id])).toEqual([]);
    expect(named('1/old.raw')).toMatchObject({ state: 'settling', message: null });
    fs.renameSync(disk.at('data/runs/1/old.raw'), disk.at('data/runs/moved.raw'));
    expect(await scan()).toEqual(['old.raw ignored', 'runs/moved.raw settling']);
  });

  test('all of a folder are taken after all', async () => {
    const { add, scan, folders } = lab();
    const { id } = await add({ exclude: ['1/'] });
    await scan();
    expect(folders.takeEarlier(String(id))).toMatchObject({ value: { onlyNew: false } });
    expect(await scan()).toEqual(['old.raw settling']);
    expect(folders.takeEarlier('77')).toMatchObject({ fault: { kind: 'unknown-folder' } });
  });

  test('who chooses an old file by hand wants it', async () => {
    const { add, scan, state, transitions, clock, disk, named } = lab();
    await add();
    await scan();
    const ports = { state, transitions, fileTree, nowMs: clock.nowMs() };
    await pickFile(disk.at('data/old.raw'), assignment({ labels: 'mine' }), ports, never);
    expect(named('old.raw').state).toBe('discovered');
    expect(await scan()).toContain('old.raw discovered');
  });

  test('a folder whose list could not be finished is not watched, and can be added again', async () => {
    const { folders, root, state, add, scan } = lab();
    const gone = AbortSignal.abort(new Error('the page was closed'));
    await expect(folders.add(root, { ...folderRules(), onlyNew: true }, gone)).rejects.toThrow(
      'the page was closed',
    );
    expect(state.folders.watched()).toEqual([]);
    await add();
    expect(await scan()).toEqual(BOTH_LEFT_OUT);
  });

  test('a folder of all files takes what lies in it, also what was left out before it was watched no more', async () => {
    const { folders, add, scan } = lab();
    const { id } = await add();
    folders.remove(String(id));
    expect(await add({ onlyNew: false })).toMatchObject({ onlyNew: false });
    expect(await scan()).toEqual(BOTH_TAKEN);
  });

  test('the dry run says of every file that it would be left out, and counts no price', async () => {
    const { folders, root } = lab();
    const reasons = async (onlyNew: boolean) => {
      const found: unknown[] = [];
      const choice = { exclude: [], visibility: 'public', onlyNew } as const;
      await folders.preview(root, choice, (file) => found.push(file.reason), never);
      return found;
    };
    expect(await reasons(true)).toEqual([{ kind: 'there-before' }, { kind: 'there-before' }]);
    expect(await reasons(false)).toEqual([null, null]);
  });
});
