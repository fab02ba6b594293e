/** What a list of files is narrowed to, as its address says it. Pure; what the address does not know is no filter. */
import { FILE_SORTS, type FileRangeFilter } from '../../../src-shared/bridge/file-calls.ts';
import { VISIBILITIES, type Visibility } from '../../../src-shared/model/money/price.ts';
import { FILE_TYPES, type FileType } from '../../../src-shared/service/files.ts';
import {
  FILE_STATES,
  type FileState,
  HOLD_REASONS,
  type HoldReason,
  mayCarry,
} from '../../../src-shared/model/files/file-state.ts';
import { FILE_GROUPS, type FileGroup } from '../../../src-shared/model/files/file-group.ts';
import { SET_BY_LINK } from '../../paths.ts';
import type { GridSort } from '../../ui/grid/grid-column.ts';

/** A watched folder, or a subfolder of it with everything below. */
export interface FolderFilter {
  readonly folderId: string;
  /** Its names with slashes between them; empty: all of the folder. */
  readonly subfolder: string;
}

export interface FileFilters {
  readonly folder: FolderFilter | null;
  readonly group: FileGroup | null;
  /** One state or hold, which another page led to. */
  readonly shown: Shown | null;
  readonly visibility: Visibility | null;
  readonly fileType: FileType | null;
  readonly label: string | null;
}

export const NO_FILTERS: FileFilters = {
  folder: null,
  group: null,
  shown: null,
  visibility: null,
  fileType: null,
  label: null,
};

export function readFilters(address: URLSearchParams): FileFilters {
  const label = address.get('label');
  return {
    folder: folderOf(address.get('folder') ?? ''),
    group: FILE_GROUPS.find((each) => each === address.get('group')) ?? null,
    shown: shownOf(address.get('show')),
    visibility: VISIBILITIES.find((each) => each === address.get('visibility')) ?? null,
    fileType: FILE_TYPES.find((each) => each === address.get('type')) ?? null,
    label: label === '' ? null : label,
  };
}

/** "3" or "3/subject_07/plate-A". */
function folderOf(text: string): FolderFilter | null {
  const [, folderId, subfolder = ''] = /^([1-9]\d*)(?:\/(.+))?$/s.exec(text) ?? [];
  return folderId === undefined ? null : { folderId, subfolder };
}

/** The filters of an address alone: the same text while only the search or the order changes. */
export function filtersIn(address: URLSearchParams): string {
  return new URLSearchParams(writeFilters(readFilters(address))).toString();
}

/** Whether its filters were set by a link that led here. */
export function isSetByLink(address: URLSearchParams): boolean {
  return address.get('by') === SET_BY_LINK.by;
}

/** Newest first, unless the address says otherwise. */
const USUAL_SORT: GridSort = { column: 'when', isDescending: true };

export function readSort(address: URLSearchParams): GridSort {
  const column = FILE_SORTS.find((each) => each === address.get('sort'));
  if (column === undefined) return USUAL_SORT;
  return { column, isDescending: address.get('order') === 'down' };
}

/** The address of a list: its filters, what was searched for, and its order. */
export function writeList(
  filters: FileFilters,
  text: string,
  { column, isDescending }: GridSort,
): Readonly<Record<string, string>> {
  const isUsual = column === USUAL_SORT.column && isDescending === USUAL_SORT.isDescending;
  return {
    ...writeFilters(filters),
    ...(text === '' ? {} : { text }),
    ...(isUsual ? {} : { sort: column, order: isDescending ? 'down' : 'up' }),
  };
}

function writeFilters(filters: FileFilters): Readonly<Record<string, string>> {
  const { folder, group, shown, visibility, fileType, label } = filters;
  return {
    ...(folder === null ? {} : { folder: folderText(folder) }),
    ...(group === null ? {} : { group }),
    ...(shown === null ? {} : { show: shown.code }),
    ...(visibility === null ? {} : { visibility }),
    ...(fileType === null ? {} : { type: fileType }),
    ...(label === null ? {} : { label }),
  };
}

const folderText = ({ folderId, subfolder }: FolderFilter) =>
  subfolder === '' ? folderId : `${folderId}/${subfolder}`;

export function isNarrowed(filters: FileFilters, text: string): boolean {
  return text !== '' || Object.values(filters).some((filter) => filter !== null);
}

/** `projectId` null: of all projects. */
export function filterOf(
  projectId: string | null,
  text: string,
  { folder, group, shown, visibility, fileType, label }: FileFilters,
): FileRangeFilter {
  return {
    ...(projectId === null ? {} : { projectId }),
    ...(text === '' ? {} : { text }),
    ...(folder === null ? {} : { folderId: folder.folderId }),
    ...(folder === null || folder.subfolder === '' ? {} : { subfolder: folder.subfolder }),
    ...(group === null ? {} : { group }),
    ...(shown === null ? {} : { states: [shown.state] }),
    ...(shown?.hold == null ? {} : { holds: [shown.hold] }),
    ...(visibility === null ? {} : { visibility }),
    ...(fileType === null ? {} : { fileType }),
    ...(label === null ? {} : { label }),
  };
}

export interface Shown {
  /** As it stands in the address. */
  readonly code: string;
  readonly state: FileState;
  readonly hold: HoldReason | null;
}

const HELD = FILE_STATES.flatMap((state) =>
  HOLD_REASONS.filter((hold) => mayCarry(state, hold)).map((hold): Shown => {
    const code = `${state}.${hold}`;
    return { code, state, hold };
  }),
);

/** Everything a list can be narrowed to: the states in the order of a file's way, then the reasons to hold. */
export const SHOWN: readonly Shown[] = FILE_STATES.map((state): Shown => ({
  code: state,
  state,
  hold: null,
})).concat(HELD);

/** Null for a code of nothing. */
export function shownOf(code: string | null): Shown | null {
  return SHOWN.find((each) => each.code === code) ?? null;
}
