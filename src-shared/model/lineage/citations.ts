/**
 * What a file says about where it comes from: the primary files it was made from, and the files that hold the procedure.
 * The service takes and gives them as texts of ids separated by commas. Pure.
 */
import { splitList } from '../files/assignment.ts';

/** As the service writes it; an `Assignment` says the same of a file that is still to be sent. */
export interface CitedTexts {
  /** Ids of primary files, separated by commas. */
  readonly primaryData: string | null;
  /** Ids of the files that hold the procedure, separated by commas. */
  readonly linkToProcedure: string | null;
  readonly procedureDescription: string | null;
}

export interface Citations {
  /** Each id once, in the order they were named. */
  readonly primaries: readonly string[];
  readonly procedures: readonly string[];
  /** Null for none; never blank. */
  readonly description: string | null;
}

export function readCitations(texts: CitedTexts): Citations {
  const description = texts.procedureDescription?.trim() ?? '';
  return {
    primaries: readIds(texts.primaryData),
    procedures: readIds(texts.linkToProcedure),
    description: description === '' ? null : description,
  };
}

/** Each id once, in the order they were named. */
export function readIds(list: string | null): readonly string[] {
  return [...new Set(splitList(list ?? ''))];
}

/** What a primary file cites. */
export const NO_CITATIONS: CitedTexts = {
  primaryData: null,
  linkToProcedure: null,
  procedureDescription: null,
};

/** Null for none, as an assignment has it. */
export function writeIds(ids: readonly string[]): string | null {
  return ids.length === 0 ? null : [...new Set(ids)].join(',');
}
