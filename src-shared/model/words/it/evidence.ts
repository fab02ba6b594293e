/** Le parole italiane sui pacchetti di prove, per ogni interfaccia. */
import { integer } from './figures.ts';
import type { EvidenceFault } from '../../proofs/evidence.ts';
import { assertNever } from '../../result.ts';
import type { EvidenceWords } from '../evidence-words.ts';

export const evidenceWords: EvidenceWords = {
  fault: faultText,
  gaps: {
    'no-copy': 'questo computer non ne ha una copia, quindi il pacchetto ne contiene solo le prove',
    mismatch:
      'la copia non è ciò che è stato notarizzato, quindi è stata esclusa; il pacchetto ne contiene le prove',
    changing: 'veniva scritto mentre era letto, quindi è stato escluso',
    unreadable: 'non si può leggere, quindi è stato escluso',
    'labseal-data': 'appartiene ai dati di Labseal, quindi è stato escluso',
    'not-a-file': 'al suo posto c’è qualcos’altro, quindi è stato escluso',
  },
  differs: 'la copia su questo computer non è ciò che è stato notarizzato',
  unsure: 'non si può ancora dire se la copia è ciò che è stato notarizzato',
  certificate: {
    'none-yet': 'il servizio non ne ha ancora un certificato',
    'not-had': 'il certificato non è salvato qui e non si è potuto scaricare',
  },
  metadata: {
    'none-yet': 'il servizio non ne ha ancora un documento di metadati',
    'not-had': 'il documento di metadati non è salvato qui e non si è potuto scaricare',
  },
  contradictedBy: {
    record:
      'la registrazione del servizio indica un’impronta diversa da quella di ciò che è stato inviato',
    certificate: 'il suo certificato si contraddice, o indica un file diverso da quello inviato',
  },
  unproven: {
    'no-record': 'non ha una registrazione sul servizio, quindi nulla può provarlo',
    unread: 'Labseal non lo ha ancora letto, quindi nulla può provarlo',
    unreadable: 'ora non si può leggere, quindi non si è visto che cosa contiene',
  },
  troubles: {
    'not-a-bag': 'non è un pacchetto di prove: non ha un bagit.txt di una versione nota',
    'no-manifest': 'non ha nessun elenco di impronte leggibile',
    'bad-line': 'una riga di questo elenco non è leggibile',
    missing: 'è negli elenchi e non c’è',
    'not-listed': 'c’è e non è in tutti gli elenchi',
    changed: 'non è ciò che dicono gli elenchi',
    unreadable: 'non si può leggere, o non è un file normale',
    'wrong-sum': 'il numero o la dimensione dei file non è quello indicato',
    'to-fetch': 'è da scaricare prima da un altro posto',
    'too-large': 'è troppo grande per essere letto come parte di un pacchetto',
    'certificate-differs': 'questo certificato non indica l’impronta del suo file',
    'certificate-unreadable':
      'non vi si legge nessuna impronta, quindi non è stato verificato: può essere un’immagine, o altro che un certificato',
    'certificate-contradicts-itself':
      'questo certificato contraddice sé stesso, o l’altra sua forma (JSON, PDF)',
    'metadata-differs':
      'questo documento sulla registrazione non dice ciò che dice il certificato dello stesso file',
    'checks-differ':
      'data/checks.json ne dice altro che il suo certificato (contenuto, giorno, proprietario o registrazione)',
    'crate-differs':
      'data/ro-crate-metadata.json ne dice altro che il suo certificato (contenuto, giorno o registrazione)',
    'certificate-of-nothing': 'questo certificato non parla di nessun file del pacchetto',
    'weak-lists':
      'i suoi elenchi sono fatti solo in modi vecchi (MD5, SHA-1): due file con la stessa impronta si possono fare apposta',
    link: 'è un collegamento, che non viene seguito',
    'record-deleted':
      'detto quando il pacchetto è stato creato: il servizio ha eliminato questo file; la sua registrazione resta sulla catena',
    'record-error':
      'detto quando il pacchetto è stato creato: il servizio non è riuscito a scrivere la sua registrazione sulla catena',
    'record-pending':
      'detto quando il pacchetto è stato creato: la sua registrazione non è ancora sulla catena',
    'no-certificate': 'nel pacchetto non c’è un suo certificato',
    'no-checks':
      'dice quale certificato è di quale file, e manca o non si può leggere; ogni file è stato confrontato con tutti i certificati',
    more: 'ci sono altri problemi oltre a quelli elencati',
  },
  whenMade: (lack) => `detto quando il pacchetto è stato creato: ${lack}`,
};

function faultText(fault: EvidenceFault, bytes: (count: number) => string): string {
  switch (fault.kind) {
    case 'nothing-chosen':
      return 'Qui non c’è nulla per un pacchetto. Scegli dei file, o una cartella o un progetto con dei file.';
    case 'too-many-records':
      return `Sono più di ${integer(fault.most)} registrazioni. Scegli una cartella o un progetto alla volta.`;
    case 'nothing-known':
      return `Labseal non conosce nessun file sotto ${fault.path}. Scegli una cartella osservata, una sua sottocartella o singoli file.`;
    case 'taken':
      return `${fault.path} esiste già ed è rimasto com’è. Nessun pacchetto è stato creato; ${fault.free} sarebbe libero.`;
    case 'no-such-place':
      return `La cartella ${fault.path} non esiste. Controlla come è scritta, o scegline un’altra.`;
    case 'unwritable':
      return fault.errno === 'ENOSPC'
        ? `Il disco di ${fault.path} è pieno. Del pacchetto non è rimasto nulla; libera spazio, o scegli un altro disco.`
        : `Non si può scrivere in ${fault.path} (codice ${fault.errno}). Del pacchetto non è rimasto nulla; scegli un’altra cartella, o chiedi il permesso a chi la possiede.`;
    case 'no-room':
      return `Al pacchetto possono servire ${bytes(fault.neededBytes)}, e sul disco di ${fault.path} ne sono liberi ${bytes(fault.freeBytes)}. Libera spazio, scegli un altro disco, o prendi solo le prove.`;
    case 'watched-place':
      return `${fault.path} si trova nella cartella osservata ${fault.folder}: un pacchetto lì verrebbe notarizzato a sua volta e costerebbe crediti. Scegli una cartella che non è osservata.`;
    case 'inside-bundle':
      return `${fault.path} si trova in un pacchetto, ${fault.bundle}, che non corrisponderebbe più ai suoi elenchi. Scegli una cartella fuori da esso.`;
    case 'own-data':
      return `${fault.path} appartiene ai dati di Labseal. Scegli un’altra cartella.`;
    case 'busy':
      return 'Si sta già creando un altro pacchetto. Aspetta che sia finito, o annullalo.';
    case 'unknown-work':
      return 'Di questo pacchetto non si sa più nulla. Controlla se è nella sua cartella, o crealo di nuovo.';
    default:
      return assertNever(fault);
  }
}
