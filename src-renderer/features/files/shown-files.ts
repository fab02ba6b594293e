/** Which files a list shows, as the address says it: `held.credits`, `uploading`. Pure. */
import {
  FILE_STATES,
  HOLD_REASONS,
  mayCarry,
  type FileState,
  type HoldReason,
} from '../../../src-shared/model/files/file-state.ts';

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
