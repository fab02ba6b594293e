/** F6: the focus goes from pane to pane, in the order of the page, and comes round. */

/** Panes are marked with `data-pane`; those out of sight are passed over. Null when there is none. */
export function nextPane(
  panes: readonly HTMLElement[],
  active: Element | null,
  by: 1 | -1,
): HTMLElement | null {
  if (panes.length === 0) return null;
  const at = panes.findIndex((pane) => pane.contains(active));
  const from = at === -1 && by === -1 ? 0 : at;
  return panes[(from + by + panes.length) % panes.length] ?? null;
}

export function cyclePane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')];
  const seen = panes.filter((pane) => pane.checkVisibility({ visibilityProperty: true }));
  nextPane(seen, document.activeElement, by)?.focus();
}
