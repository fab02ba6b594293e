/**
 * Why a file or folder is left out that belongs to a Labseal's data folder, this one's or another's. It is stored in place of
 * a rule; no rule is written so, since a rule is shown with its origin.
 */
export const LABSEAL_DATA = 'labseal-data';
