/** La cronologia come un racconto, in italiano. */
import type { HistoryLine } from '../../status/history-line.ts';
import { namedState } from '../../files/file-state.ts';
import { assertNever } from '../../result.ts';
import {
  isSimple,
  nameIn,
  placeBefore,
  placeNow,
  type SimpleForms,
  type StoryWords,
} from '../story-words.ts';
import { changeKindWords } from './change-kinds.ts';
import { integer, pluralForm } from './figures.ts';
import { holdLabels, stateLabels } from './states.ts';

const changeStates: StoryWords['changeStates'] = {
  waiting: 'in attesa di invio',
  sending: 'in invio',
  unknown: 'esito sconosciuto',
  left: 'non inviato di nuovo',
  delivered: 'fatto',
  refused: 'rifiutato',
  withdrawn: 'ritirato',
};

const FORMS: SimpleForms = {
  restored: {
    one: (name) => `${name} è tornato com’era notarizzato: stesso certificato, gratis`,
    many: (files) => `${files} sono tornati com’erano notarizzati: stessi certificati, gratis`,
  },
  duplicate: {
    one: (name) => `${name} era già sul servizio: gratis`,
    many: (files) => `${files} erano già sul servizio: gratis`,
  },
  changed: {
    one: (name) => `${name} è cambiato; il suo certificato vale per il contenuto di prima`,
    many: (files) => `${files} sono cambiati; i loro certificati valgono per il contenuto di prima`,
  },
  missing: {
    one: (name) => `${name} non è più qui; il suo certificato resta`,
    many: (files) => `${files} non sono più qui; i loro certificati restano`,
  },
  deleted: {
    one: (name) => `${name} è stato eliminato sul servizio`,
    many: (files) => `${files} sono stati eliminati sul servizio`,
  },
  unreadable: {
    one: (name) => `${name} non è leggibile`,
    many: (files) => `${files} non sono leggibili`,
  },
  'sent-again': {
    one: (name) => `${name} viene inviato di nuovo: la risposta è andata persa`,
    many: (files) => `${files} vengono inviati di nuovo: le risposte sono andate perse`,
  },
  'paid-twice': {
    one: (name) => `${name} è stato pagato due volte`,
    many: (files) => `${files} sono stati pagati due volte`,
  },
};

function costOf({ credits, isAtMost }: HistoryLine): string {
  if (credits === 0) return 'gratis';
  const text = creditText(credits);
  return isAtMost ? `al massimo ${text}` : text;
}

function creditText(credits: number): string {
  return `${integer(credits)} ${pluralForm(credits, 'credito', 'crediti')}`;
}

function sentence(line: HistoryLine): string {
  const { what, files, from, to, latest } = line;
  const name = nameIn(line);
  const count = `${integer(files)} file`;
  const who = files === 1 ? name : count;
  if (isSimple(what, FORMS)) return files === 1 ? FORMS[what].one(name) : FORMS[what].many(count);
  switch (what) {
    case 'notarized':
      return `${who} ${files === 1 ? 'notarizzato' : 'notarizzati'} · ${costOf(line)}`;
    case 'copied': {
      const copy =
        line.original === null || line.original === name
          ? 'una copia di un file notarizzato'
          : `una copia di ${line.original}`;
      return files === 1
        ? `${name} è ${copy}: stesso certificato, gratis`
        : `${count} sono copie di file notarizzati: stessi certificati, gratis`;
    }
    case 'renamed':
      return files === 1
        ? `${placeBefore(line)?.name ?? ''} ora si chiama ${name}: stesso certificato, gratis`
        : `${count} hanno un nuovo nome: stessi certificati, gratis`;
    case 'moved':
      return files === 1
        ? `${movedName(line)} è stato spostato in ${placeNow(line) ?? to}: stesso certificato, gratis`
        : `${count} sono stati spostati da ${from} a ${to}: stessi certificati, gratis`;
    case 'left-to-copy':
      return files === 1
        ? `${placeBefore(line)?.name ?? ''} non c’è più; la sua copia ${name} ha il certificato`
        : `${count} non ci sono più; le loro copie hanno i certificati`;
    case 'folder-moved':
      return `La cartella ${from} ora è ${to}: ${count}, niente si paga di nuovo`;
    case 'approved':
      return `${count} ${files === 1 ? 'approvato' : 'approvati'} · ${costOf(line)}`;
    case 'approval-withdrawn':
      return `Approvazione di ${count} ritirata`;
    case 'reserve':
      return `${to === null ? 'Nessuna riserva' : `Riserva portata a ${creditText(Number(to))}`}${beforeIt(from)}`;
    case 'month-limit':
      return `${to === null ? 'Nessun limite mensile' : `Limite mensile portato a ${creditText(Number(to))}`}${beforeIt(from)}`;
    case 'folder-budget':
      return to === null
        ? `La cartella ${from} non ha più un budget`
        : `Budget della cartella ${from} portato a ${creditText(Number(to))}`;
    case 'uploads-paused':
      return 'Caricamenti in pausa';
    case 'uploads-resumed':
      return 'Caricamenti ripresi';
    case 'went-offline':
      return 'Lavori offline';
    case 'went-online':
      return 'Lavori di nuovo in linea';
    case 'signed-in':
      return 'Accesso effettuato';
    case 'session-ended':
      return 'La sessione è terminata';
    case 'service-away':
      return files > 1
        ? `Il servizio non era raggiungibile: ${integer(files)} interruzioni`
        : 'Il servizio non era raggiungibile';
    case 'signed-out':
      return 'Uscita dall’account';
    case 'change': {
      if (latest?.subject.kind !== 'change') return '';
      const { change, state } = latest.subject;
      const about = files === 1 ? name : integer(files);
      return `${changeKindWords[change].label} · ${about} · ${changeStates[state]}`;
    }
    case 'checking':
    case 'confirming':
    case 'discovered':
    case 'failed':
    case 'hashing':
    case 'held':
    case 'ignored':
    case 'ready':
    case 'record_error':
    case 'remote_only':
    case 'settling': {
      const hold = latest?.subject.kind === 'file' ? latest.subject.hold : null;
      const label =
        what === 'held' || hold !== null
          ? holdLabels[hold ?? 'review']
          : stateLabels[namedState(what, undefined)];
      return `${who} · ${label}`;
    }
    default:
      return assertNever(what);
  }
}

/** Quanto era un limite. */
function beforeIt(limit: string | null): string {
  return limit === null ? '' : ` (prima: ${integer(Number(limit))})`;
}

/** «a.raw», o «a.raw (ora b.raw)» se là ha un altro nome. */
function movedName(line: HistoryLine): string {
  const [before, now] = [placeBefore(line)?.name, nameIn(line)];
  return before === undefined || before === now ? now : `${before} (ora ${now})`;
}

export const storyWords: StoryWords = { sentence, changeStates };
