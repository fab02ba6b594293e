/** What a built page must not hold: it lives under a policy that stops all of it, and would be broken there. Pure. */
import { createHash } from 'node:crypto';

/** Sentences about one HTML file. A page that is one file has scripts and styles of its own, whose digests its policy names. */
export function pageFaults(name: string, html: string): readonly string[] {
  const faults: string[] = [];
  const policy = /<meta http-equiv="Content-Security-Policy"\s+content="([^"]*)"/i.exec(html)?.[1];
  const allows = (text: string): boolean =>
    policy?.includes(`'sha256-${createHash('sha256').update(text).digest('base64')}'`) ?? false;
  const rest = html.replaceAll(
    /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/gi,
    (_whole, kind: string, attributes: string, text: string) => {
      const isOfAFile = /\bsrc=/.test(attributes) && text.trim() === '';
      if (!isOfAFile && !allows(text)) faults.push(`a ${kind.toLowerCase()} of its own`);
      return `<${kind} ${attributes}>`;
    },
  );
  if (/\sstyle=/i.test(rest)) faults.push('a style of its own');
  if (/\son[a-z]+=/i.test(rest)) faults.push('a script in an attribute');
  for (const [, address = ''] of rest.matchAll(
    /\b(?:src|href|action|content)=["']([^"']*)["']/gi,
  )) {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address))
      faults.push(`an address elsewhere, ${address}`);
  }
  return faults.map((fault) => `${name} has ${fault}`);
}
