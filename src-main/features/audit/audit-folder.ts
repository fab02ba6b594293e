/**
 * One audit: it reads every file of a folder in full, whatever size and times say, and checks for expected files that
 * are missing. It only reads and records findings: it writes nothing into the folder, changes no file state and sends
 * nothing. A run that ends early keeps its findings and is never shown as complete.
 */
import type { AuditTotals } from '../../../src-shared/model/proofs/audit.ts';
import { type AuditWriter, type AuditPorts, makeAuditWriter } from './audit-writer.ts';
import { expectations, makeAuditFile, type AuditFile } from './audit-file.ts';

export interface AuditJob {
  /** Of a new or resumed run. */
  readonly id: number;
  /** Absolute, real path. */
  readonly root: string;
  /** Totals of earlier parts of this run. Its rows are looked up only if there are any. */
  readonly totals: AuditTotals;
  readonly isResumed: boolean;
  /** Files read at the same time. */
  readonly readers: number;
  /** The state of the run when it is aborted, read at that moment. */
  readonly endOnAbort: () => 'cancelled' | 'interrupted';
}

const EXPECTED_PER_TURN = 200;

/** Resolves when the run has ended and its end is in the database. Abort counts as an end. */
export async function auditFolder(
  job: AuditJob,
  ports: AuditPorts,
  signal: AbortSignal,
): Promise<void> {
  const { id, root } = job;
  const writer = makeAuditWriter(job, ports);
  const baseline = ports.state.audits.latestComplete(root);
  const auditFile = makeAuditFile(job, writer, baseline?.id ?? null, ports);
  try {
    await ports.prepare(signal);
    const before = await ports.identify(signal);
    if (before === null) return writer.flush('no-folder');
    const isEmpty = !(await visitAll(job, auditFile, writer, ports, signal));
    const expected = () => expectations(baseline?.id ?? null, ports);
    // A folder that is suddenly empty or different may be a drive that is not connected: nothing in it is reported as
    // missing.
    // is called missing.
    const isStrange = isEmpty && !expected().next().done;
    if (isStrange || (await ports.identify(signal)) !== before) return writer.flush('no-folder');
    let passed = 0;
    for (const [path, expectation] of expected()) {
      passed += 1;
      // Yields to other work in between, however many there are.
      if (passed % EXPECTED_PER_TURN === 0) await ports.clock.sleep(0, signal);
      if (writer.row(path) === null) await auditFile.expected(path, expectation, signal);
    }
    writer.flush('complete');
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
    writer.flush(job.endOnAbort());
  }
  ports.onProgress({ totals: ports.state.audits.run(id)?.totals ?? writer.totals(), path: null });
}

/** Walks the folder with a few readers. Returns whether the folder has any entries. */
async function visitAll(
  { readers }: AuditJob,
  auditFile: AuditFile,
  writer: AuditWriter,
  ports: AuditPorts,
  signal: AbortSignal,
): Promise<boolean> {
  const failing = new AbortController();
  const either = AbortSignal.any([signal, failing.signal]);
  const underWay = new Set<Promise<void>>();
  let isAnything = false;
  try {
    for await (const entries of ports.walk(either)) {
      isAnything ||= entries.length > 0;
      for (const entry of entries) {
        if (entry.kind !== 'file') {
          auditFile.other(entry);
          continue;
        }
        await ports.mayRead(either);
        while (underWay.size >= readers) await Promise.race(underWay);
        const reading = auditFile.file(entry, either).finally(() => underWay.delete(reading));
        reading.catch((error: unknown) => failing.abort(error)); // nothing may be awaiting it at the moment
        underWay.add(reading);
      }
    }
    await Promise.all(underWay);
  } catch (error) {
    failing.abort(error);
    throw error;
  } finally {
    await Promise.allSettled(underWay);
    writer.flush('running');
  }
  return isAnything;
}
