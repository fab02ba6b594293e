/** Perché qualcosa non si è potuto fare: che cosa è successo, che cosa significa, che cosa fare. */
import { causeWords, lostAnswerText } from '../../../src-shared/model/words/it/causes.ts';
import {
  noCertificateSentence,
  notACertificateSentence,
} from '../../../src-shared/model/words/it/certificates.ts';
import {
  type FileState,
  type HoldReason,
  namedState,
} from '../../../src-shared/model/files/file-state.ts';
import { holdLabels, stateLabels } from '../../../src-shared/model/words/it/states.ts';
import { withheldWords } from '../../../src-shared/model/words/it/withheld.ts';
import { evidenceWords } from '../../../src-shared/model/words/it/evidence.ts';
import { unreadableSentence } from '../../../src-shared/model/words/it/unreadable.ts';
import {
  diskTrouble,
  type AddressWords,
  type AnswerWords,
  type ChangeWords,
  type DatabaseWords,
  type FaultWords,
  type PickWords,
  type RuleWords,
  type StoreWords,
  type TargetWords,
} from '../fault-words.ts';
import { figures, number } from './figures.ts';

const LOOK_AGAIN = 'Controllane di nuovo lo stato.';

const ADDRESSES = {
  'not-an-address': 'non è un indirizzo. Scrivilo così: https://service.example.org.',
  'not-http': 'non è l’indirizzo di un sito. Deve cominciare con https://.',
  'not-encrypted':
    'invierebbe la tua password senza protezione, quindi nulla è stato inviato. Usa un indirizzo che comincia con https://.',
  'has-credentials': 'contiene un nome o una password. Toglili: hanno campi propri.',
  'has-query-or-fragment':
    'continua dopo un ? o un #. Togli quella parte: l’indirizzo del servizio finisce prima.',
} satisfies AddressWords;

const TARGETS = {
  'own-data': (path) =>
    `Labseal tiene i propri dati in ${path}, quindi lì non è stato scaricato nulla. Scegli un’altra cartella.`,
  'not-a-folder': (path) =>
    `${path} è un file, quindi non ci si può scaricare nulla. Scegli la cartella in cui si trova, o un’altra.`,
  system: (path, errno) =>
    `In ${path} non si può scrivere (${errno}). Quello che è arrivato resta; scegli un’altra cartella o chiedi il permesso al proprietario.`,
} satisfies TargetWords;

const STORE = {
  gone: (status) =>
    `Il servizio non ha più il contenuto (codice ${status}). Il certificato resta valido; avvisa chi gestisce il servizio.`,
  refused: (status) =>
    `Il servizio ha rifiutato due volte il proprio link (codice ${status}). Controlla l’orologio di questo computer, poi riprova più tardi.`,
  redirect: (status) =>
    `Il download portava altrove ed è stato fermato (codice ${status}). Accedi alla tua rete in un browser, poi riprova.`,
  compressed: (status) =>
    `Il servizio, o un proxy, ha cambiato il contenuto durante l’invio (codice ${status}), quindi non è stato tenuto. Avvisa chi gestisce il servizio o la tua rete.`,
  strange: (status) =>
    `Il servizio ha inviato qualcosa che non è il file (codice ${status}). Non ne è stato tenuto nulla; riprova più tardi.`,
} satisfies StoreWords;

const RULES = {
  'too-long': 'è troppo lungo',
  'too-many-patterns': 'ce ne sono troppi',
  'too-many-double-stars': 'ha troppi **',
  'too-costly': 'insieme a quelli sopra, i modelli richiedono troppo tempo',
} satisfies RuleWords;

