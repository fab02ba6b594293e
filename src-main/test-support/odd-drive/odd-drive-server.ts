/**
 * Serves a FUSE drive that shows a folder with oddities (`oddities.ts`). It is a process of its own, because who asks a
 * silent drive hangs until it answers. Arguments: the folder, the oddities as JSON. File descriptor 3 is the drive's end at
 * /dev/fuse. Each message is new oddities, answered when they hold.
 */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Oddities } from './oddities.ts';

const DEVICE = 3;
const ROOT = 1n;
/** As <linux/fuse.h> numbers what is asked. */
const [LOOKUP, FORGET, GETATTR, SETATTR, READLINK, SYMLINK] = [1, 2, 3, 4, 5, 6];
const [MKNOD, MKDIR, UNLINK, RMDIR, RENAME, LINK, OPEN, READ, WRITE] = [
  8, 9, 10, 11, 12, 13, 14, 15, 16,
];
const [STATFS, RELEASE, FSYNC, FLUSH, INIT, OPENDIR, READDIR, RELEASEDIR] = [
  17, 18, 20, 25, 26, 27, 28, 29,
];
const [FSYNCDIR, CREATE, INTERRUPT, DESTROY, BATCH_FORGET, RENAME2] = [30, 35, 36, 38, 42, 45];
const UNANSWERED: ReadonlySet<number> = new Set([FORGET, BATCH_FORGET]);
const HEADER_BYTES = 40;
const ANSWER_HEADER_BYTES = 16;
const MOST_BYTES = 128 * 1024;
/** What is read past the size that was told goes around the page cache. */
const DIRECT_IO = 1;
/** Of SETATTR. */
const [SETS_MODE, SETS_SIZE, SETS_ATIME, SETS_MTIME] = [1, 8, 16, 32];
const NOW = { [SETS_ATIME]: 128, [SETS_MTIME]: 256 };

const [, , base = '', initial = '{}'] = process.argv;
let oddities = JSON.parse(initial) as Oddities;
const paths = new Map<bigint, string>([[ROOT, '']]);
const nodes = new Map<string, bigint>([['', ROOT]]);
const handles = new Map<bigint, number>();
/** Files whose times were seen while times are frozen. */
const seenTimes = new Map<string, fs.BigIntStats>();
let lastNode = ROOT;
let lastHandle = 0n;
let looks = 0n;
/** Requests that wait for the end of a silence. */
let unanswered: Buffer[] = [];

class Refused extends Error {
  readonly errno: number;
  constructor(errno: number) {
    super(`errno ${errno}`);
    this.errno = errno;
  }
}
const [EPERM, ENOENT, EINTR, EINVAL, ENOSYS] = [1, 2, 4, 22, 38];

const onDisk = (inner: string) => path.join(base, inner);

function nodeOf(inner: string): bigint {
  const known = nodes.get(inner);
  if (known !== undefined) return known;
  lastNode += 1n;
  nodes.set(inner, lastNode);
  paths.set(lastNode, inner);
  return lastNode;
}

function pathOf(node: bigint): string {
  const inner = paths.get(node);
  if (inner === undefined) throw new Refused(ENOENT);
  return inner;
}

/** The path of a name as the drive spells it. */
function child(parent: bigint, name: string): string {
  const above = pathOf(parent);
  const names = oddities.ignoresCase === true ? fs.readdirSync(onDisk(above)) : [];
  const spelled = names.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;
  return above === '' ? spelled : `${above}/${spelled}`;
}

function forgetBelow(inner: string): void {
  for (const [each, node] of nodes) {
    if (each !== inner && !each.startsWith(`${inner}/`)) continue;
    nodes.delete(each);
    paths.delete(node);
  }
}

const SHOWN_SIZES = {
  none: () => 0n,
  less: (size: bigint) => (size > 0n ? size - 1n : 0n),
  more: (size: bigint) => size + 1n,
};

