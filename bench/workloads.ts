/** All that can be measured, in the order in which the document shows it. */
import type { Workload } from './workload.ts';
import { fingerprint, smallFiles } from './workloads/fingerprint.ts';
import { firstIndex } from './workloads/first-index.ts';
import { scan } from './workloads/scan.ts';

export const WORKLOADS: readonly Workload[] = [scan, fingerprint, smallFiles, firstIndex];
