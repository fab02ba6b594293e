/** What index.html shows before the scripts are there, kept until the first screen has come: nothing flickers between. */
import type { ReactElement } from 'react';

export function Starting(): ReactElement {
  return <p className="starting">Labseal</p>;
}
