/** What a built page must not hold: it lives under a policy that stops all of it, and would be broken there. Pure. */

/** Sentences about one HTML file. */
export function pageFaults(name: string, html: string): readonly string[] {
  const faults: string[] = [];
  for (const [, attributes = '', content = ''] of html.matchAll(/<script\b([^>]*)>([^<]*)/gi)) {
    if (!/\bsrc=/.test(attributes) || content.trim() !== '') faults.push('a script of its own');
  }
  if (/<style\b|\sstyle=/i.test(html)) faults.push('a style of its own');
  if (/\son[a-z]+=/i.test(html)) faults.push('a script in an attribute');
  for (const [, address = ''] of html.matchAll(
    /\b(?:src|href|action|content)=["']([^"']*)["']/gi,
  )) {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address))
      faults.push(`an address elsewhere, ${address}`);
  }
  return faults.map((fault) => `${name} has ${fault}`);
}
