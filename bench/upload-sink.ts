/**
 * The other end of the upload bench, in a process of its own: reads forms as bare bytes, so that the sender is what is
 * measured, and says "recorded".
 */
import net from 'node:net';

const BODY = JSON.stringify({ message: 'ok', fileId: 'f1' });
const ANSWER = `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\nconnection: close\r\n\r\n${BODY}`;

const server = net.createServer((socket) => {
  let head = '';
  let leftBytes = -1; // unknown until the head has come
  socket.on('data', (data) => {
    if (leftBytes < 0) {
      head += data.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const announced = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      leftBytes = announced - (head.length - end - 4);
      if (/expect: 100/i.test(head)) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    } else {
      leftBytes -= data.length;
    }
    if (leftBytes === 0) socket.end(ANSWER);
  });
  socket.on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
process.on('disconnect', () => process.exit());
