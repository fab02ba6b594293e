/** What other features use of this one. */
export { VerifyPanel } from './verify-panel.tsx';
