/**
 * One audit: every file of a folder is read through, whatever size and times say, and what should be there and is not is
 * looked for. It reads and notes down; it writes nothing into the folder, moves no file's state and sends nothing. A run
 * that ends early keeps what it found, and is never shown as whole.
 */
import type { AuditTotals } from '../../../src-shared/model/proofs/audit.ts';
import { type AuditWriter, type AuditPorts, makeAuditWriter } from './audit-writer.ts';
import { expectations } from './audit-file.ts';
import { makeAuditFile, type AuditFile } from './audit-file.ts';

export interface AuditJob {
  /** Of a run that was begun, or taken up again. */
  readonly id: number;
  /** Absolute, real path. */
  readonly root: string;
  /** What earlier parts of this run came to; its rows are looked for only then. */
  readonly totals: AuditTotals;
  readonly isResumed: boolean;
  /** Files read at the same time. */
  readonly readers: number;
  /** What the run is when it is aborted, asked at that moment. */
  readonly endOnAbort: () => 'cancelled' | 'interrupted';
}

const EXPECTED_PER_TURN = 200;

/** Resolves when the run has an end, which is in the database by then. Abort is an end like any other. */
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
    // A folder that is empty all of a sudden, or another one by now, may be a drive that is not connected: nothing of it
    // is called missing.
    const isStrange = isEmpty && !expected().next().done;
    if (isStrange || (await ports.identify(signal)) !== before) return writer.flush('no-folder');
    let passed = 0;
    for (const [path, expectation] of expected()) {
      passed += 1;
      // Others have their turn in between, however many there are.
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

/** Goes through the folder with a few readers. Returns whether anything lies in it. */
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
        reading.catch((error: unknown) => failing.abort(error)); // nobody may be waiting for it just now
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