function writeAttributes(to: Buffer, at: number, inner: string): void {
  let facts = fs.lstatSync(onDisk(inner), { bigint: true });
  if (oddities.frozenTimes === true) {
    const seen = seenTimes.get(inner) ?? facts;
    seenTimes.set(inner, seen);
    const { mtimeNs, ctimeNs } = seen;
    facts = Object.assign(Object.create(facts) as fs.BigIntStats, { mtimeNs, ctimeNs });
  }
  const isFile = (facts.mode & 0o170000n) === 0o100000n;
  if (isFile && oddities.restless !== undefined) looks += 1n;
  const ino = isFile && oddities.restless === 'inodes' ? facts.ino + looks * 1_000_003n : facts.ino;
  const aside = isFile && oddities.restless === 'times' ? looks * 1_000_000n : 0n;
  const shown = oddities.sizes === undefined ? null : SHOWN_SIZES[oddities.sizes];
  const size = isFile && shown !== null ? shown(facts.size) : facts.size;
  const mode = oddities.modes === undefined ? facts.mode : facts.mode | 0o777n;
  const times = [facts.atimeNs, facts.mtimeNs + aside, facts.ctimeNs + aside];
  for (const [index, value] of [ino, size, facts.blocks].entries())
    to.writeBigUInt64LE(value, at + index * 8);
  for (const [index, ns] of times.entries()) {
    to.writeBigUInt64LE(BigInt.asUintN(64, ns / 1_000_000_000n), at + 24 + index * 8);
    to.writeUInt32LE(Number(ns % 1_000_000_000n), at + 48 + index * 4);
  }
  const small = [
    Number(mode),
    Number(facts.nlink),
    Number(facts.uid),
    Number(facts.gid),
    0,
    4096,
    0,
  ];
  for (const [index, value] of small.entries()) to.writeUInt32LE(value, at + 60 + index * 4);
}

function entry(inner: string, more = 0): Buffer {
  const answer = Buffer.alloc(128 + more);
  fs.lstatSync(onDisk(inner));
  answer.writeBigUInt64LE(nodeOf(inner), 0);
  writeAttributes(answer, 40, inner);
  return answer;
}

function attributes(inner: string): Buffer {
  const answer = Buffer.alloc(104);
  writeAttributes(answer, 16, inner);
  return answer;
}

function opened(inner: string, flags: number, to: Buffer = Buffer.alloc(16), at = 0): Buffer {
  lastHandle += 1n;
  // As the person who mounted it: the kernel checks who may.
  handles.set(lastHandle, fs.openSync(onDisk(inner), flags & ~fs.constants.O_NOFOLLOW));
  to.writeBigUInt64LE(lastHandle, at);
  to.writeUInt32LE(oddities.sizes === undefined ? 0 : DIRECT_IO, at + 8);
  return to;
}

function handleOf(body: Buffer): number {
  const handle = handles.get(body.readBigUInt64LE(0));
  if (handle === undefined) throw new Refused(EINVAL);
  return handle;
}

function texts(body: Buffer, from: number): readonly string[] {
  return body.toString('utf8', from).split('\0');
}

