/** Where worlds keep their databases: one folder for a thread, in memory where the system offers that. */
import { AUTO_WATCHING } from '../src-shared/model/folders/folder-rules.ts';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openState, type State } from '../src-main/db/state.ts';
import { makeFakeClock } from '../src-main/test-support/fake-clock.ts';
import { makeFakeIds } from '../src-main/test-support/fake-ids.ts';
import type { Assignment } from '../src-shared/model/files/assignment.ts';
import { FOLDERS } from './disk/lab.ts';
import { ACCOUNT } from './program/life.ts';
import { PROJECT } from './service/ledger.ts';
import type { FaultProfile } from './fault-profile.ts';

/** Writing there costs no disk: a commit is as durable for us as the copy that is taken of it. */
const MEMORY_FOLDER = '/dev/shm';

export type ScratchFolder = ReturnType<typeof openScratchFolder>;

export function openScratchFolder() {
  const base = fs.existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : os.tmpdir();
  const root = fs.mkdtempSync(path.join(base, 'labseal-simulation-'));
  const templates = new Map<string, string>();
  return {
    /** An empty folder for one world. */
    folder(seed: number): string {
      const folder = path.join(root, `seed-${seed}`);
      fs.rmSync(folder, { recursive: true, force: true });
      fs.mkdirSync(folder);
      return folder;
    },
    /** A data folder as the program left it some other day: with its tables and the watched folders. */
    template({ checkPolicy }: Pick<FaultProfile, 'checkPolicy'>): string {
      const made = templates.get(checkPolicy);
      if (made !== undefined) return made;
      const folder = path.join(root, `template-${checkPolicy}`);
      makeTemplate(folder, checkPolicy);
      templates.set(checkPolicy, folder);
      return folder;
    },
    close(): void {
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}

function makeTemplate(folder: string, checkPolicy: FaultProfile['checkPolicy']): void {
  const clock = makeFakeClock();
  const account = path.join(folder, 'accounts', ACCOUNT);
  const state = openState(account, { clock, ids: makeFakeIds() });
  for (const [visibility, at] of Object.entries(FOLDERS)) {
    watch(state, at, { visibility: visibility as keyof typeof FOLDERS, checkPolicy });
  }
  state.close();
}

/** Has a folder watched: its files are primary ones of the one project, unless `over` says otherwise. */
export function watch(state: State, at: string, over: Partial<Assignment>): void {
  const assignment: Assignment = {
    projectId: PROJECT,
    visibility: 'private',
    fileType: 'primary',
    labels: 'raw',
    procedureDescription: null,
    linkToProcedure: null,
    primaryData: null,
    checkPolicy: 'approved',
    ...over,
  };
  const limits = { settleSeconds: null, budgetCredits: null, approveEach: false };
  const rules = { assignment, exclude: [], ...limits, watching: AUTO_WATCHING };
  state.folders.add(at, rules, makeFakeClock().nowMs());
}
