/** The date of an HTTP header, whole seconds. The one place of the simulation that writes dates. */
export function httpDate(ms: number): string {
  return new Date(ms).toUTCString();
}
