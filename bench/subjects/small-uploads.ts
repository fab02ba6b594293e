/**
 * Sends every file of a folder as a form of its own. Arguments: the address, the folder, how many at once, and by what:
 * `labseal` or `axios` (a stream, as is usual).
 */
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { blake3 } from '@napi-rs/blake-hash';
import axios from 'axios';
import { identityOf } from '../../src-main/platform/disk/file-identity.ts';
import { hashInPlace } from '../../src-main/digests/content-hash.ts';
import { makeFormSender } from '../form-sender.ts';
import { serveSubject } from '../subject.ts';

const [url = '', root = '', atOnce = '8', by = 'labseal'] = process.argv.slice(2);
const files = fs
  .readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name))
  .map((file) => ({
    path: file,
    identity: identityOf(fs.statSync(file, { bigint: true })),
    blake3Hex: blake3(fs.readFileSync(file)).toString('hex'),
    wantsSha256: true, // each is sent for the first time
  }));
const sender = makeFormSender(url, hashInPlace);
const agent = new http.Agent({ keepAlive: true });
const BOUNDARY = '----00112233445566778899aabbccddeeff';

async function sendByAxios(file: string): Promise<void> {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${path.basename(file)}"\r\n\r\n`;
  const tail = `\r\n--${BOUNDARY}--\r\n`;
  async function* form() {
    yield Buffer.from(head);
    yield* fs.createReadStream(file);
    yield Buffer.from(tail);
  }
  const bytes = head.length + fs.statSync(file).size + tail.length;
  const headers = {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': bytes,
  };
  const options = { headers, httpAgent: agent, maxRedirects: 0, proxy: false } as const;
  const { status } = await axios.post(url, Readable.from(form()), options);
  if (status !== 201) throw new Error(`axios was answered ${status}`);
}

serveSubject(
  async () => {
    const waiting = files.values();
    const lanes = Array.from({ length: Number(atOnce) }, async () => {
      for (const file of waiting) {
        await (by === 'axios' ? sendByAxios(file.path) : sender.send(file));
      }
    });
    await Promise.all(lanes);
  },
  async () => {
    await sender.close();
    agent.destroy();
  },
);
