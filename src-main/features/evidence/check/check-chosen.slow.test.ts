import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeWorkers } from '../../workers.ts';
import { filesIn, sampleBundle } from '../bundle/test-support/sample-bundle.ts';
import { checkChosen } from './check-chosen.ts';

const never = new AbortController().signal;
const workers = makeWorkers();
afterAll(() => workers.close());

/** As whoever received it: with no account. */
async function checkOf(folder: string) {
  const judged = await checkChosen([folder], null, workers, () => undefined, never);
  const [bundle] = judged.bundles;
  const matching = judged.lines.filter(({ proof }) => proof?.evaluation.kind === 'match').length;
  return { ...judged, ...bundle, troubles: bundle?.troubles ?? [], matching };
}

/** A complete bundle of two files, and its check. */
async function setUp() {
  const sample = sampleBundle();
  const made = await sample.make({ files: [sample.file('a/run.raw'), sample.file('b.csv')] });
  if (!made.ok) throw new Error(made.fault.kind);
  const at = (name: string) => path.join(sample.target, name);
  const change = (name: string, edit: (text: string) => string) =>
    fs.writeFileSync(at(name), edit(sample.textOf(name)));
  const digestOf = (name: string, algorithm: string) =>
    createHash(algorithm)
      .update(fs.readFileSync(at(name)))
      .digest('hex');
  /** Lists and sums written anew, as whoever changes a bundle can. */
  const relist = () => {
    const payload = filesIn(at('data')).map((each) => `data/${each}`);
    const bytes = payload.reduce((sum, each) => sum + fs.statSync(at(each)).size, 0);
    change('bag-info.txt', (text) =>
      text.replace(/^Payload-Oxum: .*$/m, `Payload-Oxum: ${bytes}.${payload.length}`),
    );
    const write = (list: string, algorithm: string, files: readonly string[]) =>
      change(`${list}-${algorithm}.txt`, () =>
        files.map((each) => `${digestOf(each, algorithm)}  ${each}\n`).join(''),
      );
    for (const algorithm of ['sha512', 'sha256']) write('manifest', algorithm, payload);
    const tags = filesIn(at('')).filter((each) => !/^(data\/|tagmanifest-)/.test(each));
    for (const algorithm of ['sha512', 'sha256']) write('tagmanifest', algorithm, tags);
  };
  return {
    at,
    outside: sample.at,
    change,
    digestOf,
    /** Another certificate of a file, in a bag whose lists and sums were written anew. */
    certify: (name: string, certificate: unknown) => {
      const file = `data/certificates/${name}.json`;
      change(file, () => JSON.stringify(certificate));
      relist();
    },
    relist,
    check: (folder = sample.target) => checkOf(folder),
  };
}

test('a whole bundle is whole, and its certificates speak of its files', async () => {
  const { check, at, certify } = await setUp();
  expect(await check()).toMatchObject({
    result: 'unproven',
    troubles: [],
    files: filesIn(at('data')).length,
    algorithms: ['sha256', 'sha512'],
    counts: { files: 2, fitting: 2, weak: 0, confirmed: 0 },
  });
  // A certificate may name a file in a way that no manifest uses. If nothing in it matches, it proves nothing.
  const bytes = fs.readFileSync(at('data/files/b.csv'));
  const hash = createHash('sha3-256').update(bytes).digest('base64');
  fs.rmSync(at('data/certificates/b.csv.pdf'));
  certify('b.csv', { FileHash: hash });
  expect(await check()).toMatchObject({ result: 'unproven', troubles: [], matching: 2 });
  certify('b.csv', { some: 'shape' });
  expect(await check()).toMatchObject({
    troubles: [{ kind: 'certificate-unreadable', where: 'data/certificates/b.csv.json' }],
    matching: 1,
  });
});

