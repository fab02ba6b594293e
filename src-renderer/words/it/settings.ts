import type { settings as english } from '../en/settings.ts';

export const settings = {
  title: 'Impostazioni',
  sections: {
    appearance: 'Aspetto e lingua',
    spending: 'Caricamenti e crediti',
    pace: 'Rete',
    keyboard: 'Tastiera',
    data: 'Dati e riservatezza',
  },
  spendingText: 'Vuoto significa nessun limite. Giorni e mesi sono quelli UTC.',
  save: 'Salva',
  saved: 'Salvato',
  needCount: 'Inserisci un numero intero, o niente.',
  limits: {
    day: 'Crediti al giorno',
    month: 'Crediti al mese',
    floor: 'Soglia minima',
    'ask-above': 'Chiedimi sopra',
    'brake-files': 'Ferma una cartella che porta insieme più file nuovi di',
    'brake-credits': 'Ferma una cartella i cui file nuovi costano insieme più di',
  },
  limitHints: {
    day: 'Oltre, i file aspettano te.',
    month: 'Oltre, i file aspettano te.',
    floor: 'I caricamenti si fermano prima che il saldo scenda sotto.',
    'ask-above': 'Un file che costa di più aspetta te.',
    'brake-files': 'Aspettano finché hai guardato.',
    'brake-credits': 'Aspettano finché hai guardato.',
  },
  speed: 'Massimo kilobyte al secondo',
  speedHint: 'Per tutti i caricamenti e i controlli insieme. Vuoto: più veloce possibile.',
  parallel: 'File alla volta',
  asUseful: 'Quanti si dimostrano utili',
  account: 'Account',
  service: 'Servizio',
  sessionEnds: 'Fine della sessione',
  token: 'Accesso',
  noToken: 'Non conservato: non hai effettuato l’accesso.',
  kept: {
    keychain: 'Conservato nel portachiavi di questo computer.',
    memory: 'Conservato finché Labseal è aperto; poi ti viene richiesto.',
    file: 'Conservato senza protezione in un file che solo tu puoi leggere.',
  },
  keychainFailed:
    'Il portachiavi non si è potuto usare. Conservato finché Labseal è aperto; poi ti viene richiesto.',
  dataFolder: 'Cartella dei dati',
} satisfies typeof english;
