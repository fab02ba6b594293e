/** A number with its unit, as a person reads it. */
export type Unit = 'ms' | 'bytes' | '%' | '×' | 'files' | 'rows' | 'requests/s' | 'MB/s';

export interface Quantity {
  readonly value: number;
  readonly unit: Unit;
}

const FORMS: Readonly<Record<Unit, (value: number) => string>> = {
  ms: (value) => `${rounded(value)} ms`,
  bytes: (value) => `${rounded(value / 2 ** 20)} MiB`,
  '%': (value) => `${value.toFixed(2)} %`,
  '×': (value) => `× ${value.toFixed(4)}`,
  files: (value) => `${counted(value)} files`,
  rows: (value) => `${counted(value)} rows`,
  'requests/s': (value) => `${counted(value)} requests/s`,
  'MB/s': (value) => `${counted(value)} MB/s`,
};

export function quantityWords({ value, unit }: Quantity): string {
  return FORMS[unit](value);
}

export function counted(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** Three digits, and all of those before the point. */
function rounded(value: number): string {
  if (Math.abs(value) >= 100) return counted(value);
  if (Math.abs(value) >= 10) return value.toFixed(1);
  return value.toFixed(value !== 0 && Math.abs(value) < 1 ? 3 : 2);
}
