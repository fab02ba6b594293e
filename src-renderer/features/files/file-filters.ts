/** What a list of files is narrowed to, as its address says it. Pure; what the address does not know is no filter. */
import type { FileRangeFilter } from '../../../src-shared/bridge/file-calls.ts';
import { VISIBILITIES, type Visibility } from '../../../src-shared/model/money/price.ts';
import { FILE_TYPES, type FileType } from '../../../src-shared/service/files.ts';
import { shownOf, type Shown } from './shown-files.ts';

export interface FileFilters {
  readonly shown: Shown | null;
  readonly visibility: Visibility | null;
  readonly fileType: FileType | null;
  readonly label: string | null;
}

export const NO_FILTERS: FileFilters = {
  shown: null,
  visibility: null,
  fileType: null,
  label: null,
};

export function readFilters(address: URLSearchParams): FileFilters {
  const label = address.get('label');
  return {
    shown: shownOf(address.get('show')),
    visibility: VISIBILITIES.find((each) => each === address.get('visibility')) ?? null,
    fileType: FILE_TYPES.find((each) => each === address.get('type')) ?? null,
    label: label === '' ? null : label,
  };
}

export function writeFilters(filters: FileFilters): Readonly<Record<string, string>> {
  const { shown, visibility, fileType, label } = filters;
  return {
    ...(shown === null ? {} : { show: shown.code }),
    ...(visibility === null ? {} : { visibility }),
    ...(fileType === null ? {} : { type: fileType }),
    ...(label === null ? {} : { label }),
  };
}

export function isNarrowed(filters: FileFilters, text: string): boolean {
  return text !== '' || Object.values(filters).some((filter) => filter !== null);
}

/** `projectId` null: of all projects. */
export function filterOf(
  projectId: string | null,
  text: string,
  { shown, visibility, fileType, label }: FileFilters,
): FileRangeFilter {
  return {
    ...(projectId === null ? {} : { projectId }),
    ...(text === '' ? {} : { text }),
    ...(shown === null ? {} : { states: [shown.state] }),
    ...(shown?.hold == null ? {} : { holds: [shown.hold] }),
    ...(visibility === null ? {} : { visibility }),
    ...(fileType === null ? {} : { fileType }),
    ...(label === null ? {} : { label }),
  };
}
