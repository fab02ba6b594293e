/** What the packed program knows about its updates (`app-update.yml`). Pure. */

/** Sentences about what is wrong. Without a publisher the signature of an update on Windows is not looked at. */
export function updateFaults(text: string, platform: NodeJS.Platform): readonly string[] {
  const [, address = ''] = /^url: *(.+)$/m.exec(text) ?? [];
  const isNamed = /^publisherName:(?: *\S.*|\n(?: *- *\S.*\n?)+)$/m.test(text);
  return [
    ...(address.startsWith('https://') ? [] : ['updates come from nowhere over https']),
    ...(platform !== 'win32' || isNamed ? [] : ['the publisher of updates is not named']),
  ];
}
