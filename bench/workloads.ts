/** All that can be measured, in the order in which the document shows it. */
import type { Workload } from './workload.ts';
import { change } from './workloads/change.ts';
import { face } from './workloads/face.ts';
import { fingerprint, smallFiles } from './workloads/fingerprint.ts';
import { firstIndex } from './workloads/first-index.ts';
import { idle } from './workloads/idle.ts';
import { lineage } from './workloads/lineage.ts';
import { mainThread } from './workloads/main-thread.ts';
import { million } from './workloads/million.ts';
import { resume } from './workloads/resume.ts';
import { scan } from './workloads/scan.ts';
import { soak } from './workloads/soak.ts';
import { start } from './workloads/start.ts';
import { state } from './workloads/state.ts';
import { smallUploads, upload } from './workloads/upload.ts';
import { verify } from './workloads/verify.ts';
import { watch } from './workloads/watch.ts';

export const WORKLOADS: readonly Workload[] = [
  scan,
  watch,
  change,
  fingerprint,
  smallFiles,
  firstIndex,
  million,
  soak,
  state,
  mainThread,
  idle,
  start,
  upload,
  smallUploads,
  resume,
  verify,
  lineage,
  face,
];
