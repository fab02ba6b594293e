/**
 * Sends one file as a form. Arguments: the address, the file, its SHA-256 in hex, and `unhashed` for the sending alone,
 * without the commit gate's proof of what was sent.
 */
import { makeThreadedHashes } from '../../src-main/transfer/threaded-hash.ts';
import { makeFormSender } from '../form-sender.ts';
import { serveSubject } from '../subject.ts';

const [url = '', file = '', sha256Hex = '', how = ''] = process.argv.slice(2);
const threaded = makeThreadedHashes();
const unhashed = () => ({ update() {}, digestHex: () => sha256Hex });
const sender = makeFormSender(url, how === 'unhashed' ? unhashed : threaded.makeHash, true);

serveSubject(
  () => sender.send(file, sha256Hex),
  async () => {
    await sender.close();
    await threaded.close();
  },
);
