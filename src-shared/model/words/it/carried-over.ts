/** Che cosa sono diventate le impostazioni di una versione precedente, in italiano. */
import type * as english from '../en/carried-over.ts';
import { LARGE_BATCH_FILES } from '../../money/spend-limits.ts';
import { assertNever } from '../../result.ts';
import type { CarriedOver } from '../../status/carried-over.ts';
import { integer, pluralForm } from './figures.ts';

export const carriedOverTitle = 'Con questa versione alcune tue impostazioni sono cambiate.';

export const carriedOverText: typeof english.carriedOverText = (item) => {
  switch (item.kind) {
    case 'limits':
      return limitsText(item);
    case 'watching':
      return 'Le modifiche nelle tue cartelle si notano da sole, dove avevi scelto un modo.';
    case 'queue':
      return 'I file che avevi messo per ultimi partono quando tocca a loro.';
    case 'check':
      return checkText(item);
    default:
      return assertNever(item);
  }
};

function checkText({ first, approved }: Extract<CarriedOver, { kind: 'check' }>): string {
  const parts = [
    approved === 0
      ? ''
      : `Quando approvi, Labseal chiede al servizio se ha già un file; ciò che c’è è gratis (${integer(approved)} ${pluralForm(approved, 'cartella', 'cartelle')}).`,
    first === 0
      ? ''
      : `${integer(first)} ${pluralForm(first, 'cartella chiede', 'cartelle chiedono')} prima del prezzo, come finora.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function limitsText(item: Extract<CarriedOver, { kind: 'limits' }>): string {
  const { day, month, approvesEach, hadBatchLimits } = item;
  const parts = [
    day === null || month === null
      ? ''
      : `Invece di ${integer(day)} ${pluralForm(day, 'credito', 'crediti')} al giorno, i caricamenti possono spenderne ${integer(month)} al mese.`,
    approvesEach
      ? 'Ogni nuovo file delle tue cartelle attende la tua approvazione, e non solo quelli costosi o i gruppi grandi.'
      : '',
    hadBatchLimits && !approvesEach
      ? `Una cartella che porta più di ${integer(LARGE_BATCH_FILES)} nuovi file in una volta attende sempre la tua decisione.`
      : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
