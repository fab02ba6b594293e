/**
 * PDFs that somebody wrote to harm, as far as such are known: each tries to run code, to reach an address, or to fill the
 * memory or the time of whoever opens it. Whatever runs in the page would set `globalThis.pdfRan`.
 */
import { HELVETICA, onePage, packed, rawPdf, stream, words } from './raw-pdf.ts';

/** Nobody is there; a test sees whether anything asks. */
const OUTSIDE = 'http://127.0.0.1:9/pdf';
const CODE = 'globalThis.pdfRan = true; app.alert(1); this.submitForm("http://127.0.0.1:9/pdf");';
const JS = `<< /S /JavaScript /JS (${escaped(CODE)}) >>`;

function escaped(text: string): string {
  return text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`);
}

function link(action: string, at: number): string {
  return `<< /Type /Annot /Subtype /Link /Rect [72 ${at} 300 ${at + 20}] /A ${action} >>`;
}

const fontMatrix = onePage({
  content: words('A font that is code'),
  font: '<< /Type /Font /Subtype /Type1 /BaseFont /Evil /FirstChar 32 /LastChar 126 /FontMatrix [1 2 3 4 5 (0\\); globalThis.pdfRan = true//)] /FontDescriptor 6 0 R >>',
  more: [
    '<< /Type /FontDescriptor /FontName /Evil /Flags 4 /FontBBox [0 0 1 1] /FontFile 7 0 R >>',
    stream(
      '/Length1 200 /Length2 0 /Length3 0',
      '%!PS-AdobeFont-1.0: Evil\n/FontMatrix [1 2 3 4 5 (0\\); globalThis.pdfRan = true//)] readonly def\n/FontName /Evil def\ncurrentfile eexec\n',
    ),
  ],
});

const script = onePage({
  content: words('A document that runs scripts'),
  catalog: `/OpenAction ${JS} /AA << /WC ${JS} /DP ${JS} >> /Names << /JavaScript << /Names [(a) ${JS}] >> >> /AcroForm << /Fields [6 0 R] /CO [6 0 R] >>`,
  page: `/AA << /O ${JS} /C ${JS} >> /Annots [6 0 R]`,
  more: [
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (t) /V (v) /Rect [72 500 300 540] /DA (/F1 12 Tf) /AA << /K ${JS} /F ${JS} /V ${JS} /C ${JS} /Fo ${JS} /E ${JS} >> >>`,
  ],
});

const xfa = onePage({
  content: words('A form of another kind'),
  catalog: '/AcroForm << /Fields [] /XFA 6 0 R >> /NeedsRendering true',
  more: [
    stream(
      '',
      `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="f"><event activity="initialize"><script contentType="application/x-javascript">${CODE}</script></event><field name="a"><value><exData contentType="text/html"><body xmlns="http://www.w3.org/1999/xhtml"><img src="${OUTSIDE}/xfa.png" onerror="globalThis.pdfRan=true"/></body></exData></value></field></subform></template></xdp:xdp>`,
    ),
  ],
});

const launch = onePage({
  content: words('A document that starts programs'),
  catalog: '/OpenAction << /S /Launch /F (/bin/sh) /Win << /F (cmd.exe) /P (/c calc) >> >>',
  page: '/Annots [6 0 R]',
  more: [link('<< /S /Launch /F (file:///bin/sh) /NewWindow true >>', 500)],
});

const links = onePage({
  content: words('A document full of ways out'),
  page: '/Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R]',
  catalog: `/OpenAction << /S /URI /URI (${OUTSIDE}/open) >>`,
  more: [
    link('<< /S /URI /URI (javascript:globalThis.pdfRan=true) >>', 600),
    link(`<< /S /URI /URI (${OUTSIDE}/link) >>`, 570),
    link(`<< /S /GoToR /F (${OUTSIDE}/other.pdf) /D [0 /Fit] >>`, 540),
    link(`<< /S /SubmitForm /F << /FS /URL /F (${OUTSIDE}/submit) >> >>`, 510),
    link('<< /S /URI /URI (data:text/html,<script>opener.pdfRan=true</script>) >>', 480),
  ],
});

const remotePictures = onePage({
  content: `${words('A picture from elsewhere')} q 100 0 0 100 72 500 cm /I1 Do Q q 100 0 0 100 200 500 cm /I2 Do Q`,
  resources: '/XObject << /I1 6 0 R /I2 7 0 R >>',
  page: '/Annots [8 0 R]',
  more: [
    stream(
      `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB /F << /FS /URL /F (${OUTSIDE}/picture.png) >> /FFilter /DCTDecode`,
      '',
    ),
    stream(
      `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Alternates [<< /Image 6 0 R /DefaultForPrinting true >>] /OPI << /2.0 << /F (${OUTSIDE}/opi.tif) >> >>`,
      'abc',
    ),
    `<< /Type /Annot /Subtype /RichMedia /Rect [72 300 300 400] /RichMediaContent << /Assets << /Names [(a) << /FS /URL /F (${OUTSIDE}/movie.swf) >>] >> >> >>`,
  ],
});

const embedded = onePage({
  content: words('A document that brings others'),
  catalog:
    '/OpenAction << /S /GoToE /T << /R /C /N (inner.exe) >> /D [0 /Fit] >> /Names << /EmbeddedFiles << /Names [(inner.exe) 6 0 R] >> >> /Collection << /View /D /D (inner.exe) >>',
  more: [
    '<< /Type /Filespec /F (..\\\\..\\\\inner.exe) /UF (../../inner.exe) /EF << /F 7 0 R >> >>',
    stream('/Type /EmbeddedFile /Subtype /application#2Fx-msdownload', 'MZ not a program'),
  ],
});

