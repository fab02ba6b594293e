/**
 * Sends one large file over a line that is cut ten times, four times together with the program, and prints how many
 * bytes and how much memory that took. Needs a build; memory is known on Linux only.
 * Usage: node bench/resume.ts [MB = 500]
 */
import os from 'node:os';
import { runCutUpload, type CutReport } from '../e2e/support/cut-upload.ts';
import { openLab } from '../e2e/support/lab.ts';

const MB = 1_000_000;
const sizeBytes = Number(process.argv[2] ?? 500) * MB;

const { lab, close } = await openLab();
try {
  const startedMs = performance.now();
  const report = await runCutUpload(lab, { sizeBytes, cuts: 10, kills: 4 });
  print(report, (performance.now() - startedMs) / 1_000);
} finally {
  await close();
}

function print(report: CutReport, seconds: number): void {
  const { cuts, kills, passedBytes, writtenBytes, residentBytes, takenIn, last } = report;
  const share = (bytes: number) =>
    `${(bytes / MB).toFixed(1)} MB (× ${(bytes / sizeBytes).toFixed(4)})`;
  const isSame = takenIn[0]?.sha256 === report.sha256;
  console.log(
    `${sizeBytes / MB} MB, ${cuts} cuts, ${kills} of them with kill -9; ${seconds.toFixed(1)} s`,
  );
  console.log(`Node ${process.versions.node}, ${os.cpus().length} × ${os.cpus()[0]?.model}`);
  console.log(`passed the line:             ${share(passedBytes)}`);
  console.log(`written by the program:      ${share(writtenBytes)}`);
  console.log(
    `recorded ${takenIn.length} time(s), ${isSame ? 'the same bytes' : 'OTHER BYTES'}, ${JSON.stringify(last.counts)}`,
  );
  for (const [name, part] of [
    ['first', 0],
    ['middle', 1],
    ['last', 2],
  ] as const) {
    const third = Math.ceil(residentBytes.length / 3);
    const seen = residentBytes
      .slice(third * part, third * (part + 1))
      .toSorted((one, other) => one - other);
    const at = (place: number) =>
      ((seen[Math.floor((seen.length - 1) * place)] ?? NaN) / MB).toFixed(0);
    console.log(
      `memory, ${name.padEnd(6)} third:       median ${at(0.5)} MB, most ${at(1)} MB (${seen.length} looks)`,
    );
  }
}