describe('damage is found', () => {
  type Set = Awaited<ReturnType<typeof setUp>>;
  const cases: readonly (readonly [string, (set: Set) => void, unknown])[] = [
    [
      'a flipped byte',
      ({ change }) => change('data/files/b.csv', (text) => text.replace('o', 'p')),
      [{ kind: 'changed', where: 'data/files/b.csv' }],
    ],
    [
      'a file that is gone',
      ({ at }) => fs.rmSync(at('data/files/b.csv')),
      expect.arrayContaining([{ kind: 'missing', where: 'data/files/b.csv' }]),
    ],
    [
      'a file that was put in',
      ({ at }) => fs.writeFileSync(at('data/more.txt'), ''),
      [
        { kind: 'not-listed', where: 'data/more.txt' },
        { kind: 'wrong-sum', where: 'bag-info.txt' },
      ],
    ],
    [
      'files that were put beside the payload, and not those that a system puts there',
      ({ at }) => {
        fs.mkdirSync(at('extra'));
        for (const name of [
          'two.raw',
          'extra/f2.raw',
          '.hid',
          '.DS_Store',
          'fetch.txt',
          'data/Thumbs.db',
        ]) {
          fs.writeFileSync(at(name), '');
        }
      },
      ['.hid', 'extra/f2.raw', 'fetch.txt', 'two.raw'].map((where) => ({
        kind: 'not-listed',
        where,
      })),
    ],
    [
      'a certificate that names another fingerprint',
      ({ certify }) => certify('b.csv', { FileHash: 'ab'.repeat(32) }),
      [{ kind: 'certificate-differs', where: 'data/certificates/b.csv.json' }],
    ],
    [
      'a certificate that contradicts itself',
      ({ certify, digestOf }) => {
        const FileHash = digestOf('data/files/b.csv', 'sha256');
        certify('b.csv', { FileHash, size: 1, file: { size: 2 } });
      },
      [{ kind: 'certificate-contradicts-itself', where: 'data/certificates/b.csv.json' }],
    ],
    [
      'a certificate of another size than its file',
      ({ certify, digestOf }) => {
        const FileHash = digestOf('data/files/b.csv', 'sha256');
        certify('b.csv', { FileHash, sizeBytes: 1 });
      },
      [{ kind: 'certificate-contradicts-itself', where: 'data/certificates/b.csv.json' }],
    ],
    [
      'something else in the place of a certificate',
      ({ certify }) => certify('b.csv', 'nothing'),
      [{ kind: 'certificate-differs', where: 'data/certificates/b.csv.json' }],
    ],
    [
      'a link in the place of a file',
      ({ at, outside }) => {
        fs.writeFileSync(outside('b.csv'), 'content of b.csv');
        fs.rmSync(at('data/files/b.csv'));
        fs.symlinkSync(outside('b.csv'), at('data/files/b.csv'));
      },
      expect.arrayContaining([{ kind: 'missing', where: 'data/files/b.csv' }]),
    ],
    [
      'another README',
      ({ change }) => change('README.txt', (text) => `${text}!`),
      [{ kind: 'changed', where: 'README.txt' }],
    ],
    [
      'one list that leaves a file out',
      ({ change }) => change('manifest-sha256.txt', (text) => text.replace(/.*b\.csv\n/, '')),
      expect.arrayContaining([
        { kind: 'changed', where: 'manifest-sha256.txt' },
        { kind: 'not-listed', where: 'data/files/b.csv' },
      ]),
    ],
    [
      'a file named twice',
      ({ change }) => change('manifest-sha256.txt', (text) => text + (text.split('\n')[0] ?? '')),
      expect.arrayContaining([{ kind: 'bad-line', where: 'manifest-sha256.txt' }]),
    ],
    [
      'a list that names what is outside, which is not followed',
      ({ outside, change }) => {
        fs.writeFileSync(outside('secret'), 'secret');
        change('manifest-sha256.txt', (text) => `${text}aa  ../../secret\n`);
      },
      expect.arrayContaining([{ kind: 'bad-line', where: 'manifest-sha256.txt' }]),
    ],
    [
      'something that is to be fetched first',
      ({ at }) => {
        fs.rmSync(at('data/files/b.csv'));
        const lines = ['data/files/b.csv', 'data/f'].map((file) => `https://x.test/f - ${file}\n`);
        fs.writeFileSync(at('fetch.txt'), lines.join(''));
      },
      [
        { kind: 'to-fetch', where: 'data/files/b.csv' },
        { kind: 'to-fetch', where: 'data/f' },
        { kind: 'not-listed', where: 'fetch.txt' },
        { kind: 'wrong-sum', where: 'bag-info.txt' },
      ],
    ],
    [
      'a line of what is to be fetched that cannot be meant',
      ({ at }) => fs.writeFileSync(at('fetch.txt'), 'https://x.test/f 1 ../f\n'),
      [
        { kind: 'bad-line', where: 'fetch.txt' },
        { kind: 'not-listed', where: 'fetch.txt' },
      ],
    ],
    [
      'no list of the payload',
      ({ at }) => ['sha256', 'sha512'].forEach((name) => fs.rmSync(at(`manifest-${name}.txt`))),
      expect.arrayContaining([{ kind: 'no-manifest', where: '.' }]),
    ],
    [
      'no declaration',
      ({ change }) => change('bagit.txt', () => 'BagIt-Version : 1.0\n'),
      [{ kind: 'not-a-bag', where: '.' }],
    ],
  ];

  test.each(cases)('%s', async (_what, damage, troubles) => {
    const set = await setUp();
    damage(set);
    expect(await set.check()).toMatchObject({
      result: expect.not.stringMatching(/^proven$/),
      troubles,
    });
  });

  test('lines of other systems and encodings are read, wherever a piece of the file ends', async () => {
    const { check, at, change } = await setUp();
    ['sha256', 'sha512'].forEach((name) => fs.rmSync(at(`tagmanifest-${name}.txt`)));
    const padding = `${' '.repeat(1_000)}\r\n`.repeat(200);
    for (const name of ['sha256', 'sha512']) {
      change(`manifest-${name}.txt`, (text) => padding + text.replaceAll('\n', '\r\n'));
    }
    expect(await check()).toMatchObject({ result: 'unproven', troubles: [] });
    change('bagit.txt', (text) => text.replace('UTF-8', 'UTF-16'));
    for (const name of ['manifest-sha256', 'manifest-sha512', 'bag-info']) {
      const text = fs.readFileSync(at(`${name}.txt`), 'utf8');
      fs.writeFileSync(at(`${name}.txt`), Buffer.from(`\uFEFF${text}`, 'utf16le').swap16());
    }
    expect(await check()).toMatchObject({ result: 'unproven', troubles: [] });
  });

  test('a bag whose files were fetched is whole', async () => {
    const { check, at, change, digestOf } = await setUp();
    const lines = [
      'https://x.test/b 16 data/files/b.csv',
      'https://x.test/r\t-\t./data/files/a/run.raw',
    ];
    fs.writeFileSync(at('fetch.txt'), `${lines.join('\r\n')}\r\n\r\n`);
    const hash = digestOf('fetch.txt', 'sha256');
    change('tagmanifest-sha256.txt', (text) => `${text}${hash}  fetch.txt\n`);
    expect(await check()).toMatchObject({ result: 'unproven', troubles: [] });
  });

  test.each([
    ['sha224', 'sha224'],
    ['sha384', 'sha384'],
    ['sha512224', 'sha512-224'],
    ['sha512256', 'sha512-256'],
    ['sha3224', 'sha3-224'],
    ['sha3384', 'sha3-384'],
    ['sha3_512', 'sha3-512'],
    ['blake2b', 'blake2b512'],
  ])('a list of another program is read: manifest-%s.txt', async (name, algorithm) => {
    const { check, at, change } = await setUp();
    ['manifest', 'tagmanifest'].forEach((list) =>
      ['sha256', 'sha512'].forEach((usual) => fs.rmSync(at(`${list}-${usual}.txt`))),
    );
    const lines = filesIn(at('data')).map((file) => {
      const bytes = fs.readFileSync(at(`data/${file}`));
      return `${createHash(algorithm).update(bytes).digest('hex')}  data/${file}\n`;
    });
    fs.writeFileSync(at(`manifest-${name}.txt`), lines.join(''));
    const whole = await check();
    expect(whole).toMatchObject({ troubles: [] });
    expect(whole.algorithms).toHaveLength(1);
    change('data/files/b.csv', (text) => text.replace('o', 'p'));
    expect(await check()).toMatchObject({ result: 'differs' });
  });

  test('also where there is no bag at all', async () => {
    const { check, outside } = await setUp();
    const nothing = { result: 'unproven', bundles: [] };
    expect(await check(outside('nowhere'))).toMatchObject(nothing);
  });
});

