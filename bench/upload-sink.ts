/**
 * The other end of the upload benches, in a process of its own: reads forms as bare bytes into one buffer, so that the
 * sender is what is measured, and says "recorded". Connections are kept.
 */
import net from 'node:net';

const BUFFER_BYTES = 1_048_576;
const BODY = JSON.stringify({ message: 'ok', fileId: 'f1' });
const ANSWER = `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\nconnection: keep-alive\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`;
const HEAD_END = '\r\n\r\n';

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
        head = '';
      }
      const taken = Math.min(leftBytes, count - from);
      from += taken;
      leftBytes -= taken;
      if (leftBytes > 0) return true;
      leftBytes = null;
      socket.write(ANSWER);
    }
    return true;
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
process.on('disconnect', () => process.exit());
