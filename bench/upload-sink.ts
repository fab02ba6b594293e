/**
 * The other end of the upload benches, in a process of its own: reads what comes as bare bytes into one buffer, so that
 * the sender is what is measured. To a form it says "recorded"; a PUT counts as stored, and who asks for its size
 * afterwards (PROPFIND), as rclone does, is told. Connections are kept.
 */
import net from 'node:net';

const BUFFER_BYTES = 1_048_576;
const BODY = JSON.stringify({ message: 'ok', fileId: 'f1' });
const RECORDED = answer('201 Created', 'application/json', BODY);
const STORED = answer('201 Created', 'text/plain', '');
const HEAD_END = '\r\n\r\n';

/** By path: what was put. */
const storedBytes = new Map<string, number>();

function answer(status: string, type: string, body: string): string {
  return `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\nconnection: keep-alive\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

function answerTo(head: string, bytes: number): string {
  const [method, path = ''] = head.split(' ', 2);
  if (method === 'POST') return RECORDED;
  if (method === 'PUT') storedBytes.set(path, bytes);
  if (method !== 'PROPFIND') return STORED;
  const size = storedBytes.get(path);
  const kind =
    size === undefined
      ? '<d:resourcetype><d:collection/></d:resourcetype>'
      : `<d:getcontentlength>${size}</d:getcontentlength>`;
  const body = `<d:multistatus xmlns:d="DAV:"><d:response><d:href>${path}</d:href><d:propstat><d:prop>${kind}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`;
  return answer('207 Multi-Status', 'application/xml', body);
}

/** What came is consumed before the next read, so that one buffer serves all connections. */
const buffer = Buffer.alloc(BUFFER_BYTES);

// Node lets only sockets that it connects itself read into memory of ours, so the accepted handle changes its owner.
const server = net.createServer({ pauseOnConnect: true }, (accepted) => {
  const { _handle: handle } = accepted as unknown as { _handle: { reading: boolean } };
  Object.assign(accepted, { _handle: null });
  handle.reading = false;
  const readHere = { handle, onread: { buffer, callback: (count: number) => take(count) } };
  const socket = new net.Socket(readHere as unknown as net.SocketConstructorOpts);
  socket.on('error', () => socket.destroy());
  socket.resume();

  let head = '';
  /** Of the body that is arriving; null: a head is. */
  let leftBytes: number | null = null;
  let whole: { readonly head: string; readonly bytes: number } = { head: '', bytes: 0 };

  function take(count: number): boolean {
    let from = 0;
    while (from < count || leftBytes === 0) {
      if (leftBytes === null) {
        const before = head.length;
        head += buffer.toString('latin1', from, count);
        const end = head.indexOf(HEAD_END);
        if (end < 0) return true;
        from += end + HEAD_END.length - before;
        leftBytes = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (/^expect: 100/im.test(head)) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
        whole = { head, bytes: leftBytes };
        head = '';
      }
      const taken = Math.min(leftBytes, count - from);
      from += taken;
      leftBytes -= taken;
      if (leftBytes > 0) return true;
      leftBytes = null;
      socket.write(answerTo(whole.head, whole.bytes));
    }
    return true;
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
process.on('disconnect', () => process.exit());
