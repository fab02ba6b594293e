/**
 * The PDFs of `e2e/pdfs`: what each is, and what a person sees of it. `e2e/pdfs/make` wrote them, with nine writers
 * and by hand; they are kept so that a test opens the same bytes everywhere.
 */

export interface HarmlessPdf {
  /** Below `harmless/`, without its ending. */
  readonly name: string;
  readonly what: string;
  readonly pages: number;
  /** On its first page, as text; null: a picture and no text. */
  readonly text: string | null;
  /** At least so many dots of the drawing, of 40,000, are not white: more where there is a picture to be seen. */
  readonly ink: number;
}

/** Without their pictures these have a line of text alone, or nothing. */
const PICTURES: Readonly<Record<string, number>> = {
  'reportlab-photograph': 2_000,
  cairo: 3_000,
  'libtiff-fax': 3_000,
  'openjpeg-picture': 1_000,
  'by-hand-jbig2': 1_000,
  'by-hand-colours': 3_000,
  'by-hand-picture-in-text': 1_000,
};

const one = (name: string, what: string, text: string | null, pages = 1): HarmlessPdf => ({
  name,
  what,
  text,
  pages,
  ink: PICTURES[name] ?? 50,
});

export const HARMLESS: readonly HarmlessPdf[] = [
  one('pdf-lib-plain', '1.7, table of places, standard font', 'Certificate by pdf-lib'),
  one('pdf-lib-form', 'form fields, object streams', 'Certificate with a form'),
  one('pdf-lib-attachment', 'an embedded file', 'Certificate with an attachment'),
  one('pdf-lib-symbols', 'Symbol and ZapfDingbats, not embedded', 'Certificate with signs'),
  one('pdf-lib-200-pages', 'two hundred pages', 'Certificate page 1', 200),
  one('pdf-lib-turned', 'turned by 270°, cut at negative places', 'Certificate on its side'),
  one('jspdf-plain', '1.3, packed, a link', 'Certificate by jsPDF'),
  one('jspdf-protected', 'RC4, empty user password', 'Certificate with rights'),
  one('pdfkit-1.3', '1.3, nothing packed', 'Certificate as of 1999', 2),
  one('pdfkit-tagged', 'structure, outline, gradient', 'Certificate with structure'),
  one('pdfkit-notes', 'notes and highlights', 'Certificate with notes'),
  one(
    'reportlab-scripts',
    'Hebrew, Arabic, Greek, Cyrillic, Chinese, embedded',
    'Certificate in other scripts',
  ),
  one(
    'reportlab-font-left-out',
    'a Japanese font that is not embedded',
    'Certificate with a font left out',
  ),
  one('reportlab-form', '1.4, form, link, CMYK', 'Certificate by ReportLab'),
  one('reportlab-photograph', 'JPEG and a masked picture', 'Certificate with a photograph'),
  one('cairo', '1.5, subset of TrueType, transparency', 'Certificate by cairo'),
  one('ghostscript-1.3', '1.3, bitmap letters, CMYK', 'Certificate by Ghostscript'),
  one('ghostscript-archive', 'PDF/A with its profile', 'Certificate by Ghostscript'),
  one('groff', '1.4, embedded Type 1 fonts', 'Certificate by groff'),
  one('libtiff-fax', '1.1, one CCITT picture', null),
  one('openjpeg-picture', 'a JPEG 2000 picture', 'Certificate by pdf-lib'),
  one('pikepdf-layers', 'two layers, one hidden', 'Certificate by pdf-lib'),
  one('qpdf-linearized', 'linearized, object streams', 'Certificate page 1', 12),
  one('qpdf-readable', 'laid out to be read', 'Certificate with structure'),
  one('qpdf-aes-256', 'AES-256, empty user password', 'Certificate by pdf-lib'),
  one('qpdf-rc4', 'RC4 of 40 bits, empty user password', 'Certificate by ReportLab'),
  one('by-hand-updated', 'changed by an appended update', 'Certificate updated in place'),
  one(
    'by-hand-object-streams',
    'no table: streams of objects and places',
    'Certificate in object streams',
  ),
  one('by-hand-drawn-letters', 'a Type 3 font', 'Certificate with drawn letters'),
  one('by-hand-colours', 'Separation, Lab, CMYK, shading, pattern', 'Certificate in many colours'),
  one('by-hand-picture-in-text', 'an inline picture', 'Certificate with a picture in its text'),
  one('by-hand-jbig2', 'a JBIG2 picture', 'Certificate with a JBIG2 picture'),
  one('by-hand-2.0', 'version 2.0', 'Certificate as of 2020'),
  one('by-hand-no-table', 'its table is not where it says', 'Certificate without a table'),
  one('by-hand-cut-off', 'its end is missing', 'Certificate by pdf-lib'),
  one('by-hand-late-beginning', 'words of a printer before it', 'Certificate after other words'),
  one('by-hand-inherited', 'box and turn inherited, content in pieces', 'Certificate', 2),
];

export interface HostilePdf {
  /** Below `hostile/`, without its ending. */
  readonly name: string;
  readonly what: string;
  /** `shown`: the harmless rest. `said`: that it cannot be shown. `left`: that it takes too long. */
  readonly end: 'shown' | 'said' | 'left';
}

const bad = (name: string, what: string, end: HostilePdf['end'] = 'shown'): HostilePdf => ({
  name,
  what,
  end,
});

export const HOSTILE: readonly HostilePdf[] = [
  bad('font-matrix', 'a font whose matrix is code (CVE-2024-4367)'),
  bad('script', 'JavaScript on opening, on pages, on fields'),
  bad('xfa', 'an XFA form with a script and a picture from elsewhere'),
  bad('launch', 'starts programs'),
  bad('links', 'javascript:, remote, submitting and data links'),
  bad('remote-pictures', 'pictures and films from elsewhere'),
  bad('embedded', 'opens an embedded program'),
  bad('million-pages', 'a million pages, of which there is one'),
  bad('cyclic-pages', 'a tree of pages that contains itself', 'said'),
  bad('deep-pages', 'two thousand trees of pages within each other'),
  bad('huge-page', 'a page as large as a country'),
  bad('huge-picture', 'ten thousand million dots'),
  bad('bomb', 'ten million blanks, packed twice'),
  bad('endless', 'two million strokes', 'left'),
  bad('cyclic-drawing', 'a drawing that contains itself'),
  bad('laughing-drawing', 'ten levels of ten drawings each', 'left'),
  bad('tiny-tiles', 'a pattern of a thousandth of a point'),
  bad('deep-brackets', 'two hundred thousand open brackets of each kind'),
  bad('table-loop', 'a table of places that leads back to itself'),
  bad('page-of-html', 'a page of HTML with a script', 'said'),
  bad('only-a-head', 'nothing but a head and an end', 'said'),
];
