/** What other features use of this one. */
export { DeleteDialog } from './delete-dialog.tsx';
