/**
 * Sends one file as a form. Arguments: the address, the file, its BLAKE3 in hex, and `first` to make its SHA-256 too, as
 * when a content is sent for the first time, or `unhashed` for the sending alone, without the commit gate's proof.
 */
import fs from 'node:fs';
import { identityOf } from '../../src-main/platform/disk/file-identity.ts';
import { makeThreadedHashes } from '../../src-main/digests/content-hash.ts';
import { makeFormSender } from '../form-sender.ts';
import { serveSubject } from '../subject.ts';

const [url = '', path = '', blake3Hex = '', how = ''] = process.argv.slice(2);
const threaded = makeThreadedHashes();
const unhashed = () => ({ update() {}, finish: () => ({ blake3: blake3Hex, sha256: null }) });
const sender = makeFormSender(url, how === 'unhashed' ? unhashed : threaded.makeHash);

const identity = identityOf(fs.statSync(path, { bigint: true }));

serveSubject(
  () => sender.send({ path, identity, blake3Hex, wantsSha256: how === 'first' }),
  async () => {
    await sender.close();
    await threaded.close();
  },
);
