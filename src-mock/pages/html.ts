/** Text in HTML. Everything that came from outside goes through here on its way to a page. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A link when the address is one of the web; otherwise the address as text, so that nothing else can be started. */
export function linkHtml(label: string, url: string): string {
  return /^https?:\/\//i.test(url)
    ? `<a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(label)}</a>`
    : `<span>${escapeHtml(label)}: ${escapeHtml(url)}</span>`;
}
