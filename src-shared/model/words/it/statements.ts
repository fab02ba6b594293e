/** Testi per articoli e piani, in italiano. Dicono ciò che una registrazione mostra, e nulla di più. */
import type { CitedSummary, StatementWords } from '../statement-words.ts';
import { byteText, integer, momentText, pluralForm, proofMoment } from './figures.ts';

const files = (count: number) => `${integer(count)} file`;
const quoted = (names: readonly string[]) => names.map((name) => `«${name}»`).join(', ');

const projectsOf = ({ projects }: CitedSummary) =>
  `${pluralForm(projects.length, 'del progetto', 'dei progetti')} ${quoted(projects)}`;

const accessTo = (cited: CitedSummary) =>
  [
    cited.public === 0
      ? ''
      : `${files(cited.public)} vi ${pluralForm(cited.public, 'è pubblico e può essere scaricato', 'sono pubblici e possono essere scaricati')} da chi vi ha accesso.`,
    cited.private === 0
      ? ''
      : `${files(cited.private)} ${pluralForm(cited.private, 'è privato e non può', 'sono privati e non possono')} essere scaricat${pluralForm(cited.private, 'o', 'i')} da lì.`,
    cited.deleted === 0
      ? ''
      : `${files(cited.deleted)} vi ${pluralForm(cited.deleted, 'è stato eliminato', 'sono stati eliminati')}; le registrazioni restano.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');

const WHAT_IT_SHOWS =
  'Una registrazione mostra che il servizio conosceva esattamente questi byte quando li ha registrati. Non mostra chi ha prodotto i dati né se sono corretti.';

export const statementWords: StatementWords = {
  citation: ({ name, sha256, fileId, notarizedAtMs, isDateRecorded }, { service, account }) =>
    `${name}. SHA-256 ${sha256}. Notarizzato ${proofMoment(momentText(notarizedAtMs), isDateRecorded)}, registrazione ${fileId} presso ${service}${account === '' ? '' : ` (account di ${account})`}.`,
  deleted: 'Eliminato in seguito sul servizio: la registrazione resta.',
  forgeable: (algorithm) =>
    `Le registrazioni indicano impronte ${algorithm}, di un tipo vecchio: due file con la stessa impronta si possono fare apposta. Provano meno di SHA-256.`,
  paragraphs: {
    availability: (cited) => [
      'Disponibilità dei dati',
      `I dati sono in ${files(cited.files)} (${byteText(cited.sizeBytes)}) e sono disponibili presso [archivio e id, oppure persona e condizioni].`,
      `Il servizio di notarizzazione all’indirizzo ${cited.service} ha registrato ${pluralForm(cited.files, 'il file', 'ogni file')} su una blockchain non dopo il ${momentText(cited.lastMs)}. ${accessTo(cited)} Le impronte SHA-256 qui sotto mostrano se una copia è identica, byte per byte.`,
    ],
    methods: (cited) => [
      'Integrità dei file di dati',
      `${files(cited.files)} (${byteText(cited.sizeBytes)}) ${projectsOf(cited)} ${pluralForm(cited.files, 'è notarizzato', 'sono notarizzati')}: il servizio all’indirizzo ${cited.service} ha registrato su una blockchain un’impronta del ${pluralForm(cited.files, 'suo', 'loro')} contenuto non dopo il ${momentText(cited.lastMs)}. Le impronte SHA-256 qui sotto sono state calcolate con Labseal da tutti i byte di ogni file. ${WHAT_IT_SHOWS}`,
      'I file usati nell’analisi sono stati confrontati con queste impronte il [data, da chi; oppure eliminare questa frase].',
    ],
    plan: (cited) => [
      'Integrità e provenienza dei dati',
      `I file di dati ${projectsOf(cited)} sono notarizzati con Labseal dal servizio all’indirizzo ${cited.service}, che registra su una blockchain un’impronta del loro contenuto. Non dopo il ${momentText(cited.lastMs)} ciò è stato fatto per ${files(cited.files)} (${byteText(cited.sizeBytes)}). ${WHAT_IT_SHOWS} Un file e il suo certificato si possono confrontare senza Labseal; i pacchetti di prove li contengono entrambi in forme standard (BagIt, RO-Crate).`,
      `Accesso: ${accessTo(cited)} Altri ottengono i dati presso [archivio, oppure persona e condizioni].`,
      'Conservazione e backup: la notarizzazione non è un backup. I file si trovano su [dove] e sono copiati su [dove, quanto spesso].',
      'Durata: i file sono conservati per [quanto tempo]; responsabile: [nome].',
    ],
  },
  records: 'Registrazioni',
  manyRecords: (count) =>
    `I ${files(count)} e le loro registrazioni sono elencati in [tabella supplementare].`,
  label: {
    notarized: (atMs, isDateRecorded) =>
      `notarizzato ${proofMoment(momentText(atMs), isDateRecorded)}`,
    record: (fileId) => `registrazione ${fileId}`,
    files,
    deleted: (count) =>
      count === null
        ? 'eliminato in seguito sul servizio'
        : `${integer(count)} ${pluralForm(count, 'eliminato', 'eliminati')} in seguito sul servizio`,
    past: (kind, count) => {
      const word =
        kind === 'changed'
          ? pluralForm(count ?? 1, 'modificato', 'modificati')
          : pluralForm(count ?? 1, 'mancante', 'mancanti');
      return `${count === null ? '' : `${integer(count)} `}${word} in seguito`;
    },
    forgeable: (algorithm) => `registrato con ${algorithm}, che si può falsificare`,
    list: 'SHA-256 di records.csv',
  },
};
