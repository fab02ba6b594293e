/** The data folder, the lock on it, the records in it and the room around it. */
import path from 'node:path';
import { assertNever } from '../../../../src-shared/model/result.ts';
import { byteText } from '../../../../src-shared/model/words/en/figures.ts';
import type { DoctorFacts } from '../../../app/doctor/doctor-facts.ts';
import { shellWord } from '../../../../src-shared/model/text/shell-word.ts';
import { passed, problem, unchecked, warning, type Finding } from './check.ts';

export function judgeDataFolder({ dataFolder, program: { platform } }: DoctorFacts): Finding {
  const { path: folder, isThere, isDirectory, isWritable, openTo } = dataFolder;
  const word = shellWord(folder, platform);
  const elsewhere =
    platform === 'win32'
      ? String.raw`setx LABSEAL_HOME "%LOCALAPPDATA%\Labseal"`
      : 'export LABSEAL_HOME="$HOME/labseal"';
  if (dataFolder.isOnNetworkDrive) {
    return problem(
      `${folder} is on a network drive, where two computers could pay for the same file.`,
      {
        repair: 'Name a folder on a disk of this computer. Watched folders may be anywhere.',
        command: elsewhere,
      },
    );
  }
  if (!dataFolder.keepsPrivate) {
    return problem(
      `${folder} is on a drive that cannot keep files from the other users of this computer.`,
      {
        repair: 'Name a folder on another disk. Watched folders may be anywhere.',
        command: elsewhere,
      },
    );
  }
  if (!isDirectory) {
    return problem(`${folder} is not a folder, or lies in something that is none.`, {
      repair: 'Name another folder.',
      command: elsewhere,
    });
  }
  if (!isWritable) {
    return problem(`Labseal may not write into ${folder}.`, {
      repair:
        platform === 'win32'
          ? 'Open the properties of the folder, then Security, and give your account full control.'
          : 'Make it yours.',
      command:
        platform === 'win32' ? null : `sudo chown -R "$USER" ${word} && chmod -R u+rwX ${word}`,
    });
  }
  if (!isThere) return passed(`${folder} does not exist yet. Signing in creates it.`);
  if (openTo !== 0) {
    return warning(`Others on this computer may look into ${folder}.`, {
      repair: 'Keep it to yourself.',
      command: `chmod 700 ${word}`,
    });
  }
  return passed(`${folder} is on a disk of this computer, and Labseal may write there.`);
}

/** A command is for the system that the facts are of. */
function pathOn(platform: NodeJS.Platform): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix;
}

/** The data folder is there, and this person may not look into it: then nothing in it is known. */
export function isClosedToUs({ dataFolder }: DoctorFacts): boolean {
  return dataFolder.isThere && !dataFolder.isWritable;
}

export function judgeLock(facts: DoctorFacts): Finding {
  const { platform } = facts.program;
  const { lock, path: folder } = facts.dataFolder;
  if (lock === 'free') return passed('No other Labseal uses the data folder.');
  if (lock === 'held') {
    return passed(
      'Labseal is at work with the data folder. It carries out the commands of this version.',
    );
  }
  const found = `Whether Labseal is running cannot be told (code ${lock.errno}).`;
  if (isClosedToUs(facts)) return unchecked(found);
  const file = shellWord(pathOn(platform).join(folder, 'engine.lock'), platform);
  return problem(found, {
    repair: 'The lock of the data folder has to be yours, and readable.',
    command: platform === 'win32' ? null : `ls -l ${file}`,
  });
}

export function judgeDatabase(facts: DoctorFacts): Finding {
  const { database } = facts;
  if (database === null && isClosedToUs(facts)) {
    return unchecked("Labseal's records cannot be read.");
  }
  if (database === null) {
    return unchecked('There are no records yet: nobody has signed in on this computer.');
  }
  const { folder, found } = database;
  switch (found.kind) {
    case 'absent':
      return passed('There are no records yet.');
    case 'whole':
      return passed(`Labseal's records (${byteText(found.sizeBytes)}) are complete.`);
    case 'in-use':
      return unchecked(
        "Labseal's records are not checked while it is at work.",
        'Stop Labseal and run "labseal doctor" again to check them.',
      );
    case 'unread':
      return warning(`Labseal's records could not be checked (code ${found.errno}).`, {
        repair:
          'They are checked in a private copy: free some space in the folder for temporary files, and make sure that you may read the records.',
      });
    case 'newer':
      return problem(`The records in ${folder} were written by a newer Labseal.`, {
        repair: 'Install that version or a newer one. Nothing was changed.',
      });
    case 'unreleased':
      return problem(`The records in ${folder} are from before the first release.`, {
        repair:
          'Nothing was changed. Put labseal.db aside and leave marker.json where it is: Labseal then starts new records, and asks the service about every file before anything is paid for.',
      });
    case 'lost':
      return problem(`The records in ${folder} are missing.`, {
        repair:
          'Restore the folder from a backup. Without one, Labseal starts new records and asks the service about every file before anything is paid for.',
      });
    case 'damaged':
      return problem(`The records in ${folder} are damaged.`, {
        repair:
          'What is on the service is safe. Stop Labseal and restore the folder from a backup. Without one, put the records aside and leave marker.json where it is: Labseal then starts new records, and asks the service about every file before anything is paid for.',
        command: moveAway(folder, facts.program.platform),
      });
    default:
      return assertNever(found);
  }
}

/** Not the folder as a whole: without the marker in it everything would look like a fresh start, unpaid. */
function moveAway(folder: string, platform: NodeJS.Platform): string {
  const aside = shellWord(pathOn(platform).join(folder, 'damaged'), platform);
  return platform === 'win32'
    ? `mkdir ${aside} && move ${shellWord(pathOn(platform).join(folder, 'labseal.db*'), platform)} ${aside}`
    : `mkdir ${aside} && mv ${shellWord(folder, platform)}/labseal.db* ${aside}`;
}

const LITTLE_BYTES = 1e9;
const TOO_LITTLE_BYTES = 100e6; // a large folder's records and their log alone may grow by as much in a day

export function judgeDiskSpace({ dataFolder, program: { platform } }: DoctorFacts): Finding {
  const { path: folder, freeBytes } = dataFolder;
  if (freeBytes === null) {
    return unchecked('The drive of the data folder does not say how much is free.');
  }
  const found = `${byteText(freeBytes)} are free on the disk of the data folder.`;
  if (freeBytes >= LITTLE_BYTES) return passed(found);
  const repair = {
    repair:
      'Free some space there: without it nothing can be recorded, so Labseal stops before it sends anything.',
    command: platform === 'win32' ? null : `df -h ${shellWord(folder, platform)}`,
  };
  return (freeBytes < TOO_LITTLE_BYTES ? problem : warning)(found, repair);
}
