/** Tells a service that is away from a project that fails alone. Pure. */
import {
  mayBeOfOneThing,
  type ServiceFault,
} from '../../../src-shared/model/status/service-fault.ts';

/** So many failures in a row, each about something else, are no accident: every further request would fail too. */
const FAILURES_OF_AN_OUTAGE = 3;

/** `failures`: since the service answered last, each about another destination. Nothing more is asked then. */
export function isOutage(failures: readonly ServiceFault[]): boolean {
  const last = failures.at(-1);
  if (last === undefined) return false;
  return !mayBeOfOneThing(last) || failures.length >= FAILURES_OF_AN_OUTAGE;
}
