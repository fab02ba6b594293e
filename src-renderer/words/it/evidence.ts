import { evidenceWords } from '../../../src-shared/model/words/it/evidence.ts';
import type { Words } from '../en.ts';
import { number, plural } from './figures.ts';

const files = (count: number) => plural(count, 'file', 'file');

export const evidence: Words['evidence'] = {
  lacks: evidenceWords,
  export: 'Prove…',
  titleOf: (name) => `Prove di ${name}`,
  titleOfFiles: (count) => `Prove di ${files(count)}`,
  about:
    'Crea una cartella con i file, i loro certificati e una pagina che li controlla in qualsiasi browser. Non viene inviato nulla.',
  offer: (count, size) => `${files(count)}, ${size}`,
  unproven: (count) =>
    `${files(count)} non notarizzati, o non letti: il pacchetto li nomina soltanto.`,
  leftOut: (count) => `${files(count)} esclusi dalle regole della loro cartella.`,
  contents: 'Che cosa contiene',
  withFiles: 'I file e le loro prove',
  proofsOnly: 'Solo le prove',
  proofsOnlyHint: 'I file vengono comunque letti e confrontati.',
  where: 'Scegli una cartella non osservata. Quella nuova viene creata lì.',
  name: 'Nome della nuova cartella',
  make: 'Crea le prove',
  making: 'Creazione in corso',
  progress: (done, total, bytes, allBytes) =>
    `${number(done)} di ${files(total)} · ${bytes} di ${allBytes}`,
  giveUp: 'Annulla',
  givenUp: 'Annullato. Non ne è rimasto nulla.',
  useFree: (name) => `Usa il nome “${name}”`,
  done: 'Esportazione completa.',
  doneText: (count, size) => `${files(count)} con ciò che li prova, ${size}.`,
  notWhole: 'Manca qualcosa.',
  notWholeText: (count) =>
    `${files(count)} non si sono potuti includere del tutto. Sono nominati anche nella cartella.`,
  more: (count) => `… e altri ${number(count)}, nel suo elenco delle verifiche.`,
  lies: 'Posizione',
  copyPath: 'Copia il percorso',
  readme: 'README.txt al suo interno dice come controllarlo.',
  leftUncited: {
    unproven: (count) => `Non compresi: ${files(count)} senza registrazione sul servizio.`,
    unread: (count) => `Non compresi: ${files(count)} che Labseal non ha letto, o non può leggere.`,
    unseen: (count) =>
      `Non compresi: ${files(count)} di cui questo computer non ha visto la registrazione o il contenuto.`,
    contradicted: (count) =>
      `Non compresi: ${files(count)} la cui registrazione o il cui certificato indica un contenuto diverso da quello inviato. Avvisa chi gestisce il servizio.`,
    byRules: (count) => `Non compresi: ${files(count)} esclusi dalle regole di una cartella.`,
  },
  pastFiles: {
    changed: (count) =>
      `Modificati qui in seguito: ${files(count)}. Ciò che si cita è la versione notarizzata.`,
    missing: (count) => `Mancanti qui: ${files(count)}. Ciò che si cita è la versione notarizzata.`,
  },
  nothingCited: 'Nessuno di questi file ha una registrazione che si possa citare.',
  statement: {
    open: 'Testo per un articolo…',
    title: 'Testo per un articolo o un piano',
    about:
      'Dice solo ciò che le registrazioni mostrano. Le parti tra [parentesi] sono da completare: Labseal non le conosce.',
    kind: 'Testo',
    kinds: {
      availability: 'Dichiarazione di disponibilità dei dati',
      methods: 'Sezione dei metodi',
      plan: 'Piano di gestione dei dati',
      records: 'Tabella delle registrazioni (CSV)',
    },
    copy: 'Copia il testo',
    save: 'Salva il file',
  },
  qrLabels: {
    open: 'Etichette QR…',
    title: 'Etichette con codici QR',
    about:
      'Un PDF per adesivi; stampalo al 100 %. Qualsiasi telefono legge da un codice l’impronta, la registrazione e il servizio.',
    kind: 'Etichette',
    kinds: {
      each: 'Una per ogni file notarizzato',
      together: 'Una per tutti, per una scatola o un disco',
    },
    togetherHint:
      'L’etichetta rimanda alla tabella delle registrazioni com’è adesso. Salva anche la tabella, in Testo per un articolo.',
    name: 'Titolo sull’etichetta',
    sheet: 'Formato',
    sheets: {
      'a4-65': 'A4, 65 etichette da 38 × 21 mm',
      'a4-21': 'A4, 21 etichette da 64 × 38 mm',
      'a4-8': 'A4, 8 etichette da 99 × 68 mm',
      roll: 'Rotolo, 57 × 32 mm',
    },
    used: 'Etichette già usate del primo foglio',
    usedWrong: (most) => `Un numero intero da 0 a ${number(most)}`,
    save: 'Salva PDF',
    saved: (count) => `${plural(count, 'etichetta salvata', 'etichette salvate')}.`,
    onlyFirst: (count) => `Solo i primi ${number(count)} file vi hanno un’etichetta.`,
  },
};
