import { transactionType as english } from '../en/transaction-type.ts';

const KNOWN: Readonly<Record<string, string>> = {
  FILE_UPLOAD: 'Invio di un file',
  PUBLIC_FILE_UPLOAD: 'Invio di un file pubblico',
  PRIVATE_FILE_UPLOAD: 'Invio di un file privato',
  FILE_DELETION: 'Eliminazione di un file',
  PROJECT_CREATION: 'Creazione di un progetto',
  PROJECT_INVITATION: 'Invito a un progetto',
  CREDIT_ADDITION: 'Aggiunta di crediti',
  CREDIT_SUBTRACTION: 'Rimozione di crediti',
  INITIAL_CREDITS: 'Crediti iniziali',
};

/** "Eliminazione di un file" per FILE_DELETION; un tipo che non è noto si legge come le parole che contiene. */
export function transactionType(type: string): string {
  return KNOWN[type] ?? english(type);
}
