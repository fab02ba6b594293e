/** What neither axe nor the types look for in the markup of a screen. */

/** The library's own sign of work under way is a block within its button. */
const BLOCKS =
  ':is(div, p, ul, ol, dl, table, section, h1, h2, h3, form, fieldset):not([role="progressbar"])';

/** What is wrong, and the selector that finds it. */
export const MARKUP_FAULTS = [
  ['a block in a line', `:is(span, p, button) ${BLOCKS}`],
  // While it is being sent, it cannot be sent again.
  ['a form that Enter does not send', 'form:not(:has([type="submit"], [data-pending]))'],
  [
    'a table that is read out whole',
    ':is([role="status"], [role="alert"], [aria-live]) :is(table, [role="grid"])',
  ],
] as const;
