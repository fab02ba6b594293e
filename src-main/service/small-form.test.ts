import { expect, test } from 'vitest';
import { smallForm } from './service-client.ts';

const file = (content: string) => ({
  fileName: 'avatar.png',
  mediaType: 'image/png',
  bytes: Buffer.from(content, 'latin1'),
});

test.for(['\x89PNG\r\n', '--labseal-0\r\n', '\r\n--labseal-0--\r\n--labseal-1', ''])(
  'a form gives back exactly the content %j',
  async (content) => {
    const { contentType, body } = smallForm('avatar', file(content));
    const headers = { 'content-type': contentType };
    const part = (await new Response(new Uint8Array(body), { headers }).formData()).get('avatar');
    if (!(part instanceof File)) throw new Error('the part is no file');
    expect([part.name, part.type]).toEqual(['avatar.png', 'image/png']);
    expect(Buffer.from(await part.arrayBuffer()).toString('latin1')).toBe(content);
  },
);
