import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { PdfAction } from '../../../src-shared/model/proofs/pdf-actions.ts';
import { pdfActions } from './pdf-actions.ts';

const pdf = (...objects: readonly (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.map((each) => Buffer.from(each)),
    Buffer.from('\ntrailer <</Root 1 0 R>>\n%%EOF\n'),
  ]);

const stream = (dictionary: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(`5 0 obj\n<<${dictionary} /Length ${data.length}>>\nstream\r\n`),
    data,
    Buffer.from('\nendstream\nendobj\n'),
  ]);

const OBJECTS = '/Type /ObjStm /N 1 /First 4';
const launch = deflateSync(Buffer.from('7 0 <</S /Launch /F (calc.exe)>>'));

test.each<[string, Buffer, readonly PdfAction[]]>([
  ['nothing but a page', pdf('1 0 obj <</Type /Catalog /OpenAction [2 0 R /Fit]>> endobj'), []],
  ['a link to an address', pdf('<</S /URI /URI (https://example.org/Launcher)>>'), []],
  ['a script', pdf('<</OpenAction <</S /JavaScript /JS (app.alert(1))>>>>'), ['script']],
  ['a script when it is closed', pdf('<</AA <</WC <</S/JavaScript/JS 9 0 R>>>>>>'), ['script']],
  ['a program', pdf('<</S /Launch /Win <</F (cmd.exe)>>>>'), ['launch']],
  ['a name that is spelled in digits', pdf('<</S /#4caunc#68>>'), ['launch']],
  ['a name behind a comment', pdf('<</S % so\n/Launch>>'), ['launch']],
  ['attached files', pdf('<</Names <</EmbeddedFiles 4 0 R>>>>'), ['attachment']],
  ['a form that sends', pdf('<</S /SubmitForm /F (https://x.example)>>'), ['form']],
  [
    'an object in a compressed part',
    pdf(stream(`${OBJECTS} /Filter /FlateDecode`, launch)),
    ['launch'],
  ],
  [
    'a word in a text that ends nothing: the part behind it is read too',
    pdf('(stream\n) ', stream(`${OBJECTS} /Filter /FlateDecode`, launch)),
    ['launch'],
  ],
  [
    'objects that are compressed twice',
    pdf(stream(`${OBJECTS} /Filter [/ASCIIHexDecode /FlateDecode]`, Buffer.from('78>'))),
    ['unexamined'],
  ],
  [
    'objects whose rows are told apart',
    pdf(
      stream(
        `${OBJECTS} /Filter /FlateDecode /DecodeParms <</Predictor 12>>`,
        deflateSync(Buffer.from('x')),
      ),
    ),
    ['unexamined'],
  ],
  ['objects that are not compressed', pdf(stream(OBJECTS, Buffer.from('7 0 <</Type /Page>>'))), []],
  ['what they hold', pdf(stream(OBJECTS, Buffer.from('7 0 <</S /Launch>>'))), ['launch']],
  ...[
    stream(`${OBJECTS} /F /AHx`, Buffer.from('3720>')),
    stream(`${OBJECTS} /#46ilter /AHx`, Buffer.from('3720>')),
    stream(`/Filter /AHx ${OBJECTS} /X (stream\n)`, Buffer.from('3720>')),
    stream(`/Filter /AHx /X (${' '.repeat(5_000)}) ${OBJECTS}`, Buffer.from('3720>')),
    stream(`/Filter /AHx /X (>>endstream\n5 0 obj\n<<) ${OBJECTS}`, Buffer.from('3720>')),
    stream(`/Filter /AHx ${OBJECTS} >> % 5 0 obj <</ObjStm 1`, Buffer.from('3720>')),
    stream(`/Filter /AHx ${OBJECTS} >> %#0a5 0 obj <</ObjStm 1`, Buffer.from('3720>')),
  ].map((each, at): [string, Buffer, readonly PdfAction[]] => [
    `objects in another notation, hidden in the way ${at}`,
    pdf(each),
    ['unexamined'],
  ]),
  ['an encrypted one', pdf('trailer <</Encrypt 3 0 R>>'), ['unexamined']],
  [
    'a part that grows without end',
    pdf(stream('/Filter /FlateDecode', deflateSync(Buffer.alloc(33 * 1024 * 1024)))),
    ['unexamined'],
  ],
  [
    'several at once, each named once',
    pdf('<</S /Launch>> <</S /JavaScript>> <</S /Launch>>'),
    ['script', 'launch'],
  ],
])('%s', (_title, bytes, actions) => {
  expect(pdfActions(bytes)).toEqual(actions);
});
