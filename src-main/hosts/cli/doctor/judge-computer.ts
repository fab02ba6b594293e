/** The program itself, and the limits of the system it runs on. */
import { counted, fileText } from '../../../../src-shared/model/words/en/figures.ts';
import type { DoctorFacts, UseOfLimit } from '../../../app/doctor/doctor-facts.ts';
import { passed, problem, warning, type Check, type Repair } from './check.ts';

const OLDEST_NODE = 24;

export function judgeProgram({ program }: DoctorFacts): Check {
  const { version, node, platform, architecture } = program;
  const found = `Labseal ${version} with Node ${node} on ${platform} (${architecture}).`;
  if (Number(node.split('.')[0]) >= OLDEST_NODE) return passed('program', found);
  return problem('program', found, {
    repair: `Labseal needs its own Node ${OLDEST_NODE}. Install it in Labseal's folder, and start Labseal with bin/labseal.`,
    command: 'npm ci',
  });
}

/** One for each way of watching; a new folder may need the other one. */
const NEEDED_INSTANCES = 2;
/** Uploads, threads, databases and the page need about a hundred. */
const FEWEST_OPEN_FILES = 256;

/** What a system does not limit is not mentioned. */
export function judgeLimits(facts: DoctorFacts): readonly Check[] {
  const { watches, watchInstances, openFiles } = facts.limits;
  const isCounted = facts.dataFolder.lock === 'held'; // a running Labseal has what it needs
  return [
    ...(watches === null ? [] : [judgeWatches(watches, isCounted ? 0 : neededWatches(facts))]),
    ...(watchInstances === null
      ? []
      : [judgeInstances(watchInstances, isCounted ? 0 : NEEDED_INSTANCES)]),
    ...(openFiles === null ? [] : [judgeOpenFiles(openFiles.most)]),
  ];
}

function neededWatches({ folders }: DoctorFacts): number {
  return (folders ?? [])
    .filter(({ source }) => source !== 'poll')
    .reduce((sum, { directories }) => sum + directories, 0);
}

function judgeWatches({ most, inUse }: UseOfLimit, needed: number): Check {
  const found = `${inUse} of ${counted(most, 'watch', 'watches')} for directories are in use`;
  if (inUse + needed <= most) return passed('watches', `${found}.`);
  return warning('watches', `${found}, and the watched folders need ${needed} more.`, MORE_WATCHES);
}

function judgeInstances({ most, inUse }: UseOfLimit, needed: number): Check {
  const found = `${inUse} of ${counted(most, 'watcher', 'watchers')} of this person's programs are in use.`;
  if (inUse + needed <= most) return passed('watch-instances', found);
  return problem('watch-instances', found, MORE_INSTANCES);
}

function judgeOpenFiles(most: number): Check {
  const found = `A program may have ${fileText(most)} open.`;
  if (most >= FEWEST_OPEN_FILES) return passed('open-files', found);
  return warning('open-files', found, {
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
