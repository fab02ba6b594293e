/** How figures and moments are written on the certificate: the same everywhere, whatever the computer's language. */

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** "20 November 2026, 09:44:12 UTC"; a text that is no moment stays as it is. */
export function momentText(iso: string): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return iso;
  const [date = '', time = ''] = moment.toISOString().split('T');
  const day = Number(date.slice(-2));
  return `${day} ${MONTHS[moment.getUTCMonth()]} ${moment.getUTCFullYear()}, ${time.slice(0, 8)} UTC`;
}

const UNITS = ['kB', 'MB', 'GB', 'TB'];

/** "6,442,450,944 bytes (6.4 GB)", decimal units. */
export function sizeText(sizeBytes: number): string {
  const exact = `${String(sizeBytes).replaceAll(/\B(?=(\d{3})+$)/g, ',')} ${sizeBytes === 1 ? 'byte' : 'bytes'}`;
  if (sizeBytes < 1_000) return exact;
  const thousands = Math.min(UNITS.length, Math.floor(Math.log10(sizeBytes) / 3));
  return `${exact} (${(sizeBytes / 1_000 ** thousands).toFixed(1)} ${UNITS[thousands - 1]})`;
}

/** In groups of four, so that two people can compare it by reading aloud. */
export function inGroups(fingerprint: string): readonly string[] {
  return fingerprint.match(/.{1,4}/gsu) ?? [];
}