describe('a bundle whose lists were written anew', () => {
  const file = 'data/files/b.csv';
  test.each<readonly [string, (set: Awaited<ReturnType<typeof setUp>>) => void, unknown]>([
    [
      'without a certificate',
      ({ at }) =>
        ['json', 'pdf'].forEach((form) => fs.rmSync(at(`data/certificates/b.csv.${form}`))),
      [{ kind: 'no-certificate', where: file }],
    ],
    [
      'with a file more',
      ({ at }) => fs.writeFileSync(at('data/files/B.CSV.2'), 'x'),
      [{ kind: 'no-certificate', where: 'data/files/B.CSV.2' }],
    ],
    [
      'without its list of checks',
      ({ at }) => fs.rmSync(at('data/checks.json')),
      [{ kind: 'no-checks', where: 'data/checks.json' }],
    ],
    [
      'with a list of checks that cannot be read',
      ({ change }) => change('data/checks.json', () => '{'),
      [{ kind: 'no-checks', where: 'data/checks.json' }],
    ],
    [
      'with a second certificate, which contradicts itself',
      ({ at, digestOf }) => {
        const FileHash = digestOf(file, 'sha256');
        const second = JSON.stringify({ FileHash, sizeBytes: 1 });
        fs.writeFileSync(at('data/certificates/zz.json'), second);
      },
      [{ kind: 'certificate-contradicts-itself', where: 'data/certificates/zz.json' }],
    ],
  ])('%s', async (_what, damage, troubles) => {
    const set = await setUp();
    damage(set);
    set.relist();
    expect(await set.check()).toMatchObject({
      result: expect.not.stringMatching(/^proven$/),
      troubles,
    });
  });

  test('the list of checks is not needed to find the certificate of a file', async () => {
    const { at, relist, check } = await setUp();
    fs.rmSync(at('data/checks.json'));
    relist();
    expect(await check()).toMatchObject({ result: 'unproven', matching: 2 });
  });

  test('a form that is not known keeps no file from its certificate', async () => {
    const { change, check } = await setUp();
    change('bagit.txt', (text) => text.replace('1.0', '2.0'));
    expect(await check()).toMatchObject({
      troubles: [{ kind: 'not-a-bag', where: '.' }],
      matching: 2,
    });
  });
});

