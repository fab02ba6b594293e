/** What the system says about the way to an address, such as "PROXY cache.lab:3128; DIRECT". Pure. */
const WAYS = /^(PROXY|HTTPS)\s+([\w.-]+|\[[\da-f:]+\]):(\d{1,5})$/i;

/**
 * The address of the first proxy that can be used; null for the direct way. Where there is neither, what the system says:
 * the core refuses it, for nothing may go past a proxy that is wanted.
 */
export function proxyOf(answer: string): string | null {
  for (const way of answer.split(';').map((part) => part.trim())) {
    if (/^DIRECT$/i.test(way)) return null;
    const [, kind, host, port] = WAYS.exec(way) ?? [];
    if (kind === undefined || host === undefined || Number(port) > 65_535) continue;
    return `${kind.toUpperCase() === 'HTTPS' ? 'https' : 'http'}://${host}:${port}`;
  }
  return answer === '' ? null : answer;
}
