/** Whether changes are seen, and each watched folder. */
import { SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import { counted } from '../../../../src-shared/model/words/en/figures.ts';
import { readTroubleOf } from '../../../../src-shared/model/files/read-trouble.ts';
import { watchLimitSentence } from '../../../../src-shared/model/words/en/paths.ts';
import { unreadableSentence } from '../../../../src-shared/model/words/en/unreadable.ts';
import type {
  DoctorFacts,
  WatchedFolderFacts,
  WatchTrial,
} from '../../../app/doctor/doctor-facts.ts';
import { shellWord } from '../../../../src-shared/model/text/shell-word.ts';
import { passed, problem, unchecked, warning, type Finding } from './check.ts';
import { MORE_INSTANCES, MORE_WATCHES } from './judge-computer.ts';

export function judgeTrials({ trials }: DoctorFacts): readonly Finding[] {
  return trials.map(judgeTrial);
}

const SOURCES: Readonly<Record<WatchTrial['source'], string>> = {
  native: 'notices of the system',
  chokidar: 'notices of the system through chokidar',
  poll: 'polling',
};

function judgeTrial({ source, result }: WatchTrial): Finding {
  const by = `watched by ${SOURCES[source]}`;
  switch (result.kind) {
    case 'seen':
      return passed(
        `A file written into a temporary folder was seen after ${result.afterMs} ms (${by}).`,
      );
    case 'not-seen':
      return problem(
        `A file written into a temporary folder was not seen within ${Math.round(result.waitedMs / SECOND_MS)} s (${by}).`,
        {
          repair:
            'New files are found by the scan every 10 minutes. To find them sooner, have your folders polled.',
          command: 'labseal folder edit ID --watch poll',
        },
      );
    case 'refused':
      return problem(
        `The system refused to watch a temporary folder (code ${result.errno}).`,
        result.errno === 'ENOSPC' ? MORE_WATCHES : MORE_INSTANCES,
      );
    case 'failed':
      return problem(`Watching a temporary folder failed: ${result.message}`, {
        repair:
          'Make sure that the folder for temporary files can be written. If it can, save a report and give it to support.',
        command: 'labseal doctor --save labseal-report.json',
      });
    default:
      return assertNever(result);
  }
}

export function judgeFolders({ folders, program: { platform } }: DoctorFacts): readonly Finding[] {
  if (folders === null) {
    return [unchecked('The watched folders could not be read from the records.')];
  }
  if (folders.length === 0) return [passed('No folder is watched yet.')];
  return folders.flatMap((folder) => [judgeFolder(folder, platform), ...judgeDrives(folder)]);
}

function judgeDrives({ id, path, isOnOtherDrive, drives }: WatchedFolderFacts): readonly Finding[] {
  const command = `labseal folder accept ${id}`;
  const repair = {
    repair: 'Connect the right drive and scan again. If what is there now is right, use it.',
    command,
  };
  return [
    ...(isOnOtherDrive
      ? [problem(`${path} is on another drive than the one with its files.`, repair)]
      : []),
    ...drives.map(({ path: inner, trouble }) =>
      problem(
        trouble === 'gone'
          ? `The drive of ${path}/${inner} is not connected.`
          : `Another drive is connected at ${path}/${inner}.`,
        repair,
      ),
    ),
  ];
}

function judgeFolder(folder: WatchedFolderFacts, platform: NodeJS.Platform): Finding {
  const { path, access, limit, source, directories } = folder;
  if (access === 'slow') {
    return problem(`${path} did not answer within 5 s.`, {
      repair: 'Its drive may be out of reach: reconnect it.',
    });
  }
  if (access !== 'readable') return judgeUnreadable(folder, access.errno, platform);
  if (limit === null) {
    const size =
      directories === 0
        ? 'not scanned yet'
        : `${counted(directories, 'directory', 'directories')} with files`;
    return passed(`${path} can be read (${size}, watched by ${SOURCES[source]}).`);
  }
  const found = `${path} can be read. ${watchLimitSentence(limit)}`;
  switch (limit.kind) {
    case 'polled':
      return passed(found);
    case 'too-many-folders':
    case 'limited':
      return warning(found, MORE_WATCHES);
    default:
      return assertNever(limit);
  }
}

function judgeUnreadable(
  { id, path }: WatchedFolderFacts,
  errno: string,
  platform: NodeJS.Platform,
): Finding {
  if (errno === 'ENOENT' || errno === 'ENOTDIR') {
    return problem(`${path} is not there.`, {
      repair:
        'Connect its drive, or put the folder back. If it is gone for good, stop watching it.',
      command: `labseal folder remove ${id}`,
    });
  }
  const found = `${path} cannot be read. ${unreadableSentence(errno)}`;
  if (readTroubleOf(errno) !== 'forbidden') {
    return problem(found, { repair: 'Until then none of its files counts as missing.' });
  }
  if (platform === 'win32') {
    return problem(found, {
      repair: 'Open its properties, then Security, and ask its owner to let your account read it.',
    });
  }
  return problem(found, {
    repair: 'Ask its owner, whom the command shows, to let you read it.',
    command: `ls -ld ${shellWord(path, platform)}`,
  });
}
