/** Che cosa risulta da tutto ciò che è stato scelto, in italiano. */
import type { Figured, JudgementWords } from '../judgement-words.ts';
import { dayText, integer, pluralForm } from './figures.ts';

export const judgementWords: JudgementWords = {
  labels: {
    fits: 'Invariato',
    weak: 'Corrisponde, ma in modo debole',
    differs: 'Non corrisponde',
    denied: 'Smentito',
    unsure: 'Non si può ancora dire',
    unlisted: 'In nessun elenco',
    unchecked: 'Non verificato',
  },
  proven: (figured) =>
    `Provato: ${subject(figured)} byte per byte ciò che è stato notarizzato${since(figured)}.`,
  unchanged: (figured) =>
    `${capital(subject(figured))} ${figured.files === 1 ? 'invariato' : 'invariati'} da quando ${pluralForm(figured.files, 'è stato emesso il certificato', 'sono stati emessi i certificati')}${since(figured)}${records(figured)}.`,
  weakly: (figured) => {
    const { fitting, weak, files } = figured;
    if (fitting > 0)
      return `${integer(fitting)} di ${integer(files)} file ${pluralForm(fitting, 'è invariato', 'sono invariati')} da quando ${pluralForm(fitting, 'è stato emesso il certificato', 'sono stati emessi i certificati')}${since(figured)}. ${pluralForm(weak, 'Un altro corrisponde', `Altri ${integer(weak)} corrispondono`)} solo con un vecchio tipo di impronta, che si può falsificare.`;
    return `${capital(subject(figured))} quello che indica ${pluralForm(figured.files, 'il certificato', 'ogni certificato')}, ma con un vecchio tipo di impronta che si può falsificare.`;
  },
  partly: ({ fitting, weak, files }) =>
    `${integer(fitting + weak)} di ${integer(files)} file ${pluralForm(fitting + weak, 'è quello', 'sono quelli')} di cui parla un certificato. Degli altri non si può dire.`,
  none: (files) =>
    files === 0
      ? 'Qui non c’è nessun file di cui un certificato possa parlare.'
      : `Nessun certificato qui parla di ${files === 1 ? 'questo file' : `questi ${integer(files)} file`}.`,
  wrong: (figured) => {
    const { wrong, wrongPath, wrongBy, renamedFrom, parts } = figured;
    if (wrongPath === null) {
      const byLists = wrongBy === 'list' ? ', o ciò che elenca il pacchetto' : '';
      return `Non farvi affidamento: ${integer(wrong)} file su ${integer(parts)} non sono ciò che è stato notarizzato${byLists}.`;
    }
    const named =
      renamedFrom !== null
        ? `${wrongPath} è stato rinominato: l’elenco del pacchetto ha il suo contenuto come ${renamedFrom}.`
        : wrongBy === 'no-list'
          ? `Non considerare ${wrongPath} parte del pacchetto: nessun suo elenco nomina questo file.`
          : `Non fare affidamento su ${wrongPath}: non è ciò ${wrongBy === 'list' ? 'che elenca il pacchetto' : 'di cui parla il suo certificato'}.`;
    return named + theOthers(figured);
  },
  bundleChanged: ({ troubles, fitting, files }) =>
    `Non fare affidamento su questo pacchetto: ${pluralForm(troubles, 'una cosa non va', `${integer(troubles)} cose non vanno`)}${files === 0 ? '' : `, anche se ${integer(fitting)} di ${integer(files)} file ${pluralForm(fitting, 'corrisponde', 'corrispondono')} al proprio certificato`}.`,
  missing: ({ missing, missingPath, fitting, files }) =>
    `Questo pacchetto non è completo: ${missingPath === null ? `mancano ${integer(missing)} dei suoi file` : `manca ${missingPath}`}. Di quelli presenti, ${integer(fitting)} su ${integer(files)} ${pluralForm(fitting, 'corrisponde', 'corrispondono')} al proprio certificato.`,
  misleading: (names) =>
    `Non estrarre questo ZIP: ${names === 1 ? 'un nome porta' : `${integer(names)} nomi portano`} fuori da esso, o ${names === 1 ? 'c’è' : 'ci sono'} due volte.`,
  denied: (figured) => {
    const { wrongPath, wrongBy } = figured;
    if (wrongPath === null || (wrongBy !== 'itself' && wrongBy !== 'record'))
      return 'Non farvi affidamento: un certificato è smentito, da sé stesso o dalla sua registrazione.';
    const what = wrongBy === 'itself' ? 'si contraddice' : 'è smentito dalla sua registrazione';
    return `Non fare affidamento su ${wrongPath}: il suo certificato ${what}.${theOthers(figured)}`;
  },
  proofsOnly: 'Questo pacchetto ha i certificati, e non i file di cui parlano.',
  unconfirmed: (files) =>
    files === 1
      ? 'Chiunque può scrivere un certificato, e questo controllo non chiede al servizio.'
      : 'Chiunque può scrivere certificati, e questo controllo non chiede al servizio.',
  partlyConfirmed: (confirmed, files) =>
    `I certificati di ${integer(confirmed)} di ${integer(files)} file sono confermati da registrazioni che questo account ha letto.`,
  complete: (bundles) =>
    `${pluralForm(bundles, 'Il pacchetto è completo', 'I pacchetti sono completi')}: c’è tutto, come dicono gli elenchi.`,
  lacking: (bundles) =>
    `Ciò che è ${pluralForm(bundles, 'nel pacchetto', 'nei pacchetti')} è come dicono gli elenchi, e qualcosa manca o non è stato verificato:`,
  strays: ({ strays, strayPath }) =>
    strayPath === null
      ? `Altri ${integer(strays)} file non sono stati verificati: nessun certificato qui ne parla.`
      : `Un altro, ${strayPath}, non è stato verificato: nessun certificato qui ne parla.`,
  closed: ({ zips, zipPath }) =>
    zipPath === null
      ? `${integer(zips)} ZIP non sono stati aperti, quindi nulla al loro interno è stato verificato.`
      : `${zipPath} non è stato aperto, quindi nulla al suo interno è stato verificato.`,
  alone: (count) =>
    count === 1
      ? 'Il file di cui parla questo certificato qui manca.'
      : `I file di cui parlano questi ${integer(count)} certificati qui mancano.`,
  ofTest: (count, all) =>
    `${all === 1 ? 'Il certificato viene' : count === all ? 'I certificati vengono' : `${integer(count)} di ${integer(all)} certificati vengono`} da un servizio di prova, come quello incluso in Labseal, sul computer di qualcuno: questo non prova nulla a nessun altro.`,
  addresses: (count) =>
    `${pluralForm(count, 'L’indirizzo di una registrazione', `Gli indirizzi di ${integer(count)} registrazioni`)}, per confrontarle`,
  addressesCaution:
    'Questi indirizzi li ha scritti chi ha scritto i certificati: accerta che siano quelli del tuo servizio.',
  facts: ({ name, day, record, owner, sha256, fingerprint }) => [
    ...(name === null ? [] : [name]),
    ...(day === null ? [] : [`registrato il ${day}`]),
    ...(record === null ? [] : [`registrazione ${record}`]),
    ...(owner === null ? [] : [`proprietario ${owner}`]),
    ...(sha256 === null ? [] : [`SHA-256 ${sha256}`]),
    ...(fingerprint === null ? [] : [`impronta ${fingerprint}`]),
  ],
  next: ({ address, day, record, sha256, others }) => {
    const more =
      others === 0
        ? ''
        : ` Poi fai lo stesso per ${pluralForm(others, 'l’altro file', `gli altri ${integer(others)} file`)}${address === null ? '' : ': gli indirizzi di tutti sono elencati'}.`;
    const ids = [
      ...(record === null ? [] : [`la registrazione ${record}`]),
      ...(sha256 === null ? [] : [`lo SHA-256 ${sha256}`]),
    ];
    const what = ids.join(' e ');
    const shown = [...(day === null ? [] : [`la data ${day}`]), ...ids].join(', ');
    return address === null
      ? `Per confermare, chiedi al servizio che lo ha registrato ${what}.${more} Chiedi il suo indirizzo a chi ti ha dato i file.`
      : `Per confermare, apri ${address} e confronta ciò che mostra: ${shown}.${more} Accerta che sia l’indirizzo del tuo servizio: lo ha scritto chi ha scritto il certificato.`;
  },
  nextWrong:
    'Ora: chiedilo di nuovo a chi te lo ha dato, e verifica quello. Se il risultato è lo stesso, deve spiegarlo.',
  nextDenied: 'Ora: chiedi a chi te lo ha dato, e al servizio, quale certificato è giusto.',
  nextAlone: 'Ora: scegli il certificato insieme al suo file. Chiedi il file a chi te lo ha dato.',
  nextNone:
    'Ora: scegli ogni file insieme al suo certificato (JSON o PDF), oppure tutto il pacchetto.',
  nextRenamed: 'Ora: ridagli quel nome e verifica di nuovo.',
  nextOfTest:
    'Ora: chiedi certificati di un servizio che altri possono raggiungere. Nient’altro confermerebbe questi.',
  since: (day) => `dal ${day}`,
  record: (id) => `registrazione ${id}`,
  forgeable: (algorithm) =>
    `Con ${algorithm}: due file con la stessa impronta si possono fare apposta.`,
  deleted: 'Il servizio ha poi eliminato questo file; la registrazione resta sulla catena.',
  whys: {
    changed:
      'Non è ciò che dicono gli elenchi del suo pacchetto: è stato modificato o danneggiato.',
    'lists-differ':
      'È ciò che dice un elenco del suo pacchetto, e non ciò che dice un altro: uno degli elenchi è stato modificato o danneggiato.',
    'certificates-differ':
      'I suoi certificati si contraddicono: uno parla di questo file, un altro no. Uno dei due è sbagliato.',
    'no-certificate': 'Nessun certificato qui ne parla.',
    'not-listed': 'Non è in nessun elenco del suo pacchetto: qualcuno l’ha aggiunto dopo.',
    system:
      'Il sistema mette file così nelle cartelle. Non fa parte di ciò che è stato notarizzato.',
    'no-list': 'Nessun elenco del pacchetto lo nomina, quindi può essere qualsiasi cosa.',
    'pdf-unread': 'Il PDF non è stato letto; è stato confrontato il JSON accanto.',
    link: 'È un collegamento. Ciò a cui porta non è stato scelto.',
    special: 'Non è un file normale.',
    unreadable: 'Non si è potuto leggere.',
    encrypted: 'Ha bisogno di una password. Estrai lo ZIP e scegli la cartella.',
    'bad-name': 'Il suo nome porta fuori dallo ZIP, o si può intendere in due modi.',
    twice: 'Lo ZIP contiene questo nome due volte: i programmi possono estrarre l’uno o l’altro.',
    'too-many': 'Sono più file di quanti se ne leggono in una volta.',
    'unlisted-folder': 'La cartella non si è potuta aprire.',
  },
  zips: {
    'not-a-zip':
      'non è uno ZIP, qualunque sia il suo nome, quindi non è stato aperto. Chiedilo di nuovo',
    broken:
      'è interrotto o danneggiato, quindi non è stato aperto. Copialo di nuovo, o chiedilo di nuovo',
    bomb: 'è fatto per crescere senza fine, quindi non è stato aperto',
    'too-large': 'contiene più file di quanti se ne leggono in una volta',
    'two-ways':
      'prima del suo primo file c’è dell’altro, che alcuni programmi estraggono al suo posto, quindi non è stato aperto. Chiedi lo ZIP originale',
    encrypted:
      'i suoi file chiedono una password, quindi non è stato aperto. Estrailo e scegli la cartella',
    inside: 'si trova in un altro ZIP, quindi non è stato aperto. Estrai quello e scegli questo',
    'packed-otherwise':
      'è compresso in un modo che qui non si legge, quindi non è stato aperto. Estrailo e scegli la cartella',
  },
  renamed: (name) => `È stato rinominato: il suo contenuto è quello di ${name} nell’elenco.`,
  calledOther: (name) => `Il certificato è di un file chiamato ${name}.`,
  loose: 'nessun file scelto ha l’impronta di questo certificato',
  asSaid: 'Come dice il certificato:',
  day: dayText,
};

function theOthers({ wrong, parts }: Figured): string {
  const rest = parts - wrong;
  const others = pluralForm(rest, 'l’altro file', `gli altri ${integer(rest)} file`);
  return rest === 0 ? '' : ` Nulla contraddice ${others}.`;
}

function subject({ name, files }: Figured): string {
  if (name !== null) return `${name} è`;
  return files === 2 ? 'entrambi i file sono' : `tutti i ${integer(files)} file sono`;
}

function capital(text: string): string {
  return /^(tutti|entrambi) /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

function records({ records: named }: Figured): string {
  const [first, last] = named ?? [];
  if (first === undefined) return '';
  return first === last ? ` (registrazione ${first})` : '';
}

function since({ days }: Figured): string {
  if (days === null) return '';
  const [first, last] = days;
  return first === last ? `, il ${first}` : `, tra il ${first} e il ${last}`;
}
