/** Projects as far as they could be read, and how old that is. */
import type { Project } from '../../service/projects.ts';
import type { PendingMark } from '../changes/pending-view.ts';
import type { ServiceFault } from '../status/service-fault.ts';

export interface ProjectList {
  /** With the changes that wait on top. */
  readonly projects: readonly Project[];
  /** Marks of those that changes wait for, by id: of edits, and of projects that are not created yet. */
  readonly pending: Readonly<Record<string, readonly PendingMark[]>>;
  /** False when the service's list could not be read to its end. */
  readonly isComplete: boolean;
  /** When the copy was read; null: just now. */
  readonly asOfMs: number | null;
  /** Why a copy is shown; null when it is no copy. */
  readonly fault: ServiceFault | null;
}