const PICKS = {
  absent: 'non c’è. Nulla è stato preso; sceglilo di nuovo',
  directory: 'è una cartella. Nulla è stato preso; fai osservare la cartella, o scegli i suoi file',
  symlink: 'è un collegamento. Nulla è stato preso; scegli il file a cui porta',
  special: 'non è un file normale. Nulla è stato preso; scegline un altro',
  'labseal-data':
    'appartiene ai dati di Labseal, che non vengono mai caricati. Nulla è stato preso; scegline un altro',
  unreadable: 'non si può leggere. Nulla è stato preso; sceglilo di nuovo',
} satisfies PickWords;

const CHANGES = {
  waiting: 'attende ancora l’invio',
  sending: 'è in invio',
  unknown: 'attende la tua decisione',
  left: 'non è stata inviata di nuovo',
  delivered: 'è fatta',
  refused: 'è stata rifiutata',
  withdrawn: 'è stata ritirata',
} satisfies ChangeWords;

const ANSWERS = {
  html: 'Al posto del servizio ha risposto una pagina web, quindi nulla è stato fatto. Accedi alla rete nel browser, o controlla l’indirizzo del servizio.',
  redirect:
    'L’indirizzo del servizio porta altrove, quindi nulla è stato fatto. Controlla l’indirizzo del servizio.',
  unreadable:
    'La risposta del servizio era interrotta, o Labseal non la capisce, quindi nulla è stato fatto. Riprova; se continua, avvisa chi gestisce il servizio.',
} satisfies AnswerWords;

const LACKS = {
  balance: 'Quello che risponde all’indirizzo del servizio non dice il tuo saldo',
  service: 'Quello che risponde all’indirizzo del servizio non ha ciò che Labseal ha chiesto',
} as const;

const wrongField = (field: string) =>
  `La risposta del servizio non si può usare: il valore di “${field}” non è quello documentato. Nulla è stato fatto. Avvisa chi gestisce il servizio.`;

const DATABASE = {
  newer: (path) =>
    `I dati in ${path} sono stati scritti da un Labseal più recente. Nulla è stato cambiato; installa quella versione o una successiva.`,
  unreleased: (path) =>
    `I dati in ${path} sono stati scritti da un Labseal precedente alla prima versione pubblicata. Nulla è stato cambiato. Metti da parte labseal.db e lascia marker.json dov’è: Labseal ricomincia con dati nuovi e chiede al servizio di ogni file prima di pagare qualcosa.`,
  damaged: (path) =>
    `I dati di Labseal in ${path} sono danneggiati; ciò che è sul servizio è al sicuro. Ripristina quella cartella da una copia.`,
  disk: (path) =>
    `I dati di Labseal in ${path} non si possono leggere o scrivere. Nulla è perso; fai spazio su quel disco, poi riprova.`,
  busy: (path) =>
    `Un altro programma, forse una copia di sicurezza, sta usando i dati di Labseal in ${path}. Nulla è perso; lascialo finire, poi riprova.`,
  'open-files': () =>
    'Questo computer non lascia aprire altri file a Labseal. Nulla è perso; chiudi altri programmi, poi riprova.',
  'network-drive': (path) =>
    `La cartella dei dati di Labseal ${path} è su un disco di rete, dove due computer potrebbero pagare per lo stesso file. Nulla è stato fatto; deve stare su un disco di questo computer.`,
  'open-drive': (path) =>
    `La cartella dei dati di Labseal ${path} è su un’unità che non può nascondere i file agli altri utenti di questo computer. Nulla è stato fatto; deve stare su un altro disco.`,
} satisfies DatabaseWords;

const standing = (state: FileState, hold: HoldReason | null, isApproved: boolean | undefined) =>
  `“${hold === null ? (state === 'held' ? 'Fermo' : stateLabels[namedState(state, isApproved)]) : holdLabels[hold]}”`;

const said = (serviceSays: string | null, otherwise: string) =>
  serviceSays === null || serviceSays === ''
    ? otherwise
    : `Il servizio dice: “${serviceSays}” Nulla è stato cambiato.`;

const kilobytes = (bytes: number) => `${number(Math.ceil(bytes / 1_000))} kB`;

