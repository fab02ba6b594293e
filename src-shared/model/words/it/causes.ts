/** Perché dal servizio non è arrivata risposta, in italiano. */
import type { CauseWords, LostAnswer, LostAnswerWords } from '../cause-words.ts';

const PROXY_ADDRESS = 'l’indirizzo del proxy (HTTPS_PROXY, o le impostazioni del sistema)';
const TELL = 'Avvisa chi gestisce il servizio.';

export const causeWords: CauseWords = {
  'working-offline': {
    happened: 'Stai lavorando offline: nulla viene chiesto o inviato.',
    repair: 'Torna in linea quando vuoi.',
    was: 'stavi lavorando offline',
  },
  blocked: {
    happened: 'Questo computer non lascia che Labseal si colleghi al servizio.',
    repair: 'Chiedi al reparto informatico del suo firewall.',
    was: 'questo computer non lasciava collegare Labseal',
  },
  'no-sockets': {
    happened: 'Questo computer non lascia aprire a Labseal altre connessioni.',
    repair: 'Chiudi altri programmi, poi riprova.',
    was: 'questo computer non lasciava aprire altre connessioni',
  },
  'unknown-authority': {
    happened: 'Il certificato del servizio è di un’autorità che questo computer non conosce.',
    repair:
      'In mezzo può esserci un proxy o un antivirus: chiedi al reparto informatico il certificato della sua autorità.',
    was: 'il certificato del servizio era di un’autorità sconosciuta',
  },
  'early-certificate': {
    happened:
      'Secondo l’orologio di questo computer il certificato del servizio non è ancora valido.',
    repair: `Regola l’orologio di questo computer. Se è giusto: ${TELL.toLowerCase()}`,
    was: 'il certificato del servizio non era ancora valido',
  },

  'proxy-no-address': {
    happened: 'L’indirizzo del proxy non è stato trovato.',
    repair: `Controlla ${PROXY_ADDRESS} e la connessione alla rete.`,
    was: 'l’indirizzo del proxy non si trovava',
  },
  'proxy-no-connection': {
    happened: 'Il proxy non risponde.',
    repair: `Controlla la connessione alla rete e ${PROXY_ADDRESS}.`,
    was: 'il proxy non rispondeva',
  },
  'proxy-sign-in': {
    happened: 'Il proxy vuole un nome utente e una password, o ha rifiutato quelli ricevuti.',
    repair: `Correggili: ${PROXY_ADDRESS}. Oppure chiedi al reparto informatico.`,
    was: 'il proxy voleva un altro nome utente e un’altra password',
  },
  'proxy-refused': {
    happened: 'Il proxy non lascia passare Labseal verso il servizio.',
    repair: 'Chiedi al reparto informatico di permettere l’indirizzo del servizio.',
    was: 'il proxy non lasciava passare Labseal',
  },
  'proxy-broken': {
    happened: 'Il proxy ha interrotto la connessione, o non è un proxy HTTP.',
    repair: `Controlla ${PROXY_ADDRESS}, poi riprova.`,
    was: 'il proxy ha interrotto la connessione',
  },
  'proxy-insecure': {
    happened: 'Il proxy non ha potuto provare la propria identità.',
    repair:
      'Chiedi al reparto informatico il certificato della sua autorità, o un indirizzo con http://.',
    was: 'il proxy non ha potuto provare la propria identità',
  },

  'no-address': {
    happened: 'Il servizio non è raggiungibile: il suo indirizzo non è stato trovato.',
    repair: 'Controlla la connessione alla rete e come è scritto l’indirizzo.',
    was: 'l’indirizzo del servizio non si trovava',
  },
  'no-network': {
    happened: 'Il servizio non è raggiungibile: nessuna rete di questo computer vi porta.',
    repair: 'Controlla la connessione alla rete; può servire una VPN.',
    was: 'nessuna rete portava al servizio',
  },
  'broken-connection': {
    happened: 'La connessione al servizio si è interrotta.',
    repair: 'Riprova tra poco.',
    was: 'la connessione al servizio si è interrotta',
  },
  'timed-out': {
    happened: 'Nessuna risposta è arrivata in tempo.',
    repair: 'Riprova tra poco.',
    was: 'nessuna risposta è arrivata in tempo',
  },

  'no-connection': {
    happened: 'Il servizio non è raggiungibile: al suo indirizzo non risponde nessuno.',
    repair: 'Controlla la connessione alla rete; il servizio può essere fermo.',
    was: 'il servizio non era raggiungibile',
  },
  'proxy-cannot-reach': {
    happened: 'Il servizio non è raggiungibile, dice il proxy.',
    repair: 'Controlla l’indirizzo del servizio; può essere fermo.',
    was: 'il proxy non raggiungeva il servizio',
  },
  'not-http': {
    happened: 'Quello che risponde lì non è un servizio web.',
    repair: 'Controlla l’indirizzo del servizio con la sua porta, e il proxy.',
    was: 'ha risposto qualcosa che non è il servizio',
  },
  'not-tls': {
    happened: 'Quello che risponde lì non offre una connessione sicura.',
    repair: 'Controlla l’indirizzo del servizio con la sua porta.',
    was: 'ha risposto qualcosa che non è il servizio',
  },
  'old-tls': {
    happened: 'Il servizio offre solo vecchie versioni di TLS, che non sono sicure.',
    repair: `${TELL} Serve TLS 1.2 o successivo.`,
    was: 'il servizio offriva solo vecchie versioni di TLS',
  },
  'expired-certificate': {
    happened: 'Secondo l’orologio di questo computer il certificato del servizio è scaduto.',
    repair: `Controlla la data di questo computer. Se è giusta: ${TELL.toLowerCase()}`,
    was: 'il certificato del servizio era scaduto',
  },
  'other-name': {
    happened: 'Il certificato del servizio è per un altro nome.',
    repair: 'Confronta l’indirizzo con quello che ti ha dato chi gestisce il servizio.',
    was: 'il certificato del servizio era per un altro nome',
  },
  'weak-certificate': {
    happened:
      'Il certificato del servizio è troppo debole per fidarsene: una chiave corta o una firma superata.',
    repair: `${TELL} Va sostituito.`,
    was: 'il certificato del servizio era troppo debole',
  },
  'client-certificate': {
    happened: 'Il servizio vuole un certificato di questo computer, e Labseal non ne ha.',
    repair: 'Chiedi a chi gestisce il servizio un indirizzo che non lo richieda.',
    was: 'il servizio voleva un certificato di questo computer',
  },
  'refused-handshake': {
    happened:
      'Il servizio ha rifiutato la connessione sicura: forse vuole un certificato di questo computer, o una cifratura che Labseal non offre.',
    repair: TELL,
    was: 'il servizio ha rifiutato la connessione sicura',
  },
  insecure: {
    happened: 'La connessione non è sicura: il servizio non ha potuto provare la propria identità.',
    repair: 'Chiedi al reparto informatico del certificato del servizio e del proxy.',
    was: 'il servizio non ha potuto provare la propria identità',
  },
  'server-error': {
    happened: 'Il servizio in questo momento non funziona.',
    repair: 'Riprova più tardi.',
    was: 'il servizio non funzionava',
  },
};

const UNREADABLE = 'Al posto della risposta è arrivato qualcosa di illeggibile';
const LOST_ANSWERS: LostAnswerWords = {
  denied: 'Il servizio l’ha negato, cosa che può fare anche dopo averlo eseguito',
  'not-http': UNREADABLE,
  'unreadable-answer': UNREADABLE,
  'timed-out': 'Il servizio non ha risposto in tempo',
  'server-error': 'Il servizio non funzionava',
};

/** Che cosa è arrivato al posto della risposta a ciò che può essere stato fatto. Senza punto. */
export function lostAnswerText(why: LostAnswer): string {
  return LOST_ANSWERS[why] ?? 'La connessione si è interrotta prima della risposta';
}
