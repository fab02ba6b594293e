/** What other features use of this one. */
export { EvidenceButton, EvidenceDialog } from './evidence-dialog.tsx';
