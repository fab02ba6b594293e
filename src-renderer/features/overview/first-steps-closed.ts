/** Whether somebody closed the list of first steps, kept in the page's storage of this computer. */

const STORED = 'labseal-first-steps-closed';

export function areFirstStepsClosed(): boolean {
  return localStorage.getItem(STORED) !== null;
}

export function closeFirstSteps(isClosed: boolean): void {
  if (isClosed) localStorage.setItem(STORED, 'yes');
  else localStorage.removeItem(STORED);
}
