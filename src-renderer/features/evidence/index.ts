/** What other features use of this one. */
export { StatementButton, StatementDialog } from './statement-dialog.tsx';
export { QrLabelsButton, QrLabelsDialog } from './qr-labels-dialog.tsx';
export { EvidenceButton, EvidenceDialog } from './evidence-dialog.tsx';
