/** "File deletion" for FILE_DELETION: the service documents no list of its types, so each is read as the words it is. */
export function transactionType(type: string): string {
  const words = type.toLowerCase().replaceAll('_', ' ').trim();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
