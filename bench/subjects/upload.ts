/**
 * Sends one file as a form. Arguments: the address, the file, its SHA-256 in hex, and `unhashed` for the sending alone,
 * without the commit gate's proof of what was sent.
 */
import fs from 'node:fs';
import { identityOf } from '../../src-main/platform/file-identity.ts';
import { makeThreadedHashes } from '../../src-main/digests/content-hash.ts';
import { makeFormSender } from '../form-sender.ts';
import { serveSubject } from '../subject.ts';

const [url = '', path = '', sha256Hex = '', how = ''] = process.argv.slice(2);
const threaded = makeThreadedHashes();
const unhashed = () => ({ update() {}, digestHex: () => sha256Hex });
const sender = makeFormSender(url, how === 'unhashed' ? unhashed : threaded.makeHash, true);

const identity = identityOf(fs.statSync(path, { bigint: true }));

serveSubject(
  () => sender.send({ path, identity, sha256Hex }),
  async () => {
    await sender.close();
    await threaded.close();
  },
);
