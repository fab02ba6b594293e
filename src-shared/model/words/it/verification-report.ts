/** The Italian labels of a saved verification report. */
import type { ReportWords } from '../en/verification-report.ts';
import { integer, momentText, proofMomentAlone } from './figures.ts';

export const reportWords: ReportWords = {
  title: 'Verifica di un file',
  verdict: 'Esito',
  checked: 'Verificato',
  service: 'Servizio',
  heldAgainst: 'Confrontato con',
  decidedBy: 'Deciso da',
  file: 'File',
  path: 'Percorso',
  size: 'Dimensione',
  bytes: (count) => `${integer(count)} byte`,
  modified: 'Ultima scrittura',
  record: 'Registrazione',
  recordId: 'Id sul servizio',
  project: 'Progetto',
  status: 'Il servizio dice',
  notarized: 'Notarizzato',
  fingerprints: 'Impronte',
  fileFingerprint: 'Questo file',
  recordFingerprint: 'Registrazione',
  asWritten: 'Come è scritta',
  at: 'Nel certificato in',
  settledBy: 'Che cosa lo chiarisce',
  isAsUploaded: (isAsUploaded) =>
    isAsUploaded
      ? 'È byte per byte ciò che questo computer ha caricato come questa registrazione.'
      : 'Non è ciò che questo computer ha caricato come questa registrazione.',
  serviceAsked: 'Domanda al servizio',
  serviceAnswer: ({ exists, fileName, project }, moment) =>
    exists
      ? `${moment}: conosce questo contenuto${fileName === '' ? '' : ` (${fileName})`}${project === '' ? '' : ` in ${project}`}.`
      : `${moment}: non conosce questo contenuto.`,
  footer: (product, wasSent) =>
    `Prodotto da ${product}. Il file è stato letto su questo computer, dal primo all’ultimo byte. ${
      wasSent
        ? 'È stato inviato al servizio solo per chiedere se lo conosce.'
        : 'Per questo confronto non ne è stato inviato nulla.'
    }`,
  moment: momentText,
  proofMoment: proofMomentAlone,
};
