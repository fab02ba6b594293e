/** Whether a file was ever verified from a page of this computer: a first step, kept in the page's storage. */

const STORED = 'labseal-has-verified';

export function hasVerified(): boolean {
  return localStorage.getItem(STORED) !== null;
}

/** A verdict was seen. */
export function noteVerified(): void {
  localStorage.setItem(STORED, 'yes');
}
