/**
 * Changes of genuine bundles, loose files and certificates as whoever passes them on could make them, each with the best verdict
 * that may be given afterwards. Drawn from a seed: the same number gives the same change.
 */
import {
  below,
  type Bundle,
  certificateOf,
  genuineBundle,
  hashOf,
  pdfOf,
  pdfPage,
  relisted,
  UNSEEN,
} from './genuine-bundle.ts';

export interface Mutation {
  readonly what: string;
  readonly contents: Bundle;
  /** `wrong`: it must be told that something is; `open`: nobody can tell, but nothing is proven by it. */
  readonly atBest: 'wrong' | 'open';
}

/** A number from 0, below `count`. */
type Draw = (count: number) => number;

function drawsOf(seed: number): Draw {
  let state = (seed + 1) * 0x9e3779b1;
  return (count) => {
    state = Math.imul(state ^ (state >>> 15), 0x85ebca6b) + 0x6d2b79f5;
    const mixed = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) % count;
  };
}

const NAMES = [
  'run.raw',
  'a/plate 03.csv',
  'deep/er/caf\u00E9.csv',
  'b.csv',
  'ümlaut.txt',
  'x.bin',
];

function genuine(draw: Draw): Bundle {
  const count = 1 + draw(4);
  const names = NAMES.slice(draw(2), draw(2) + count + 1);
  return genuineBundle(Object.fromEntries(names.map((name) => [name, `${name} ${draw(1000)}`])));
}

const text = (content: string | Uint8Array | undefined) => String(content ?? '');
const pick = <Item>(draw: Draw, items: readonly Item[]): Item => items[draw(items.length)] as Item;
const those = (bundle: Bundle, pattern: RegExp) =>
  Object.keys(bundle).filter((path) => pattern.test(path));
const FILES = /^data\/files\//;
const DATA = /^data\/certificates\/.*\.json$/;

function without(bundle: Bundle, path: string): Bundle {
  return Object.fromEntries(Object.entries(bundle).filter(([each]) => each !== path));
}

/** The content of a file in another way, never the same. */
function altered(content: string, draw: Draw): string {
  const at = draw(Math.max(content.length, 1));
  const ways = [
    () => `${content.slice(0, at)}#${content.slice(at + 1)}`,
    () => `${content}\n`,
    () => content.slice(0, -1),
    () => '',
    () => `#${content}`,
  ];
  const made = pick(draw, ways)();
  return made === content ? `${content}#` : made;
}

type Change = readonly [
  what: string,
  atBest: Mutation['atBest'],
  change: (bundle: Bundle, draw: Draw) => Bundle,
];

const maybeListed = (bundle: Bundle, draw: Draw) => (draw(2) === 0 ? relisted(bundle) : bundle);

/** Said of a file in its certificate, with lists written anew. */
function certified(
  bundle: Bundle,
  draw: Draw,
  edit: (certificate: Record<string, unknown>) => object | string,
): Bundle {
  const path = pick(draw, those(bundle, DATA));
  const made = edit(JSON.parse(text(bundle[path])) as Record<string, unknown>);
  return relisted({ ...bundle, [path]: typeof made === 'string' ? made : JSON.stringify(made) });
}

