/** Which rows of a long list are selected: by id, since rows move; "all" holds for rows that were never read too. */

export type GridSelection =
  | { readonly kind: 'rows'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<string> };

export const NO_ROWS: GridSelection = { kind: 'rows', ids: new Set() };

export const ALL_ROWS: GridSelection = { kind: 'all', except: new Set() };

export function onlyRow(id: string): GridSelection {
  return { kind: 'rows', ids: new Set([id]) };
}

export function isSelected(selection: GridSelection, id: string): boolean {
  return selection.kind === 'all' ? !selection.except.has(id) : selection.ids.has(id);
}

/** How many rows of a list of `total` are selected. */
export function selectedCount(selection: GridSelection, total: number): number {
  return selection.kind === 'all' ? total - selection.except.size : selection.ids.size;
}

/** Turns one row on or off. */
export function toggleRow(selection: GridSelection, id: string): GridSelection {
  const ids = new Set(selection.kind === 'all' ? selection.except : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return selection.kind === 'all' ? { kind: 'all', except: ids } : { kind: 'rows', ids };
}

/**
 * From one row to another, both included. Null when a row in between was not read yet: selecting fewer rows than it
 * looks like would be worse than selecting none.
 */
export function rowsBetween(
  idAt: (index: number) => string | null,
  from: number,
  to: number,
): GridSelection | null {
  const ids = new Set<string>();
  for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
    const id = idAt(index);
    if (id === null) return null;
    ids.add(id);
  }
  return { kind: 'rows', ids };
}