test('what was missing when a bundle was made is said whenever it is checked', async () => {
  const sample = sampleBundle();
  const files = [sample.file('a.raw'), sample.file('b.raw', 'before', 'after')];
  await sample.make({
    files,
    unproven: [{ name: 'c.raw', folderPath: '', path: '/c.raw', why: 'unread' }],
  });
  const { result, troubles } = await checkOf(sample.target);
  expect(result).toBe('unproven');
  expect(troubles).toMatchObject([
    { kind: 'lacks', where: 'b.raw', state: { content: { kind: 'mismatch' } } },
    { kind: 'unproven', where: 'c.raw', why: 'unread' },
  ]);
});

describe('a bundle of a stranger', () => {
  test('a line without end is one wrong line, and the lines after it count', async () => {
    const { check, change } = await setUp();
    change('manifest-sha256.txt', (text) => `${'a'.repeat(3_000_000)}\n${text}`);
    const { troubles } = await check();
    expect(troubles).toEqual([
      { kind: 'bad-line', where: 'manifest-sha256.txt' },
      { kind: 'changed', where: 'manifest-sha256.txt' },
    ]);
  });

  test('so many wrong lines are said that a person can look at them, and that there are more', async () => {
    const { check, change } = await setUp();
    const names = Array.from({ length: 30_000 }, (_, number) => `aa  data/none-${number}\n`).join(
      '',
    );
    change('manifest-sha256.txt', (text) => `${'zz\n'.repeat(30_000)}${text}${names}`);
    const { result, troubles } = await check();
    expect(result).toBe('differs');
    expect(troubles).toHaveLength(10_001);
    expect(troubles.filter(({ kind }) => kind === 'bad-line')).toHaveLength(1);
    expect(troubles.at(-1)).toEqual({ kind: 'more', where: '.' });
  });

  test('lists of one algorithm by many names are one list', async () => {
    const { at, check } = await setUp();
    fs.copyFileSync(at('manifest-sha256.txt'), at('manifest-sha-256.txt'));
    expect(await check()).toMatchObject({
      troubles: [
        { kind: 'bad-line', where: 'manifest-sha256.txt' },
        { kind: 'not-listed', where: 'manifest-sha-256.txt' },
      ],
      algorithms: ['sha256', 'sha512'],
    });
  });

  test.each(['bag-info.txt', 'bagit.txt'])(
    '%s is not read beyond what one can be',
    async (name) => {
      const { check, change } = await setUp();
      change(name, (text) => text + '\n'.repeat(1_100_000));
      const { troubles } = await check();
      expect(troubles).toContainEqual(
        name === 'bagit.txt'
          ? { kind: 'not-a-bag', where: '.' }
          : { kind: 'too-large', where: name },
      );
    },
  );

  test('a list of checks that is out of proportion to the files is not read', async () => {
    const { check, change } = await setUp();
    change('data/checks.json', (text) => text + ' '.repeat(3_000_000));
    const { troubles } = await check();
    expect(troubles).toContainEqual({ kind: 'no-checks', where: 'data/checks.json' });
  });
});
