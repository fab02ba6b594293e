/** The program itself, and the limits of the system it runs on. */
import { counted, fileText } from '../../../../src-shared/model/words/en/figures.ts';
import type { DoctorFacts } from '../../../app/doctor/doctor-facts.ts';
import { passed, problem, warning, type Finding, type Repair } from './check.ts';

const OLDEST_NODE = 24;

export function judgeProgram({ program }: DoctorFacts): Finding {
  const { version, node, platform, architecture } = program;
  const found = `Labseal ${version} with Node ${node} on ${platform} (${architecture}).`;
  if (Number(node.split('.')[0]) >= OLDEST_NODE) return passed(found);
  return problem(found, {
    repair: `Labseal needs its own Node ${OLDEST_NODE}. Install it in Labseal's folder, and start Labseal with bin/labseal.`,
    command: 'npm ci',
  });
}

/** One for each way of watching; a new folder may need the other one. */
const NEEDED_INSTANCES = 2;
/** Uploads, threads, databases and the page need about a hundred. */
const FEWEST_OPEN_FILES = 256;

/** A running Labseal has what it needs. */
function stillNeeded(facts: DoctorFacts, needed: number): number {
  return facts.dataFolder.lock === 'held' ? 0 : needed;
}

function neededWatches({ folders }: DoctorFacts): number {
  return (folders ?? [])
    .filter(({ source }) => source !== 'poll')
    .reduce((sum, { directories }) => sum + directories, 0);
}

/** This and the next two: null where the system sets no limit. */
export function judgeWatches(facts: DoctorFacts): Finding | null {
  const { watches } = facts.limits;
  if (watches === null) return null;
  const { most, inUse } = watches;
  const needed = stillNeeded(facts, neededWatches(facts));
  const found = `${inUse} of ${counted(most, 'watch', 'watches')} for directories are in use`;
  if (inUse + needed <= most) return passed(`${found}.`);
  return warning(`${found}, and the watched folders need ${needed} more.`, MORE_WATCHES);
}

export function judgeInstances(facts: DoctorFacts): Finding | null {
  const { watchInstances } = facts.limits;
  if (watchInstances === null) return null;
  const { most, inUse } = watchInstances;
  const found = `${inUse} of ${counted(most, 'watcher', 'watchers')} of this person's programs are in use.`;
  if (inUse + stillNeeded(facts, NEEDED_INSTANCES) <= most) return passed(found);
  return problem(found, MORE_INSTANCES);
}

export function judgeOpenFiles({ limits: { openFiles } }: DoctorFacts): Finding | null {
  if (openFiles === null) return null;
  const { most } = openFiles;
  const found = `A program may have ${fileText(most)} open.`;
  if (most >= FEWEST_OPEN_FILES) return passed(found);
  return warning(found, {
    repair: 'Raise the limit in the terminal before Labseal is started there.',
    command: 'ulimit -n 4096',
  });
}

/** A kilobyte of memory for each watch that is used; the usual value of current systems. */
export const MORE_WATCHES: Repair = {
  repair:
    'Raise the limit (an administrator of this computer can). Until then folders without a watch are checked at intervals.',
  command: kernelSetting('max_user_watches', 524_288, 'watches'),
};

export const MORE_INSTANCES: Repair = {
  repair: 'Raise the limit (an administrator of this computer can), or close other programs.',
  command: kernelSetting('max_user_instances', 1_024, 'instances'),
};

/** For now and after a restart. */
function kernelSetting(name: string, value: number, file: string): string {
  return `echo fs.inotify.${name}=${value} | sudo tee /etc/sysctl.d/60-labseal-${file}.conf && sudo sysctl --system`;
}
