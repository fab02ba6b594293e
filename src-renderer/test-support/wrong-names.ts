/** Accessible names that say a word twice, or that the code has for a thing and no person. */

/**
 * One line for each. Of names that are given, not of those that are an element's own text. Also run within a page, so it
 * knows nothing but the document.
 */
export function wrongNames(): readonly string[] {
  const DOUBLED = /(?<!\p{L})(\p{L}[\p{L} ]*) \1(?!\p{L})/iu;
  const OF_CODE = /(?<!\p{L})\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+/u;
  return Array.from(document.querySelectorAll('[aria-label], [aria-labelledby]'), (element) => {
    const ids = element.getAttribute('aria-labelledby')?.match(/\S+/g) ?? [];
    const parts = ids.map((id) => document.querySelector(`#${CSS.escape(id)}`));
    return (ids.length === 0 ? [element] : parts)
      .map((part) => part?.getAttribute('aria-label') ?? part?.textContent ?? '')
      .join(' ')
      .replaceAll(/\s+/g, ' ');
  })
    .filter((name) => DOUBLED.test(name) || OF_CODE.test(name.replaceAll('JavaScript', '')))
    .map((name) => `a wrong name: ${name}`);
}
