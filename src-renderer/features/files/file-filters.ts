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

export interface FileFilters {
  readonly group: FileGroup | null;
  /** One state or hold, which another page led to. */
  readonly shown: Shown | null;
  readonly visibility: Visibility | null;
  readonly fileType: FileType | null;
  readonly label: string | null;
}

export const NO_FILTERS: FileFilters = {
  group: null,
  shown: null,
  visibility: null,
  fileType: null,
  label: null,
};

export function readFilters(address: URLSearchParams): FileFilters {
  const label = address.get('label');
  return {
    group: FILE_GROUPS.find((each) => each === address.get('group')) ?? null,
    shown: shownOf(address.get('show')),
    visibility: VISIBILITIES.find((each) => each === address.get('visibility')) ?? null,
    fileType: FILE_TYPES.find((each) => each === address.get('type')) ?? null,
    label: label === '' ? null : label,
  };
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
  const { group, shown, visibility, fileType, label } = filters;
  return {
    ...(group === null ? {} : { group }),
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
  { group, shown, visibility, fileType, label }: FileFilters,
): FileRangeFilter {
  return {
    ...(projectId === null ? {} : { projectId }),
    ...(text === '' ? {} : { text }),
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
