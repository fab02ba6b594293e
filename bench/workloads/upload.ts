import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Blake3Hasher } from '@napi-rs/blake-hash';
import type { Contestant } from '../contest.ts';
import { runProgram } from '../process-figures.ts';
import { sendByRclone, type Workload } from '../peers.ts';
import { writeLargeFile, writeTree } from '../sample-tree.ts';
import { startSubject, type Subject } from '../subject.ts';
const SMALL_BYTES = 4_096;
const AT_ONCE = [4, 8];

/** A service that says "recorded" to every form, in a process of its own. */
async function startSink(): Promise<{ readonly url: string; readonly close: () => void }> {
  const sink = fork(new URL('../upload-sink.ts', import.meta.url));
  const [port] = await once(sink, 'message');
  const url = `http://127.0.0.1:${String(port)}/projects/p1/files`;
  return { url, close: () => sink.disconnect() };
}

async function blake3Of(file: string): Promise<string> {
  const hash = new Blake3Hasher();
  for await (const bytes of fs.createReadStream(file)) hash.update(bytes as Buffer);
  return hash.digest('hex');
}

const PROVEN = 'labseal';
const FIRST = 'labseal, with SHA-256';
const UNHASHED = 'labseal, without the proof';
const SHA256 = 'SHA-256 of the file';

export const upload: Workload = {
  name: 'upload',
  says: (size) =>
    `Send one file of ${size} MiB as a form over loopback; it is in the page cache. Labseal proves with BLAKE3 that what it sent is what was fingerprinted before it sends the last bytes; once more it makes SHA-256 too, as the first time that a content is sent, and once without the proof, for the sending alone. rclone sends the bare file by WebDAV and asks for its size afterwards.`,
  unit: 'MiB',
  sizes: [128, 1_024],
  peers: ['curl', 'rclone', 'bash'],
  async prepare(size, folder, peers) {
    const file = path.join(folder, 'run.raw');
    writeLargeFile(file, size);
    const blake3Hex = await blake3Of(file);
    const sink = await startSink();
    const subjects = await Promise.all([
      startSubject('upload', [sink.url, file, blake3Hex]),
      startSubject('upload', [sink.url, file, blake3Hex, 'first']),
      startSubject('upload', [sink.url, file, blake3Hex, 'unhashed']),
      startSubject('sha256', [file]),
    ]);
    const [proven, first, unhashed, sha256] = subjects;
    const sendsByCurl = ['-sS', '-o', '/dev/null', '-F', 'type=primary', '-F', `file=@${file}`];
    const curl: Contestant = {
      name: 'curl -F',
      part: 'peer',
      run: () => runProgram('curl', [...sendsByCurl, sink.url]),
    };
    const rclone: Contestant = {
      name: 'rclone copy',
      part: 'peer',
      run: () => sendByRclone(file, sink.url),
    };
    return {
      contestants: [
        { name: PROVEN, part: 'labseal', run: proven.run },
        { name: FIRST, part: 'labseal', run: first.run },
        { name: UNHASHED, part: 'labseal', run: unhashed.run },
        ...(peers.has('curl') ? [curl] : []),
        ...(peers.has('rclone') ? [rclone] : []),
        { name: SHA256, part: 'limit', run: sha256.run },
        ...(peers.has('bash') ? [bareSocket(sink.url, file)] : []),
      ],
      budgets: [
        { ours: UNHASHED, than: 'curl -F', atMost: 1 },
        { ours: PROVEN, than: 'curl -F', atMost: 1 },
        { ours: FIRST, than: ['curl -F', SHA256], atMost: 1 },
        { ours: UNHASHED, figure: 'cpuMs', than: 'curl -F', atMost: 1.1 },
        { ours: FIRST, figure: 'cpuMs', than: 'curl -F', plus: SHA256, atMost: 1.1 },
      ],
      async close() {
        await closeAll(subjects);
        sink.close();
      },
    };
  },
};

/** No form, no proof and no library: the bytes from the page cache into a socket, until the other end answers. */
function bareSocket(url: string, file: string): Contestant {
  const { port } = new URL(url);
  const head = `POST / HTTP/1.1\\r\\ncontent-length: ${fs.statSync(file).size}\\r\\n\\r\\n`;
  const script = `exec 3<>/dev/tcp/127.0.0.1/${port}; printf '${head}' >&3; cat "$0" >&3; read -r answer <&3`;
  return {
    name: 'cat into a socket',
    part: 'limit',
    run: () => runProgram('bash', ['-c', script, file]),
  };
}

export const smallUploads: Workload = {
  name: 'small-uploads',
  says: (size) =>
    `Send ${size.toLocaleString('en')} files of 4 KiB, each as a form of its own, over loopback, so many at once; they are in the page cache. Labseal proves each before its last bytes; what its database takes is not in here.`,
  unit: 'files',
  sizes: [2_000, 10_000],
  peers: ['curl'],
  packages: ['axios'],
  async prepare(size, folder, peers) {
    const root = path.join(folder, 'small');
    writeTree(root, size, SMALL_BYTES);
    const sink = await startSink();
    const orders = path.join(folder, 'curl.txt');
    writeOrders(orders, root, sink.url);
    const subjects: Subject[] = [];
    const contestants: Contestant[] = [];
    for (const atOnce of AT_ONCE) {
      for (const by of ['labseal', 'fresh', 'axios'] as const) {
        const subject = await startSubject('small-uploads', [sink.url, root, `${atOnce}`, by]);
        subjects.push(subject);
        const part = by === 'axios' ? 'peer' : 'labseal';
        contestants.push({ name: nameOf(by, atOnce), part, run: subject.run });
      }
      if (!peers.has('curl')) continue; // rclone rests 10 ms between the calls of its WebDAV: that would say nothing
      const args = ['-sS', '-Z', '--parallel-max', `${atOnce}`, '-K', orders];
      contestants.push({
        name: nameOf('curl', atOnce),
        part: 'peer',
        run: () => runProgram('curl', args),
      });
    }
    return {
      contestants,
      budgets: AT_ONCE.flatMap((atOnce) => [
        { ours: nameOf('labseal', atOnce), than: nameOf('curl', atOnce), atMost: 1 },
        { ours: nameOf('labseal', atOnce), than: nameOf('axios', atOnce), atMost: 1 / 6 },
      ]),
      async close() {
        await closeAll(subjects);
        sink.close();
      },
    };
  },
};

const NAMES = {
  labseal: 'labseal',
  fresh: 'labseal, a connection each',
  axios: 'axios, streams',
  curl: 'curl -Z',
} as const;

function nameOf(by: keyof typeof NAMES, atOnce: number): string {
  return `${NAMES[by]}, ${atOnce} at once`;
}

/** What curl is told to do, one transfer after the other. */
function writeOrders(orders: string, root: string, url: string): void {
  const files = fs.readdirSync(root, { recursive: true, withFileTypes: true });
  const each = files
    .filter((entry) => entry.isFile())
    .map(
      ({ parentPath, name }) =>
        `url = "${url}"\nform = "type=primary"\nform = "file=@${path.join(parentPath, name)}"\noutput = /dev/null\n`,
    );
  fs.writeFileSync(orders, each.join('next\nsilent\nshow-error\n'));
}

async function closeAll(subjects: readonly Subject[]): Promise<void> {
  for (const subject of subjects) await subject.close();
}