const unavailable: FaultWords['unavailable'] = ({ why, address }) =>
  `${address === undefined || why !== 'timed-out' ? causeWords[why].happened : `Nessuna risposta è arrivata in tempo da ${address}.`} ${causeWords[why].repair}`;

export const faults: FaultWords = {
  unavailable,
  tryAgain: 'Riprova',
  sentences: {
    'not-asked': () =>
      'Labseal su questo computer non risponde, quindi nulla è stato fatto. Riprova quando risponde.',
    'host-lost': () =>
      'Labseal su questo computer ha smesso di rispondere: non si sa se sia stato fatto. Controlla di nuovo quando risponde.',
    cancelled: () =>
      'La pagina ha smesso di attendere la risposta: non si sa se sia stato fatto. Controlla prima di riprovare.',
    'unknown-outcome': ({ why }) =>
      `${lostAnswerText(why)}: non si sa se sia stato fatto. Controlla prima di riprovare.`,
    'unknown-call': () =>
      'Questa pagina e Labseal su questo computer non sono della stessa versione, quindi nulla è stato fatto. Ricarica la pagina.',
    'bad-input': () =>
      'Labseal non può usare quello che è stato inserito, quindi nulla è stato fatto. Controllalo; se è giusto, ricarica la pagina.',
    internal: ({ logId }) =>
      `Qualcosa non ha funzionato in Labseal: non si sa se sia stato fatto. Controlla di nuovo; se continua, segnala il codice ${logId}.`,

    refused: ({ serviceSays, status }) =>
      said(
        serviceSays,
        `Il servizio ha rifiutato senza dire perché (codice ${status}). Nulla è stato cambiato; controlla quello che è stato inserito.`,
      ),
    forbidden: ({ serviceSays }) =>
      said(
        serviceSays,
        'Non hai il permesso per questo sul servizio. Nulla è stato cambiato; chiedi a chi guida il progetto o a un amministratore.',
      ),
    'not-found': ({ serviceSays, lacks }) =>
      lacks === undefined
        ? said(
            serviceSays,
            'Il servizio non lo conosce, o non più. Nulla è stato cambiato; guarda di nuovo l’elenco.',
          )
        : `${LACKS[lacks]} (codice 404)${serviceSays ? `: “${serviceSays}”` : '.'} Controlla l’indirizzo del servizio; se è giusto, avvisa chi gestisce il servizio.`,
    'too-large': ({ serviceSays }) =>
      said(
        serviceSays,
        'Il servizio accetta file fino a 2,5 GB. Nulla è stato conservato né addebitato; scegli un file più piccolo.',
      ),
    'not-signed-in': ({ withheld }) => {
      if (withheld === undefined) return 'L’accesso è scaduto. Nulla è perso; accedi di nuovo.';
      const { found, repair } = withheldWords(withheld);
      return `${found} Nulla è perso. ${repair}`;
    },
    throttled: ({ retryAfterMs }) =>
      `Il servizio chiede una pausa, quindi nulla è stato fatto. Riprova tra ${figures.duration(retryAfterMs ?? 60_000)}.`,
    unavailable: (fault) => `${unavailable(fault)} Nulla è stato fatto.`,
    'not-the-service': ({ what, field }) =>
      field === undefined ? ANSWERS[what] : wrongField(field),

    'no-such-folder': ({ path }) =>
      `Su questo computer non c’è una cartella ${path}. Nulla è stato cambiato; scegline un’altra.`,
    'not-a-folder': ({ path }) =>
      `${path} è un file, non una cartella. Nulla è stato cambiato; scegli la cartella in cui sta, o aggiungi solo il file.`,
    'unreadable-folder': ({ path, errno }) =>
      `La cartella ${path} non si può leggere, quindi nulla è stato cambiato. ${unreadableSentence(errno)}`,
    'already-watched': ({ path, other }) =>
      `${path} ${path === other ? 'è già osservata' : `è la stessa cartella di ${other}, già osservata`}. Nulla è stato cambiato; cambia le sue regole nell’elenco delle cartelle.`,
    'inside-watched': ({ path, other }) =>
      `${path} è dentro ${other}, già osservata. I suoi file vengono notarizzati con quella cartella.`,
    'contains-watched': ({ path, other }) =>
      `${path} contiene ${other}, già osservata. Smetti prima di osservare quella, o scegli un’altra cartella.`,
    'holds-own-data': ({ path }) =>
      `${path} contiene i dati di Labseal, quindi non si può osservare. Scegli un’altra cartella.`,
    'not-that-folder': ({ path, other }) =>
      `In ${path} non c’è nessun file conosciuto di ${other}. Nulla è stato cambiato; scegli la cartella che ha i suoi file.`,
    'not-in-folder': ({ path, name }) =>
      `In ${path} nessun file ha i byte notarizzati di ${name}. Nulla è stato cambiato; scegli la cartella in cui si trova.`,
    'preview-changed': ({ path }) =>
      `${path} è cambiata da quando è stato mostrato il prezzo. Niente è stato approvato o addebitato; controlla il nuovo prezzo e riprova.`,
    'bad-rule': ({ problem }) =>
      `Il modello “${problem.pattern}” non si può usare: ${RULES[problem.why]}. Nulla è stato cambiato; abbrevia.`,
    'no-label': () => 'Il servizio vuole un’etichetta per ogni file. Aggiungine almeno una.',
    'bad-label': ({ label }) =>
      `L’etichetta “${label}” non si può usare: un’etichetta è una sola riga breve. Nulla è stato cambiato; scrivine un’altra.`,

    'not-an-image': () =>
      'Questa immagine non si può usare. Nulla è stato cambiato; scegli un file PNG, JPEG, GIF o WebP.',
    'image-too-large': ({ sizeBytes, mostBytes }) =>
      `L’immagine ha ${kilobytes(sizeBytes)} e se ne possono usare al massimo ${kilobytes(mostBytes)}. Nulla è stato cambiato; rimpiccioliscila.`,
    'balance-moved': ({ seenCredits, credits }) =>
      `Il saldo ora è ${number(credits)} e non più ${number(seenCredits)}. Nulla è stato cambiato; guarda la nuova somma e decidi di nuovo.`,
    'no-subtract-word': () =>
      'La parola del servizio per togliere crediti non è ancora nota, quindi nulla è stato cambiato. Inseriscila prima nell’amministrazione.',
    'no-download': () => 'I file privati non si possono scaricare. Salva invece il certificato.',
    'bad-link': () =>
      'Il servizio ha dato un indirizzo che non è sicuro aprire. Nulla è stato aperto; avvisa chi gestisce il servizio.',
    'changed-meanwhile': ({ path }) =>
      `${path} è cambiato mentre veniva letto, quindi non se n’è fatto nulla. Aspetta che nessuno lo scriva, poi riprova.`,
    'name-taken': ({ path, freeName }) =>
      `${path} esiste già ed è rimasto com’è. Nulla è stato scaricato; si può salvare come “${freeName}”.`,
    'no-room': ({ path, neededBytes, freeBytes }) =>
      neededBytes === null
        ? `Il disco di ${path} è pieno. Quello che è arrivato resta; fai spazio, poi continua.`
        : `${path} non sta sul suo disco: servono ${figures.size(neededBytes)} e ne sono liberi ${figures.size(freeBytes)}. Quello che è arrivato resta; fai spazio, poi continua.`,
    'cannot-write': ({ path, why, errno }) => TARGETS[why](path, errno ?? '?'),
    'store-trouble': ({ what, status }) => STORE[what](status),
    downloading: () =>
      'Questo file è già in arrivo in questa cartella, quindi nulla di nuovo è cominciato. Aspetta che ci sia.',
    'unknown-download': () =>
      'Questo scaricamento è finito: è arrivato, o è stato abbandonato. Controlla la cartella.',
    'no-evidence': ({ why }) => evidenceWords.fault(why, figures.size),

    'engine-running': ({ dataFolder }) =>
      `Un altro Labseal lavora con la cartella dei dati ${dataFolder}, quindi questo attende. Chiudi l’altro, poi riprova.`,
    'data-folder': ({ dataFolder, errno }) =>
      ({
        full: `Il disco della cartella dei dati di Labseal ${dataFolder} è pieno. Nulla è perso; fai spazio, poi riprova.`,
        forbidden: `Labseal non può scrivere nella sua cartella dei dati ${dataFolder}, quindi nulla è stato fatto. Permettilo, poi riprova.`,
        other: `La cartella dei dati di Labseal ${dataFolder} non si può usare (${errno}), quindi nulla è stato fatto. Controlla il suo disco, poi riprova.`,
      })[diskTrouble(errno)],
    database: ({ trouble, path }) => DATABASE[trouble](path),
    'bad-authorities': ({ path }) =>
      `Il file ${path}, che dice di chi si fida questo computer, non contiene un certificato leggibile, quindi nulla è stato inviato. Chiedi al reparto informatico di correggerlo.`,

    'bad-proxy': ({ variable }) =>
      `Il proxy di questo computer${variable === null ? '' : ` (${variable})`} non si può usare, quindi nulla è stato inviato. Deve essere un proxy HTTP; chiedi il suo indirizzo al reparto informatico.`,

    'no-account': () =>
      'Non hai fatto l’accesso, quindi non c’è nulla con cui lavorare. Prima accedi.',
    'no-server': () =>
      'Nessun servizio è ancora noto, quindi nulla è stato inviato. Scrivi l’indirizzo che ti ha dato l’istituto.',
    'bad-address': ({ address, fault }) => `L’indirizzo “${address}” ${ADDRESSES[fault.kind]}`,
    'wrong-credentials': () =>
      'E-mail o password non corretta. Controllale e riprova, o imposta una nuova password.',
    'sign-in-not-saved': ({ errno }) =>
      ({
        full: 'L’accesso non è stato fatto: il disco della cartella dei dati di Labseal è pieno. Fai spazio, poi accedi di nuovo.',
        forbidden:
          'L’accesso non è stato fatto: Labseal non può scrivere nella sua cartella dei dati. Permettilo, poi accedi di nuovo.',
        other: `L’accesso non è stato fatto: non si può scrivere nella cartella dei dati di Labseal (${errno}). Controlla il disco, poi accedi di nuovo.`,
      })[diskTrouble(errno)],
    superseded: () =>
      'Nel frattempo c’è stato un altro accesso, quindi questo è stato lasciato. Controlla chi ha fatto l’accesso; se non sei tu, accedi di nuovo.',
    'not-a-token': () =>
      'Non è né il link dell’e-mail né il suo codice, quindi nulla è stato inviato. Copialo per intero e riprova.',
    'unknown-project': () =>
      'Questo progetto non c’è: può essere stato eliminato, o forse non puoi vederlo. Nulla è stato cambiato; scegline un altro.',
    'unknown-folder': () =>
      'Questa cartella non è più osservata, quindi nulla è stato cambiato. Controlla l’elenco delle cartelle.',
    'unknown-file': () =>
      'Su questo computer non si sa più niente di questo file, quindi nulla è stato fatto. Controlla l’elenco dei file.',
    'unknown-audit': () =>
      'Questo controllo non è più conservato: i più vecchi fanno posto ai nuovi. Controlla l’elenco dei controlli.',
    'audit-list-gone': ({ listSha256 }) =>
      `L’elenco completo di questo vecchio controllo non è più conservato. ${
        listSha256 === null
          ? 'La sua impronta non è nota.'
          : `Una copia salvata è completa e invariata se il suo SHA-256 è ${listSha256}.`
      }`,
    'sent-already': () =>
      'Il servizio ha questo file, o può averlo: il caricamento non si può più cambiare. Aspetta la sua registrazione.',
    'not-in-line': ({ state, isApproved }) =>
      `Questo file non attende un caricamento: il suo stato è ${standing(state, null, isApproved)}. Nulla è stato cambiato. ${LOOK_AGAIN}`,
    'cannot-pick': ({ pick: { path, why, errno } }) =>
      errno === undefined
        ? `${path} ${PICKS[why]}.`
        : `${path} non si può leggere, quindi nulla è stato preso. ${unreadableSentence(errno)}`,
    'cannot-approve': ({ state, hold, isApproved }) =>
      `Questo file non attende un’approvazione: il suo stato è ${standing(state, hold, isApproved)}. Nulla è stato speso. ${LOOK_AGAIN}`,
    'limits-not-named': () =>
      'Si supererebbe un limite che non era sullo schermo, quindi nulla è stato approvato. Riguarda i limiti.',
    'more-than-balance': ({ credits, balance }) =>
      `Costano al massimo ${number(credits)} crediti e ne hai ${number(Math.max(0, balance))}. Nulla è stato approvato; scegli meno file.`,
    'dearer-than-agreed': ({ credits, agreedCredits }) =>
      `Ora costa ${number(credits)} crediti, più dei ${number(agreedCredits)} che hai accettato. Nulla è stato registrato né addebitato; guarda di nuovo il prezzo.`,
    'no-offer': () =>
      'Il prezzo mostrato non vale più. Nulla è stato approvato; guarda di nuovo il prezzo.',
    'below-reserve': ({ reserve, left }) =>
      `Resterebbero ${number(left)} crediti, usando la tua riserva di ${number(reserve)}. Nulla è stato inviato; accettalo, o riduci la riserva.`,
    'not-in-doubt': ({ state, hold, isApproved }) =>
      `Su questo caricamento non c’è nulla da decidere: lo stato del file è ${standing(state, hold, isApproved)}. Nulla è stato cambiato. ${LOOK_AGAIN}`,
    'no-certificate-yet': ({ state, isApproved }) =>
      state === 'notarized'
        ? noCertificateSentence
        : `Lo stato del file è ${standing(state, null, isApproved)}, quindi il certificato non c’è ancora. Si vedrà qui quando la registrazione sarà sulla catena.`,
    'not-a-certificate': ({ what }) => notACertificateSentence(what),
    'unknown-user': ({ asked }) =>
      `Il servizio non conosce nessuno come “${asked}”, quindi nulla è stato fatto. Controlla come è scritto; forse deve prima registrarsi.`,
    'user-not-shown': ({ asked }) =>
      `Il servizio non ha elencato “${asked}”, ma l’elenco non è completo. Nulla è stato fatto; controlla come è scritto, o riprova più tardi.`,
    'no-look-up': ({ email }) =>
      `Il servizio non permette al tuo account di cercare ${email}, quindi nulla è stato fatto. Forse può farlo il responsabile del progetto o un amministratore.`,
    'unknown-change': () =>
      'Questa modifica non è più tra quelle in uscita, quindi nulla è stato fatto. Controlla le modifiche in uscita.',
    'change-open': () =>
      'L’hai già chiesto, e l’esito non è ancora noto, quindi non è stato inviato nulla di nuovo. Controlla prima le modifiche in uscita.',
    'change-refused': () =>
      'Non è stata accettata, quindi nulla è cambiato. La pagina In uscita dice perché e che cosa puoi fare.',
    'change-elsewhere': ({ state }) =>
      `Questa modifica ${CHANGES[state]}, quindi ora questo non si può fare. Controlla le modifiche in uscita.`,
    'not-on-platform': ({ wish }) =>
      `Questo file non ha una registrazione propria sul servizio, quindi non c’è nulla da ${wish === 'delete' ? 'eliminare' : 'scaricare'}. Nulla è stato addebitato.`,
  },
};
