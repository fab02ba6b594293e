import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Blake3Hasher } from '@napi-rs/blake-hash';
import type { Contestant, Part } from '../contest.ts';
import { program, rclone, type Workload } from '../peers.ts';
import { writeLargeFile, writeTree } from '../sample-tree.ts';
import { subject } from '../subject.ts';
const SMALL_BYTES = 4_096;
const AT_ONCE = [4, 8];
/** Of rclone: what is there already says nothing. */
const ANYHOW = ['--no-check-dest', '--no-traverse', '--ignore-times'];

/** A service that says "recorded" to every form, in a process of its own. */
async function startSink(after: AsyncDisposableStack): Promise<string> {
  const sink = fork(new URL('../upload-sink.ts', import.meta.url));
  after.defer(() => sink.disconnect());
  const [port] = await once(sink, 'message');
  return `http://127.0.0.1:${String(port)}/projects/p1/files`;
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
  async prepare(size, { folder, after }) {
    const file = path.join(folder, 'run.raw');
    writeLargeFile(file, size);
    const blake3Hex = await blake3Of(file);
    const url = await startSink(after);
    const sent = (name: string, ...how: readonly string[]) =>
      subject(after, name, 'labseal', 'upload', [url, file, blake3Hex, ...how]);
    const form = ['-sS', '-o', '/dev/null', '-F', 'type=primary', '-F', `file=@${file}`];
    return {
      contestants: [
        await sent(PROVEN),
        await sent(FIRST, 'first'),
        await sent(UNHASHED, 'unhashed'),
        program('curl -F', 'curl', [...form, url]),
        rclone('rclone copy', file, ['copy', file, ':webdav:', '--webdav-url', url, ...ANYHOW]),
        await subject(after, SHA256, 'limit', 'sha256', [file]),
        bareSocket(url, file),
      ],
      budgets: [
        { ours: UNHASHED, than: 'curl -F', atMost: 1 },
        { ours: PROVEN, than: 'curl -F', atMost: 1 },
        { ours: FIRST, than: ['curl -F', SHA256], atMost: 1 },
        { ours: UNHASHED, figure: 'cpuMs', than: 'curl -F', atMost: 1.1 },
        { ours: FIRST, figure: 'cpuMs', than: 'curl -F', plus: SHA256, atMost: 1.1 },
      ],
    };
  },
};

/** No form, no proof and no library: the bytes from the page cache into a socket, until the other end answers. */
function bareSocket(url: string, file: string): Contestant {
  const { port } = new URL(url);
  const head = `POST / HTTP/1.1\\r\\ncontent-length: ${fs.statSync(file).size}\\r\\n\\r\\n`;
  const script = `exec 3<>/dev/tcp/127.0.0.1/${port}; printf '${head}' >&3; cat "$0" >&3; read -r answer <&3`;
  return program('cat into a socket', 'bash', ['-c', script, file], 'limit');
}

export const smallUploads: Workload = {
  name: 'small-uploads',
  says: (size) =>
    `Send ${size.toLocaleString('en')} files of 4 KiB, each as a form of its own, over loopback, so many at once; they are in the page cache. Labseal proves each before its last bytes; what its database takes is not in here.`,
  unit: 'files',
  sizes: [2_000, 10_000],
  packages: ['axios'],
  async prepare(size, { folder, after }) {
    const root = path.join(folder, 'small');
    writeTree(root, size, SMALL_BYTES);
    const url = await startSink(after);
    const orders = path.join(folder, 'curl.txt');
    writeOrders(orders, root, url);
    const contestants: Contestant[] = [];
    for (const atOnce of AT_ONCE) {
      const sent = (by: 'labseal' | 'axios', part: Part) =>
        subject(after, nameOf(by, atOnce), part, 'small-uploads', [url, root, `${atOnce}`, by]);
      // rclone rests 10 ms between the calls of its WebDAV: that would say nothing.
      const curl = ['-sS', '-Z', '--parallel-max', `${atOnce}`, '-K', orders];
      contestants.push(
        await sent('labseal', 'labseal'),
        await sent('axios', 'peer'),
        program(nameOf('curl', atOnce), 'curl', curl),
      );
    }
    return {
      contestants,
      budgets: AT_ONCE.flatMap((atOnce) => [
        { ours: nameOf('labseal', atOnce), than: nameOf('curl', atOnce), atMost: 1 },
        { ours: nameOf('labseal', atOnce), than: nameOf('axios', atOnce), atMost: 1 / 6 },
      ]),
    };
  },
};

const NAMES = {
  labseal: 'labseal',
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
