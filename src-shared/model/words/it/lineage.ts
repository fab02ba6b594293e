/** Italian words for provenance. */
import type { Relation } from '../../lineage/lineage-graph.ts';
import type { ShownWarning } from '../../lineage/lineage-view.ts';

export const relationLabels: Readonly<Record<Relation, string>> = {
  'derived-from': 'Ricavato da',
  follows: 'Procedura',
};

export const citedAsLabels: Readonly<Record<Relation, string>> = {
  'derived-from': 'Usato per',
  follows: 'Procedura di',
};

export function warningSentence({ kind, cited, relation }: ShownWarning): string {
  const name = cited?.name ?? '';
  const role = relation === 'follows' ? 'La procedura' : 'Il file primario';
  const gone = relation === 'follows' ? 'è stata eliminata' : 'è stato eliminato';
  switch (kind) {
    case 'cycle':
      return 'Cita sé stesso attraverso altri file, quindi non si può dire quale venga prima. Caricalo di nuovo con i file primari giusti.';
    case 'cited-deleted':
      return cited?.state === 'deleting'
        ? `${role} ${name} è in corso di eliminazione sul servizio. La cronologia resta, ma da lì i dati non si potranno più prendere.`
        : `${role} ${name} ${gone} dal servizio. La cronologia resta; conserva la tua copia dei dati.`;
    case 'cited-record-error':
      return `${role} ${name} non è sulla catena, quindi per ora non prova nulla. Controlla di nuovo quel file o caricalo ancora.`;
    case 'cited-unknown':
      return `${role} ${name} non risulta al servizio. Chiedi a chi ha caricato questo file quale intendesse.`;
    case 'cited-not-seen':
      return `${role} ${name} non è tra i file visti; non è stato possibile leggerli tutti. Riprova quando il servizio è raggiungibile.`;
    case 'cited-pending':
      return cited?.state === null && cited.status !== null
        ? `Il servizio dice "${cited.status}" di ${name}, e questa non è una prova.`
        : `${role} ${name} è ancora in corso di registrazione sulla catena.`;
    case 'cited-not-sent':
      return `${role} ${name} per ora è solo su questo computer. Questo file parte dopo.`;
    case 'cited-elsewhere':
      return `${role} ${name} appartiene a un altro progetto. Non tutti quelli che vedono questo file possono vedere l'altro.`;
    case 'cited-not-primary':
      return `${name} è citato come dato primario e non è un file primario.`;
    case 'no-primary':
      return 'È un file secondario e non indica alcun file primario. Di’ da che cosa è stato ricavato.';
    case 'no-procedure':
      return 'Non dice come è stato fatto. Indica un file con la procedura e descrivila.';
    case 'primary-cites':
      return 'È un file primario e indica file da cui sarebbe ricavato: i file primari non ne hanno.';
    default:
      return kind satisfies never;
  }
}
