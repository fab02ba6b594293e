import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { informOfUpload, writeByHand } from './interim-answer.ts';
import { exchange } from '../uploads/test-support/exchange.ts';
import { listen } from '../uploads/test-support/upload-server.ts';

test('an interim answer with a line break in it is refused, and none follows the final one', async () => {
  const results: unknown[] = [];
  const server = createServer((_request, response) => {
    expect(() => writeByHand(response, { Location: 'a\r\nX: y' })).toThrow(TypeError);
    writeByHand(response, { Location: '/by-hand' });
    response.end();
    results.push(informOfUpload(response, { Location: '/late' }));
  });
  const answer = await exchange(`http://127.0.0.1:${await listen(server)}/`);
  expect(answer.informed).toMatchObject([{ status: 104, headers: { location: '/by-hand' } }]);
  expect(results).toEqual([false]);
});