function listing(inner: string, body: Buffer): Buffer {
  const [offset, size] = [Number(body.readBigUInt64LE(8)), body.readUInt32LE(16)];
  const pieces: Buffer[] = [];
  let bytes = 0;
  const all = ['.', '..', ...fs.readdirSync(onDisk(inner))];
  for (const [index, name] of all.entries()) {
    if (index < offset) continue;
    const text = Buffer.from(name);
    const piece = Buffer.alloc((24 + text.length + 7) & ~7);
    const facts = fs.lstatSync(onDisk(path.join(inner, name)), { throwIfNoEntry: false });
    piece.writeBigUInt64LE(BigInt(facts?.ino ?? 1), 0);
    piece.writeBigUInt64LE(BigInt(index + 1), 8);
    piece.writeUInt32LE(text.length, 16);
    piece.writeUInt32LE(((facts?.mode ?? 0) & 0o170000) >> 12, 20);
    text.copy(piece, 24);
    if (bytes + piece.length > size) break;
    bytes += piece.length;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function setAttributes(inner: string, body: Buffer): void {
  const valid = body.readUInt32LE(0);
  if ((valid & SETS_MODE) !== 0) {
    if (oddities.modes === 'fixed') throw new Refused(EPERM);
    if (oddities.modes === undefined) fs.chmodSync(onDisk(inner), body.readUInt32LE(68) & 0o7777);
  }
  if ((valid & SETS_SIZE) !== 0) fs.truncateSync(onDisk(inner), Number(body.readBigUInt64LE(16)));
  if ((valid & (SETS_ATIME | SETS_MTIME)) === 0) return;
  const before = fs.lstatSync(onDisk(inner));
  const timeOf = (bit: 16 | 32, at: number, atNs: number, else_: number) => {
    if ((valid & bit) === 0) return else_;
    if ((valid & (NOW[bit] ?? 0)) !== 0) return Date.now() / 1000;
    return Number(body.readBigInt64LE(at)) + body.readUInt32LE(atNs) / 1e9;
  };
  fs.utimesSync(
    onDisk(inner),
    timeOf(16, 32, 56, before.atimeMs / 1000),
    timeOf(32, 40, 60, before.mtimeMs / 1000),
  );
}

function made(parent: bigint, body: Buffer, from: number, make: (at: string) => void): string {
  const inner = child(parent, texts(body, from)[0] ?? '');
  make(onDisk(inner));
  return inner;
}

function rename(parent: bigint, body: Buffer, from: number): void {
  const [name = '', newName = ''] = texts(body, from);
  const [old, next] = [child(parent, name), child(body.readBigUInt64LE(0), newName)];
  fs.renameSync(onDisk(old), onDisk(next));
  const node = nodes.get(old);
  forgetBelow(next);
  forgetBelow(old);
  if (node === undefined) return;
  nodes.set(next, node);
  paths.set(node, next);
}

const EMPTY = Buffer.alloc(0);

function answerTo(opcode: number, node: bigint, body: Buffer): Buffer {
  switch (opcode) {
    case INIT: {
      const answer = Buffer.alloc(64);
      answer.writeUInt32LE(7, 0);
      answer.writeUInt32LE(31, 4);
      answer.writeUInt32LE(MOST_BYTES, 8);
      answer.writeUInt16LE(12, 16);
      answer.writeUInt16LE(9, 18);
      answer.writeUInt32LE(MOST_BYTES, 20);
      answer.writeUInt32LE(1, 24);
      return answer;
    }
    case LOOKUP:
      return entry(child(node, texts(body, 0)[0] ?? ''));
    case GETATTR:
      return attributes(pathOf(node));
    case SETATTR:
      setAttributes(pathOf(node), body);
      return attributes(pathOf(node));
    case READLINK:
      return Buffer.from(fs.readlinkSync(onDisk(pathOf(node))));
    case SYMLINK: {
      const [name = '', target = ''] = texts(body, 0);
      fs.symlinkSync(target, onDisk(child(node, name)));
      return entry(child(node, name));
    }
    case LINK: {
      const inner = child(node, texts(body, 8)[0] ?? '');
      fs.linkSync(onDisk(pathOf(body.readBigUInt64LE(0))), onDisk(inner));
      return entry(inner);
    }
    case MKNOD:
      return entry(
        made(node, body, 16, (at) =>
          fs.writeFileSync(at, '', { flag: 'wx', mode: body.readUInt32LE(0) & 0o777 }),
        ),
      );
    case MKDIR:
      return entry(
        made(node, body, 8, (at) => fs.mkdirSync(at, { mode: body.readUInt32LE(0) & 0o777 })),
      );
    case UNLINK:
      forgetBelow(made(node, body, 0, (at) => fs.unlinkSync(at)));
      return EMPTY;
    case RMDIR:
      forgetBelow(made(node, body, 0, (at) => fs.rmdirSync(at)));
      return EMPTY;
    case RENAME:
      rename(node, body, 8);
      return EMPTY;
    case RENAME2:
      rename(node, body, 16);
      return EMPTY;
    case OPEN:
      return opened(pathOf(node), body.readUInt32LE(0) & ~fs.constants.O_CREAT);
    case CREATE: {
      const mode = body.readUInt32LE(4) & 0o777;
      const inner = made(node, body, 16, (at) =>
        fs.closeSync(fs.openSync(at, body.readUInt32LE(0) | fs.constants.O_CREAT, mode)),
      );
      return opened(
        inner,
        body.readUInt32LE(0) & ~(fs.constants.O_CREAT | fs.constants.O_EXCL),
        entry(inner, 16),
        128,
      );
    }
    case READ: {
      const buffer = Buffer.alloc(body.readUInt32LE(16));
      const read = fs.readSync(
        handleOf(body),
        buffer,
        0,
        buffer.length,
        Number(body.readBigUInt64LE(8)),
      );
      return buffer.subarray(0, read);
    }
    case WRITE: {
      const answer = Buffer.alloc(8);
      const size = body.readUInt32LE(16);
      answer.writeUInt32LE(
        fs.writeSync(handleOf(body), body, 40, size, Number(body.readBigUInt64LE(8))),
      );
      return answer;
    }
    case RELEASE: {
      fs.closeSync(handleOf(body));
      handles.delete(body.readBigUInt64LE(0));
      return EMPTY;
    }
    case FSYNC:
      fs.fsyncSync(handleOf(body));
      return EMPTY;
    case STATFS: {
      const answer = Buffer.alloc(80);
      const { blocks, bfree, bavail, files, ffree, bsize } = fs.statfsSync(base);
      for (const [index, value] of [blocks, bfree, bavail, files, ffree].entries())
        answer.writeBigUInt64LE(BigInt(value), index * 8);
      for (const [index, value] of [bsize, 255, bsize].entries())
        answer.writeUInt32LE(value, 40 + index * 4);
      return answer;
    }
    case OPENDIR:
      fs.readdirSync(onDisk(pathOf(node)));
      return Buffer.alloc(16);
    case READDIR:
      return listing(pathOf(node), body);
    case FLUSH:
    case RELEASEDIR:
    case FSYNCDIR:
    case DESTROY:
      return EMPTY;
    default:
      throw new Refused(ENOSYS);
  }
}

function isSilent(opcode: number, node: bigint, body: Buffer): boolean {
  const { silent = [], opensNone = false } = oddities;
  if (opensNone && (opcode === OPEN || opcode === READ)) return true;
  if (silent.length === 0 || opcode === INIT) return false;
  const asked = opcode === LOOKUP ? child(node, texts(body, 0)[0] ?? '') : (paths.get(node) ?? '');
  return silent.some((each) => each === '' || asked === each || asked.startsWith(`${each}/`));
}

function serve(request: Buffer): void {
  const [opcode, unique, node] = [
    request.readUInt32LE(4),
    request.readBigUInt64LE(8),
    request.readBigUInt64LE(16),
  ];
  if (UNANSWERED.has(opcode)) return;
  const body = request.subarray(HEADER_BYTES);
  if (opcode === INTERRUPT) {
    interrupt(body.readBigUInt64LE(0));
    return;
  }
  if (isSilent(opcode, node, body)) {
    unanswered.push(Buffer.from(request));
    tellWaiting();
    return;
  }
  let data: Buffer = EMPTY;
  let errno = 0;
  try {
    data = answerTo(opcode, node, body);
  } catch (error) {
    errno =
      error instanceof Refused ? error.errno : -((error as NodeJS.ErrnoException).errno ?? -EINVAL);
  }
  send(unique, errno, data);
}

/** Who waits is being ended, as it can be at a network drive. */
function interrupt(unique: bigint): void {
  if (!unanswered.some((request) => request.readBigUInt64LE(8) === unique)) return;
  unanswered = unanswered.filter((request) => request.readBigUInt64LE(8) !== unique);
  tellWaiting();
  send(unique, EINTR, EMPTY);
}

function tellWaiting(): void {
  process.send?.(unanswered.length);
}

function send(unique: bigint, errno: number, data: Buffer): void {
  const header = Buffer.alloc(ANSWER_HEADER_BYTES);
  header.writeUInt32LE(ANSWER_HEADER_BYTES + data.length, 0);
  header.writeInt32LE(-errno, 4);
  header.writeBigUInt64LE(unique, 8);
  try {
    fs.writeSync(DEVICE, Buffer.concat([header, data]));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error; // nobody waits any more
  }
}

function serveNext(buffer: Buffer): void {
  fs.read(DEVICE, buffer, 0, buffer.length, null, (error, bytes) => {
    if (error?.code === 'ENODEV') process.exit(0); // it is mounted no more
    if (error === null) serve(buffer.subarray(0, bytes));
    serveNext(buffer);
  });
}

process.on('message', (next: Oddities) => {
  oddities = next;
  const again = unanswered;
  unanswered = [];
  for (const request of again) serve(request);
  tellWaiting();
  process.send?.('set');
});
process.on('disconnect', () => process.exit(0));
serveNext(Buffer.alloc(MOST_BYTES + 4096));
