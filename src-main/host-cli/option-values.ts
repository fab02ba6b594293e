/** Reads the values of options. Throws `UsageError` with a sentence that says what to write. */
import type { Assignment, CheckPolicy } from '../../src-shared/model/assignment.ts';
import { FILE_STATES, type FileState } from '../../src-shared/model/file-state.ts';
import { VISIBILITIES } from '../../src-shared/model/price.ts';
import { FILE_TYPES } from '../../src-shared/service/files.ts';
import { UsageError } from './exit-code.ts';

const SIZE_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 1_024,
  mib: 1_048_576,
  gib: 1_073_741_824,
};

/** "100MB", "1.5 GiB", "2500000". */
export function readSize(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const factor = SIZE_UNITS[unit.toLowerCase()];
  if (digits === undefined || factor === undefined) {
    throw new UsageError(`"${text}" is not a size. Write it like 100MB or 1.5GB.`);
  }
  return Math.floor(Number(digits) * factor);
}

export function readCheckPolicy(text: string): CheckPolicy {
  if (text === 'always' || text === 'never') return text;
  if (!/^\d/.test(text)) {
    throw new UsageError(`--check takes always, never or a size like 100MB, not "${text}".`);
  }
  return { upToBytes: readSize(text) };
}

/** A whole number from 0 on. */
export function readCount(option: string): (text: string) => number {
  return (text) => {
    if (!/^\d{1,15}$/.test(text)) {
      throw new UsageError(`${option} takes a whole number from 0 on, not "${text}".`);
    }
    return Number(text);
  };
}

export function readOneOf<Value extends string>(
  option: string,
  values: readonly Value[],
): (text: string) => Value {
  return (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) {
      throw new UsageError(`${option} is one of ${values.join(', ')}, not "${text}".`);
    }
    return found;
  };
}

export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

const readState = readOneOf('--state', FILE_STATES);

export function collectStates(text: string, before: readonly FileState[] = []) {
  return [...before, ...text.split(',').map((state) => readState(state.trim()))];
}

/** Options that say where and how files are notarized; what is absent was not given. */
export interface AssignmentOptions {
  readonly project?: string;
  readonly visibility?: Assignment['visibility'];
  readonly type?: Assignment['fileType'];
  readonly label?: string;
  readonly procedure?: string;
  readonly procedureFiles?: string;
  readonly primaryFiles?: string;
  readonly check?: CheckPolicy;
}

export const readVisibility = readOneOf('--visibility', VISIBILITIES);
export const readFileType = readOneOf('--type', FILE_TYPES);

/** A whole assignment. Throws when project, visibility or labels are missing. */
export function newAssignment(options: AssignmentOptions): Assignment {
  const { project, visibility, label } = options;
  if (project === undefined) throw new UsageError('Say which project with --project ID.');
  if (visibility === undefined) {
    throw new UsageError('Say with --visibility whether the files become public or private.');
  }
  if (label === undefined) throw new UsageError('Give at least one label with --label a,b.');
  return changeAssignment(
    {
      projectId: project,
      visibility,
      fileType: 'primary',
      labels: label,
      procedureDescription: null,
      linkToProcedure: null,
      primaryData: null,
      checkPolicy: 'always',
    },
    options,
  );
}

export function changeAssignment(before: Assignment, options: AssignmentOptions): Assignment {
  return {
    projectId: options.project ?? before.projectId,
    visibility: options.visibility ?? before.visibility,
    fileType: options.type ?? before.fileType,
    labels: options.label ?? before.labels,
    procedureDescription: options.procedure ?? before.procedureDescription,
    linkToProcedure: options.procedureFiles ?? before.linkToProcedure,
    primaryData: options.primaryFiles ?? before.primaryData,
    checkPolicy: options.check ?? before.checkPolicy,
  };
}
