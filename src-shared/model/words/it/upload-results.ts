/** I caricamenti con esito sconosciuto, in italiano. */
import type { Received } from '../../files/file-view.ts';
import { assertNever } from '../../result.ts';
import { MINUTE_MS } from '../../text/time.ts';
import type { UploadResultWords } from '../upload-result-words.ts';
import { integer } from './figures.ts';

export const uploadResultWords: UploadResultWords = {
  received(received, atMs, { moment }) {
    if (received === null) {
      return 'Labseal è terminato dopo l’invio di tutto il file, prima di una risposta.';
    }
    if (received.kind === 'answer') {
      return `Il servizio ha risposto ${received.status}${contentOf(received)} dopo l’invio di tutto il file (${moment(atMs)}).`;
    }
    if (received.kind === 'confirmation') {
      const but =
        received.isOfAnother === true
          ? 'il suo elenco mostra un altro file con quell’id'
          : 'il suo elenco, letto per intero più tardi, non mostra quell’id';
      return `Il servizio ha confermato il file con l’id ${received.fileId} (${moment(atMs)}), ma ${but}.`;
    }
    return `${NOTHING[received.why]} (${moment(atMs)}).`;
  },
  evidence({ evidence, files, checkedAfterMs }, { duration }) {
    const those = `${integer(files)} file`;
    const checked =
      checkedAfterMs === null
        ? ''
        : checkedAfterMs < MINUTE_MS
          ? ', ultimo controllo entro un minuto dalla perdita della risposta'
          : `, ultimo controllo ${duration(checkedAfterMs)} dopo la perdita della risposta`;
    switch (evidence) {
      case 'checking':
        return `Labseal sta cercando ${those} sul servizio${checked}.`;
      case 'no-record-no-charge':
        return `Il servizio non mostra né registrazioni né addebiti per ${those}${checked}.`;
      case 'no-record':
        return `Il servizio non mostra registrazioni di ${those}${checked}, e non dice se sono stati addebitati.`;
      case 'no-record-unexplained-charge':
        return `Il servizio non mostra registrazioni di ${those}${checked}, ma ha fatto addebiti che non corrispondono a nessun file noto qui.`;
      case 'no-record-confirmed':
        return `Il servizio ha confermato ${those}, ma il suo elenco non mostra alcuna registrazione corrispondente${checked}. Contano come addebitati.`;
      case 'similar-file':
        return `Sul servizio ci sono file nuovi che potrebbero essere ${those}, ma niente lo prova${checked}.`;
      case 'several-records':
        return `Il servizio ha più di una registrazione che potrebbe appartenere a ${those}${checked}.`;
      case 'list-incomplete':
        return `L’elenco del servizio non si è potuto leggere per intero: non si sa se ${those} sono arrivati${checked}.`;
      case 'list-refused':
        return `Il servizio non ti lascia leggere il suo elenco: non si sa se ${those} sono arrivati${checked}.`;
      case 'paging-ignored':
        return `Il servizio mostra solo l’inizio del suo elenco: non si sa se ${those} sono arrivati${checked}.`;
      default:
        return assertNever(evidence);
    }
  },
};

function contentOf({ content, denial }: Extract<Received, { kind: 'answer' }>): string {
  const says = denial?.serviceSays ?? '';
  if (says !== '') return ` (“${says}”)`;
  return denial === undefined || content === 'html' ? CONTENTS[content] : '';
}

const CONTENTS: Readonly<Record<Extract<Received, { kind: 'answer' }>['content'], string>> = {
  json: ' senza una conferma utilizzabile',
  html: ' con una pagina web',
  text: ' con un testo che non è una conferma',
  empty: ' senza alcun testo',
  incomplete: ' con una risposta interrotta',
};

const NOTHING: Readonly<Record<Extract<Received, { kind: 'nothing' }>['why'], string>> = {
  'broken-connection':
    'La connessione si è interrotta dopo l’invio di tutto il file, prima di una risposta',
  'not-http':
    'È arrivato qualcosa di illeggibile al posto di una risposta dopo l’invio di tutto il file',
  'timed-out': 'Tutto il file è stato inviato e non è arrivata in tempo alcuna risposta',
  stopped: 'Tutto il file è stato inviato e Labseal si è fermato prima di una risposta',
};
