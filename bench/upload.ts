/**
 * Measures one upload over loopback, with the gate's hash in place and in a thread, beside curl sending the same form.
 * Rounds are interleaved, so that whatever else the computer does is shared; medians and ratios are printed.
 * Usage: node bench/upload.ts [MiB = 1024] [rounds = 5]
 */
import { fork, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { identityOf } from '../src-main/ports/file-identity.ts';
import { makeSha256, type MakeHash } from '../src-main/transfer/content-hash.ts';
import { freezeForm } from '../src-main/transfer/representation.ts';
import { DEFAULT_INTEROP } from '../src-main/transfer/resumption.ts';
import { sendForm } from '../src-main/transfer/send-form.ts';
import { openSourceFile } from '../src-main/transfer/source-file.ts';
import { realClock } from '../src-main/transfer/test-support/real-clock.ts';
import { makeThreadedHashes } from '../src-main/transfer/threaded-hash.ts';

const MIB = 1_048_576;
const mebibytes = Number(process.argv[2] ?? 1_024);
const rounds = Number(process.argv[3] ?? 5);

interface Contender {
  readonly name: string;
  readonly run: () => Promise<void>;
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-bench-'));
const sink = fork(new URL('./upload-sink.ts', import.meta.url));
const threaded = makeThreadedHashes(0);
try {
  const port = await new Promise<number>((resolve) => sink.once('message', resolve));
  const url = `http://127.0.0.1:${port}/projects/p1/files`;
  const { file, sha256Hex } = writeSample(path.join(folder, 'sample.raw'));
  const ours = (name: string, makeHash: MakeHash): Contender => ({
    name,
    run: () => upload(url, file, sha256Hex, makeHash),
  });
  const contenders = [
    ours('labseal, hash in place', makeSha256),
    ours('labseal, hash in a thread', threaded.makeHash),
    ours('labseal, no hash', () => ({ update() {}, digestHex: () => sha256Hex })),
    { name: 'sha256 of the file alone', run: async () => void hashFile(file) },
    ...(hasCurl() ? [{ name: 'curl -F', run: () => curl(url, file) }] : []),
  ];
  report(await measure(contenders));
} finally {
  await threaded.close();
  sink.disconnect();
  fs.rmSync(folder, { recursive: true, force: true });
}

function writeSample(file: string): { file: string; sha256Hex: string } {
  const piece = Buffer.alloc(MIB);
  for (let index = 0; index < MIB; index += 4)
    piece.writeInt32LE(Math.imul(index, 2_654_435_761), index);
  const fd = fs.openSync(file, 'w');
  for (let index = 0; index < mebibytes; index += 1) {
    piece.writeInt32LE(index, 0);
    fs.writeSync(fd, piece);
  }
  fs.closeSync(fd);
  return { file, sha256Hex: hashFile(file) };
}

function hashFile(file: string): string {
  const hash = createHash('sha256');
  const memory = Buffer.allocUnsafeSlow(MIB);
  const fd = fs.openSync(file, 'r');
  for (;;) {
    const count = fs.readSync(fd, memory);
    if (count === 0) break;
    hash.update(memory.subarray(0, count));
  }
  fs.closeSync(fd);
  return hash.digest('hex');
}

async function upload(
  url: string,
  file: string,
  sha256Hex: string,
  makeHash: MakeHash,
): Promise<void> {
  const identity = identityOf(fs.statSync(file, { bigint: true }));
  const form = freezeForm({
    boundary: '----00112233445566778899aabbccddeeff',
    fields: [['type', 'primary']],
    filePart: 'file',
    fileName: 'sample.raw',
    contentType: 'application/octet-stream',
    sizeBytes: identity.sizeBytes,
  });
  const agent = new http.Agent({ keepAlive: false });
  const end = await sendForm(
    { url, path: file, form, identity, sha256Hex, idempotencyKey: null, resume: null },
    {
      clock: realClock,
      agentFor: () => agent,
      token: () => 'token',
      openSource: openSourceFile,
      makeHash,
      interop: DEFAULT_INTEROP,
      support: { recall: () => ({ kind: 'no' }), learn: nothing },
      chance: Math.random,
    },
    {
      beforeFirstByte: nothing,
      releaseTail: nothing,
      onProgress: nothing,
      resourceAnnounced: nothing,
      confirmed: nothing,
      resourceDropped: nothing,
    },
    new AbortController().signal,
  );
  if (end.kind !== 'answered' || end.answer.status !== 201) throw new Error(JSON.stringify(end));
}

function nothing(): void {}

function hasCurl(): boolean {
  return spawnSync('curl', ['--version']).status === 0;
}

async function curl(url: string, file: string): Promise<void> {
  const args = ['-sS', '-o', '/dev/null', '-F', 'type=primary', '-F', `file=@${file}`, url];
  const status = await new Promise((resolve) => spawn('curl', args).once('exit', resolve));
  if (status !== 0) throw new Error(`curl ended with ${String(status)}`);
}

async function measure(contenders: readonly Contender[]): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, run } of contenders) {
      const startedMs = performance.now();
      await run();
      times.get(name)?.push(performance.now() - startedMs);
    }
  }
  return times;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function report(times: ReadonlyMap<string, readonly number[]>): void {
  const reference = median(times.get('curl -F') ?? times.get('sha256 of the file alone') ?? []);
  const cpu = os.cpus()[0]?.model ?? 'unknown processor';
  console.log(
    `${mebibytes} MiB, ${rounds} rounds, Node ${process.versions.node}, ${os.cpus().length} × ${cpu}`,
  );
  for (const [name, values] of times) {
    const ms = median(values);
    const speed = ((mebibytes * MIB) / 1e3 / ms).toFixed(0);
    console.log(
      `${name.padEnd(26)} ${ms.toFixed(0).padStart(6)} ms ${speed.padStart(6)} MB/s   × ${(ms / reference).toFixed(2)}`,
    );
  }
  const rss = (process.resourceUsage().maxRSS / 1_024).toFixed(0);
  console.log(`largest memory of this process: ${rss} MiB`);
}