const CHANGES: readonly Change[] = [
  [
    'a file altered',
    'wrong',
    (bundle, draw) => {
      const path = pick(draw, those(bundle, FILES));
      return maybeListed({ ...bundle, [path]: altered(text(bundle[path]), draw) }, draw);
    },
  ],
  [
    'a file exchanged with another',
    'wrong',
    (bundle, draw) => {
      const [first = '', second = first] = those(bundle, FILES);
      const other = first === second ? 'another' : text(bundle[second]);
      return maybeListed(
        {
          ...bundle,
          [first]: other,
          ...(first === second ? {} : { [second]: text(bundle[first]) }),
        },
        draw,
      );
    },
  ],
  ['a file removed', 'wrong', (bundle, draw) => without(bundle, pick(draw, those(bundle, FILES)))],
  [
    'a file added',
    'wrong',
    (bundle, draw) => ({ ...bundle, [`data/files/added-${draw(9)}.csv`]: 'added' }),
  ],
  [
    'a file added and listed',
    'open',
    (bundle) => relisted({ ...bundle, 'data/files/zz.csv': 'added' }),
  ],
  [
    'a file renamed',
    'wrong',
    (bundle, draw) => {
      const path = pick(draw, those(bundle, FILES));
      return { ...without(bundle, path), [`${path}.bak`]: bundle[path] ?? '' };
    },
  ],
  [
    'a file beside the payload',
    'wrong',
    (bundle, draw) => ({ ...bundle, [pick(draw, ['note.txt', 'extra/x', '.hid'])]: 'x' }),
  ],
  [
    'another file of the bundle altered',
    'wrong',
    (bundle, draw) => {
      const path = pick(draw, [
        'README.txt',
        'data/checks.json',
        ...those(bundle, /^data\/certificates\//),
      ]);
      return { ...bundle, [path]: `${text(bundle[path])} ` };
    },
  ],
  [
    'a line of a list altered',
    'wrong',
    (bundle, draw) => {
      const lines = text(bundle['manifest-sha256.txt']).split('\n');
      const at = draw(lines.length - 1);
      const edit = pick(draw, [
        (line: string) => line.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
        () => '',
        (line: string) => `${line}\n${line}`,
        (line: string) => `${line}x`,
        () => `${'0'.repeat(64)}  ../../etc/passwd`,
      ]);
      lines[at] = edit(lines[at] ?? '');
      return { ...bundle, 'manifest-sha256.txt': lines.join('\n') };
    },
  ],
  [
    'a list removed',
    'wrong',
    (bundle) => without(without(bundle, 'manifest-sha256.txt'), 'tagmanifest-sha256.txt'),
  ],
  [
    'lists in old ways',
    'wrong',
    (bundle, draw) => relisted(bundle, pick(draw, ['md5', 'sha1'] as const)),
  ],
  ['lists written anew', 'open', (bundle) => relisted(bundle)],
  [
    'a certificate of another fingerprint',
    'wrong',
    (bundle, draw) => certified(bundle, draw, (each) => ({ ...each, FileHash: hashOf('forged') })),
  ],
  [
    'a certificate of another size',
    'wrong',
    (bundle, draw) =>
      certified(bundle, draw, (each) => ({
        ...each,
        file: { ...(each['file'] as object), sizeBytes: 7 },
      })),
  ],
  [
    'a second fingerprint',
    'wrong',
    (bundle, draw) =>
      certified(bundle, draw, (each) => ({
        ...each,
        [pick(draw, ['filehash', 'FILEHASH'])]: hashOf('forged'),
      })),
  ],
  [
    'a key given twice',
    'wrong',
    (bundle, draw) =>
      certified(bundle, draw, (each) =>
        JSON.stringify(each).replace('{', `{"FileHash":"${hashOf('forged')}",`),
      ),
  ],
  [
    'a record before its upload',
    'wrong',
    (bundle, draw) =>
      certified(bundle, draw, (each) => ({ ...each, recorded: '2020-01-01T00:00:00Z' })),
  ],
  [
    'another method',
    'wrong',
    (bundle, draw) =>
      certified(bundle, draw, (each) => ({
        ...each,
        FileHashMethod: pick(draw, ['MD5', 'SHA-512']),
      })),
  ],
  [
    'another date, owner or transaction',
    'open',
    (bundle, draw) =>
      certified(bundle, draw, (each) => ({
        ...each,
        ...pick(draw, [
          { uploaded: '2019-01-01T00:00:00Z' },
          { owner: { name: 'Mallory' } },
          { transaction: { hash: '0x0' } },
        ]),
      })),
  ],
  [
    'a certificate that is none',
    'wrong',
    (bundle, draw) => certified(bundle, draw, () => pick(draw, ['', '{', '[]', '<html>', '"x"'])),
  ],
  [
    'a certificate removed',
    'open',
    (bundle, draw) => relisted(without(bundle, pick(draw, those(bundle, DATA)))),
  ],
  [
    'certificates exchanged',
    'wrong',
    (bundle, draw) => {
      const [first = '', second] = those(bundle, DATA);
      if (second === undefined)
        return certified(bundle, draw, (each) => ({ ...each, FileHash: hashOf('x') }));
      return relisted({ ...bundle, [first]: text(bundle[second]), [second]: text(bundle[first]) });
    },
  ],
  [
    'a certificate that fits nothing',
    'wrong',
    (bundle) =>
      relisted({
        ...bundle,
        'data/certificates/none.json': JSON.stringify(certificateOf('none', 'none', 99)),
      }),
  ],
  [
    'a PDF of another file',
    'wrong',
    (bundle, draw) => {
      const path = pick(draw, those(bundle, /\.pdf$/));
      return relisted({ ...bundle, [path]: pdfOf('forged') });
    },
  ],
  [
    'a second fingerprint in a PDF',
    'wrong',
    (bundle, draw) => {
      const path = pick(draw, those(bundle, /\.pdf$/));
      const [file = ''] = those(bundle, FILES);
      const seen = text(bundle[path]).match(/[\da-f]{64}/)?.[0] ?? '';
      const lines = ['FINGERPRINT · SHA-256, hex', seen];
      const hidden = [hashOf(draw(2) === 0 ? 'forged' : `${text(bundle[file])}#`)];
      return relisted({ ...bundle, [path]: pdfPage(lines, pick(draw, UNSEEN), hidden) });
    },
  ],
  [
    'everything forged alike',
    'open',
    (bundle, draw) => {
      const path = pick(draw, those(bundle, FILES));
      const forged = Object.entries(bundle).map(([each, content]) => [
        each,
        text(content)
          .replaceAll(hashOf(text(bundle[path])), hashOf('forged'))
          .replaceAll(/"sizeBytes":\d+/g, '"sizeBytes":6'),
      ]);
      return relisted({ ...Object.fromEntries(forged), [path]: 'forged' } as Bundle);
    },
  ],
  ['no list of checks', 'open', (bundle) => relisted(without(bundle, 'data/checks.json'))],
  [
    'a broken list of checks and a file altered',
    'wrong',
    (bundle, draw) => {
      const path = pick(draw, those(bundle, FILES));
      return relisted({
        ...bundle,
        'data/checks.json': pick(draw, ['', '{', '[]']),
        [path]: altered(text(bundle[path]), draw),
      });
    },
  ],
  [
    'no declaration and a file altered',
    'wrong',
    (bundle, draw) => {
      const path = pick(draw, those(bundle, FILES));
      return without({ ...bundle, [path]: altered(text(bundle[path]), draw) }, 'bagit.txt');
    },
  ],
  [
    'another declaration',
    'wrong',
    (bundle, draw) => ({ ...bundle, 'bagit.txt': pick(draw, ['', 'BagIt-Version: 2.0\n', 'x']) }),
  ],
  [
    'a second bundle, altered',
    'wrong',
    (bundle, draw) => {
      const other = genuineBundle({ 'other.raw': 'other' });
      return {
        ...below('one', bundle),
        ...below('two', { ...other, 'data/files/other.raw': altered('other', draw) }),
      };
    },
  ],
  [
    'a second bundle',
    'open',
    (bundle) => ({
      ...below('one', bundle),
      ...below('two', genuineBundle({ 'other.raw': 'other' })),
    }),
  ],
  [
    'loose files beside it',
    'open',
    (bundle, draw) => ({ ...below('one', bundle), [`loose-${draw(3)}.raw`]: 'x' }),
  ],
  [
    'hidden in an altered bundle',
    'wrong',
    (bundle, draw) => {
      const outer = genuineBundle({ 'outer.raw': 'outer' });
      return {
        ...outer,
        'data/files/outer.raw': altered('outer', draw),
        ...below(pick(draw, ['.x', 'deep/er']), bundle),
      };
    },
  ],
  [
    'altered in the payload of another',
    'wrong',
    (bundle, draw) => {
      const path = pick(draw, those(bundle, FILES));
      const inner = { ...bundle, [path]: altered(text(bundle[path]), draw) };
      return relisted({
        ...genuineBundle({ 'outer.raw': 'outer' }),
        ...below('data/files/inner', inner),
      });
    },
  ],
  [
    'names in another form',
    'open',
    (bundle) =>
      Object.fromEntries(
        Object.entries(bundle).map(([path, content]) => [path.normalize('NFD'), content]),
      ),
  ],
  [
    'names that differ by case alone',
    'wrong',
    (bundle, draw) => ({
      ...bundle,
      [pick(draw, those(bundle, FILES)).replace('data/files/', 'data/Files/')]: 'twin',
    }),
  ],
  [
    'what a system leaves',
    'open',
    (bundle, draw) => ({
      ...bundle,
      [pick(draw, ['.DS_Store', 'data/files/Thumbs.db', '__MACOSX/._x'])]: 'x',
    }),
  ],
  ['in another order', 'open', (bundle) => Object.fromEntries(Object.entries(bundle).toReversed())],
  [
    'sizes that are not so',
    'wrong',
    (bundle) => ({ ...bundle, 'bag-info.txt': 'Payload-Oxum: 1.1\n' }),
  ],
];

/** `number`: which change, drawn from it. */
export function mutatedBundle(number: number): Mutation {
  const draw = drawsOf(number);
  const [what, atBest, change] = CHANGES[number % CHANGES.length] as Change;
  return { what, atBest, contents: change(genuine(draw), draw) };
}

type CertificateChange = readonly [
  what: string,
  atBest: Mutation['atBest'],
  contents: (content: string, draw: Draw) => Bundle,
];

const json = (name: string, content: string, certificate: object | string): Bundle => ({
  [name]: content,
  [`${name}.json`]: typeof certificate === 'string' ? certificate : JSON.stringify(certificate),
});
const own = (content: string) => certificateOf('run.raw', content);

const CERTIFICATES: readonly CertificateChange[] = [
  ['genuine', 'open', (content) => json('run.raw', content, own(content))],
  [
    'beside a changed file',
    'wrong',
    (content, draw) => json('run.raw', altered(content, draw), own(content)),
  ],
  [
    'without a method, beside one of the same size',
    'open',
    (content) => {
      const { FileHashMethod: _method, ...unstated } = own(content);
      return json('run.raw', `#${content.slice(1)}`, unstated);
    },
  ],
  [
    'without a method, beside one of another size',
    'wrong',
    (content) => {
      const { FileHashMethod: _method, ...unstated } = own(content);
      return json('run.raw', `${content}#`, unstated);
    },
  ],
  [
    'stated in its own way',
    'wrong',
    (content, draw) =>
      json('run.raw', `#${content.slice(1)}`, {
        FileHash: hashOf(content),
        FileHashMethod: pick(draw, ['sha256', 'SHA-256', 'sha256, hex', 'sha2-256', 'SHA2 256']),
      }),
  ],
  [
    'stated as a prefix',
    'wrong',
    (content, draw) =>
      json('run.raw', `#${content.slice(1)}`, {
        FileHash: pick(draw, ['sha256:', '1220', 'SHA-256=']) + hashOf(content),
      }),
  ],
  [
    'of two fingerprints',
    'wrong',
    (content, draw) =>
      json('run.raw', content, {
        ...own(content),
        [pick(draw, ['filehash', 'FILEHASH', 'fileHash'])]: hashOf('x'),
      }),
  ],
  [
    'of two fingerprints, one deeper',
    'wrong',
    (content, draw) =>
      json('run.raw', content, {
        ...own(content),
        [pick(draw, ['proof', 'data', 'record'])]: { FileHash: hashOf('x') },
      }),
  ],
  [
    'of a key given twice',
    'wrong',
    (content) =>
      json(
        'run.raw',
        content,
        JSON.stringify(own(content)).replace('{', `{"FileHash":"${hashOf('x')}",`),
      ),
  ],
  [
    'that gives two sizes',
    'wrong',
    (content) => json('run.raw', content, { ...own(content), sizeBytes: 1 }),
  ],
  [
    'of another size',
    'wrong',
    (content) =>
      json('run.raw', content, {
        ...own(content),
        file: { name: 'run.raw', sizeBytes: content.length + 1 },
      }),
  ],
  [
    'that names it twice',
    'wrong',
    (content) => json('run.raw', content, { ...own(content), fileName: 'another.raw' }),
  ],
  [
    'recorded before its upload',
    'wrong',
    (content) => json('run.raw', content, { ...own(content), recorded: '2019-01-01T00:00:00Z' }),
  ],
  [
    'of an impossible method',
    'wrong',
    (content, draw) =>
      json('run.raw', content, {
        ...own(content),
        FileHashMethod: pick(draw, ['MD5', 'SHA-1', 'SHA-512']),
      }),
  ],
  [
    'of MD5 or SHA-1 alone',
    'open',
    (content, draw) =>
      json('run.raw', content, { FileHash: hashOf(content, pick(draw, ['md5', 'sha1'] as const)) }),
  ],
  [
    'with another date, owner or transaction',
    'open',
    (content, draw) =>
      json('run.raw', content, {
        ...own(content),
        ...pick(draw, [
          { uploaded: '2019-01-01T00:00:00Z' },
          { owner: 'Mallory' },
          { transaction: '0x0' },
        ]),
      }),
  ],
  [
    'that is none',
    'open',
    (content, draw) => json('run.raw', content, pick(draw, ['', '{', '[]', '{"a":1}', '<html>'])),
  ],
  [
    'of a length that nobody computes',
    'open',
    (content) => json('run.raw', content, { FileHash: 'ab'.repeat(28) }),
  ],
  ['as a PDF', 'open', (content) => ({ 'run.raw': content, 'run.pdf': pdfOf(content) })],
  [
    'as a PDF beside a changed file',
    'wrong',
    (content, draw) => ({ 'run.raw': altered(content, draw), 'run.pdf': pdfOf(content) }),
  ],
  [
    'as a PDF of two fingerprints',
    'wrong',
    (content, draw) => ({
      'run.raw': draw(2) === 0 ? content : 'x',
      'run.pdf': pdfOf(content, pick(draw, UNSEEN), [hashOf('x')]),
    }),
  ],
  [
    'as a PDF that contradicts the JSON',
    'wrong',
    (content) => ({ ...json('run.raw', content, own(content)), 'run.raw.pdf': pdfOf('x') }),
  ],
  [
    'as a PDF with zeros behind it',
    'open',
    (content) => ({ 'run.raw': content, 'run.pdf': pdfOf(content) + '\0'.repeat(3_000) }),
  ],
  [
    'of another file by its name',
    'wrong',
    (content) => ({
      ...json('run.raw', `${content}#`, own(content)),
      ...json('b.raw', 'b', certificateOf('b.raw', 'b', 2)),
    }),
  ],
];

export function mutatedCertificate(number: number): Mutation {
  const draw = drawsOf(number + 1_000_000);
  const [what, atBest, make] = CERTIFICATES[number % CERTIFICATES.length] as CertificateChange;
  return { what, atBest, contents: make(`measured ${draw(1_000)} times`, draw) };
}
