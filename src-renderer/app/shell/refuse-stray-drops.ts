/** A file that is dropped beside every zone would replace the page, or open a tab with its content. */

/** Zones have taken what is theirs before it gets here. Returns how to end it. */
export function refuseStrayDrops(page: Window): () => void {
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
  return () => {
    page.removeEventListener('dragover', refuse);
    page.removeEventListener('drop', refuse);
  };
}

function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !holdsFiles(event)) return;
  event.preventDefault();
  if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
}

/** Text may be dragged into fields. */
function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
