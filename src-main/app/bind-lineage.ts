/** Binds the origin of an account's files: which was made from which. */
import { makeCitable } from '../features/provenance/citable.ts';
import { makeLineageReader } from '../features/provenance/lineage.ts';
import { makeProvenance } from '../features/provenance/provenance.ts';
import type { AccountBase } from './account-base.ts';
import { bindShared } from './bind-shared.ts';

export function bindLineage({ use }: AccountBase) {
  return makeLineageReader(use(bindShared));
}

/** Files that can be cited. */
export function bindCitable({ use }: AccountBase) {
  return makeCitable(use(bindShared));
}

/** Suggestions for files that lack their provenance. */
export function bindProvenance({ use }: AccountBase) {
  return makeProvenance({ ...use(bindShared), citable: use(bindCitable) });
}
