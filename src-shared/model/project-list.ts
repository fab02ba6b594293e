/** Projects as far as they could be read, and how old that is. */
import type { Project } from '../service/projects.ts';
import type { ServiceFault } from './service-fault.ts';

export interface ProjectList {
  readonly projects: readonly Project[];
  /** False when the service's list could not be read to its end. */
  readonly isComplete: boolean;
  /** When the copy was read; null: just now. */
  readonly asOfMs: number | null;
  /** Why a copy is shown; null when it is no copy. */
  readonly fault: ServiceFault | null;
}
