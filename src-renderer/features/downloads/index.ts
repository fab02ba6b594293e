/** What other features use of this one. */
export { DownloadsSection } from './downloads-section.tsx';
export { FileDownload } from './file-download.tsx';