/** A million pages, of which there is one. */
function millionPages(): Buffer {
  const kids = '3 0 R '.repeat(1_000);
  return rawPdf({
    objects: [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${'6 0 R '.repeat(1_000)}] /Count 1000000 >>`,
      '<< /Type /Page /Parent 6 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      stream('', words('One of a million pages')),
      HELVETICA,
      `<< /Type /Pages /Parent 2 0 R /Kids [${kids}] /Count 1000 >>`,
    ],
  });
}

const cyclicPages = rawPdf({
  objects: [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 5 >>',
    '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 3 0 R] /Count 5 >>',
  ],
});

/** Page trees within page trees, two thousand deep. */
function deepPages(): Buffer {
  const depth = 2_000;
  const trees = Array.from(
    { length: depth },
    (_tree, at) =>
      `<< /Type /Pages /Kids [${at + 3} 0 R] /Count 1 ${at === 0 ? '' : `/Parent ${at + 1} 0 R`} >>`,
  );
  return rawPdf({
    objects: [
      '<< /Type /Catalog /Pages 2 0 R >>',
      ...trees,
      `<< /Type /Page /Parent ${depth + 1} 0 R /MediaBox [0 0 595 842] /Contents ${depth + 3} 0 R >>`,
      stream('', '0 0 100 100 re f'),
    ],
  });
}

const hugePage = onePage({
  content: `${words('A page as large as a country')} 0 0 900000000 400000000 re f`,
  page: '/MediaBox [0 0 1000000000 1000000000] /UserUnit 1000',
});

const hugePicture = onePage({
  content: `${words('A picture of ten thousand million dots')} q 400 0 0 400 72 200 cm /I1 Do Q`,
  resources: '/XObject << /I1 6 0 R >>',
  more: [
    packed(
      '/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
      Buffer.alloc(1_000_000),
    ),
  ],
});

/** Ten million blanks, packed twice. */
function bomb(): Buffer {
  const once = packed('', Buffer.alloc(10_000_000, ' ')).toString('latin1');
  const inner = Buffer.from(
    once.slice(once.indexOf('stream\n') + 7, once.lastIndexOf('\nend')),
    'latin1',
  );
  const twice = packed('', inner);
  const text = twice
    .toString('latin1')
    .replace('/Filter /FlateDecode', '/Filter [/FlateDecode /FlateDecode]');
  return onePage({ content: Buffer.from(text, 'latin1') });
}

/** Two million strokes, which are no more than a few kilobytes. */
const endless = onePage({
  content: packed(
    '',
    `${words('A page without an end')}\n${'0 0 m 500 800 l S\n'.repeat(2_000_000)}`,
  ),
});

const cyclicForms = onePage({
  content: `${words('A drawing that contains itself')} /X1 Do`,
  resources: '/XObject << /X1 6 0 R >>',
  more: [
    stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /XObject << /X1 7 0 R >> >>',
      '/X1 Do /X1 Do',
    ),
    stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /XObject << /X1 6 0 R >> >>',
      '/X1 Do /X1 Do',
    ),
  ],
});

/** Each drawing shows the next one ten times: ten thousand million in all. */
function laughingForms(): Buffer {
  const levels = 10;
  const forms = Array.from({ length: levels }, (_form, at) =>
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /XObject << /X ${at + 7} 0 R >> >>`,
      at === levels - 1 ? '0 0 1 1 re f' : '/X Do '.repeat(10),
    ),
  );
  return onePage({
    content: `${words('A drawing of drawings')} /X Do`,
    resources: '/XObject << /X 6 0 R >>',
    more: forms,
  });
}

const tinyTiles = onePage({
  content: `${words('A pattern of dust')} /Pattern cs /P1 scn 0 0 595 600 re f`,
  resources: '/Pattern << /P1 6 0 R >>',
  more: [
    stream(
      '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 5000 5000] /XStep 0.001 /YStep 0.001 /Resources << >>',
      '1 0 0 rg 0 0 0.001 0.001 re f',
    ),
  ],
});

const deepNest = onePage({
  content: packed(
    '',
    `${words('Brackets without an end')} ${'[('.repeat(200_000)}${'<<'.repeat(200_000)}`,
  ),
});

const tableLoop = Buffer.from(
  onePage({ content: words('A table that leads back to itself') })
    .toString('latin1')
    .replace(
      /<< \/Size (\d+) \/Root 1 0 R >>\nstartxref\n(\d+)/,
      (_all, size: string, at: string) =>
        `<< /Size ${size} /Root 1 0 R /Prev ${at} /XRefStm ${at} >>\nstartxref\n${at}`,
    ),
  'latin1',
);

/** By file name. */
export function hostilePdfs(): Readonly<Record<string, Buffer>> {
  return {
    'font-matrix.pdf': fontMatrix,
    'script.pdf': script,
    'xfa.pdf': xfa,
    'launch.pdf': launch,
    'links.pdf': links,
    'remote-pictures.pdf': remotePictures,
    'embedded.pdf': embedded,
    'million-pages.pdf': millionPages(),
    'cyclic-pages.pdf': cyclicPages,
    'deep-pages.pdf': deepPages(),
    'huge-page.pdf': hugePage,
    'huge-picture.pdf': hugePicture,
    'bomb.pdf': bomb(),
    'endless.pdf': endless,
    'cyclic-drawing.pdf': cyclicForms,
    'laughing-drawing.pdf': laughingForms(),
    'tiny-tiles.pdf': tinyTiles,
    'deep-brackets.pdf': deepNest,
    'table-loop.pdf': tableLoop,
    'page-of-html.pdf': Buffer.from(
      '<!doctype html><script>globalThis.pdfRan = true</script><h1>Sign in</h1>',
    ),
    'only-a-head.pdf': Buffer.from('%PDF-1.7\n%%EOF\n'),
  };
}
