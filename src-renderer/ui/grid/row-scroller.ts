/**
 * What scrolls the rows of a grid: the grid itself, or in a low window, whose style sheet lets the grid be as tall as its rows,
 * what scrolls the whole page. So there is one scroll bar.
 */
export interface RowScroller {
  readonly element: HTMLElement;
  /** How much of the rows and their head can be in sight at once. */
  readonly heightPx: number;
  /** How far the rows are scrolled; 0 while their head is below the upper edge. */
  readonly topPx: () => number;
  readonly scrollTo: (topPx: number) => void;
}

export function rowScrollerOf(grid: HTMLElement): RowScroller {
  const outer = isTall(grid) ? scrolledAround(grid) : null;
  if (outer === null) {
    return {
      element: grid,
      heightPx: grid.clientHeight,
      topPx: () => grid.scrollTop,
      scrollTo(topPx) {
        grid.scrollTop = topPx;
      },
    };
  }
  /** Where the scroll bar stands when the head comes to the upper edge. */
  const beginPx = () =>
    grid.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop;
  return {
    element: outer,
    heightPx: outer.clientHeight,
    topPx: () => Math.max(0, outer.scrollTop - beginPx()),
    scrollTo(topPx) {
      outer.scrollTop = topPx + beginPx();
    },
  };
}

function isTall(grid: HTMLElement): boolean {
  return getComputedStyle(grid).overflowY === 'visible';
}

function scrolledAround(inner: HTMLElement): HTMLElement | null {
  let each = inner.parentElement;
  while (each !== null && !/auto|scroll/.test(getComputedStyle(each).overflowY))
    each = each.parentElement;
  return each;
}
