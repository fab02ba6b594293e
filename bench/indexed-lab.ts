/** A signed-in data folder that knows a tree of files with their fingerprints; nothing is agreed to, so all of them wait. */
import path from 'node:path';
import { openLab, type Lab } from '../e2e/support/lab.ts';
import { writeTree } from './sample-tree.ts';

const SMALL_BYTES = 1_024;
const ALL_HELD = 1;

export interface IndexedLab {
  readonly lab: Lab;
  readonly home: string;
  readonly tree: string;
  readonly close: () => Promise<void>;
}

export async function openIndexedLab(folder: string, files: number): Promise<IndexedLab> {
  const { lab, close } = await openLab();
  const tree = path.join(folder, 'tree');
  const home = lab.at('labseal');
  writeTree(tree, files, SMALL_BYTES);
  await lab.signIn();
  const place = ['--project', await lab.projectId(), '--visibility', 'private', '--label', 'raw'];
  await run(lab, ['folder', 'add', tree, ...place, '--settle', '0', '--check', 'never'], 0);
  await run(lab, ['sync', '--max-credits', '0', '--json'], ALL_HELD);
  return { lab, home, tree, close };
}

async function run(lab: Lab, args: readonly string[], expected: number): Promise<void> {
  const { code, stderr } = await lab.run(args);
  if (code !== expected) throw new Error(`${args.join(' ')} ended with ${code}\n${stderr}`);
}
