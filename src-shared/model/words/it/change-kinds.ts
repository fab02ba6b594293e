/** Le parole su ogni tipo di modifica. */
import type { ChangeKindWords } from '../change-kind-words.ts';

export const changeKindWords: ChangeKindWords = {
  'create-project': {
    label: 'Nuovo progetto',
    title: (name) => `Crea il progetto ${name}`,
    waiting: (price) => `Sarà creato quando sei in linea · ${price}`,
  },
  'edit-project': {
    label: 'Progetto modificato',
    title: (name) => `Modifica il progetto ${name}`,
    waiting: null,
  },
  'create-tag': {
    label: 'Nuovo tag',
    title: (name) => `Crea il tag ${name}`,
    waiting: () => 'Sarà creato quando sei in linea',
  },
  'invite-member': {
    label: 'Invito',
    title: (name) => `Invita ${name}`,
    waiting: (price) => `Riceverà l’invito quando sei in linea · ${price}`,
  },
  'remove-member': {
    label: 'Rimozione',
    title: (name) => `Rimuovi ${name}`,
    waiting: () => 'Sarà rimosso quando sei in linea',
  },
  'activate-member': {
    label: 'Invito accettato',
    title: (name) => `Accetta l’invito di ${name}`,
    waiting: () => 'In attesa → Attivo quando sei in linea',
  },
  'delete-file': {
    label: 'Eliminazione',
    title: (name) => `Elimina ${name}`,
    waiting: (price) => `Sarà eliminato sul servizio quando sei in linea · ${price}`,
  },
  'edit-profile': {
    label: 'Profilo modificato',
    title: () => 'Modifica il tuo profilo',
    waiting: null,
  },
  'set-avatar': {
    label: 'Immagine cambiata',
    title: () => 'Cambia la tua immagine',
    waiting: null,
  },
};
