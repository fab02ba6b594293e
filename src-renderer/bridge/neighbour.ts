/** The page of another host on this computer: beside our own, under the name by which this page knows the computer. */
export function neighbourAddress(
  { protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>,
  port: number,
  /** Goes where a key goes; without one its first page. */
  key = '/',
): string {
  return `${protocol}//${hostname}:${port}/#${key}`;
}
