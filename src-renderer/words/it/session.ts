import type { session as english } from '../en/session.ts';

export const session = {
  slogan: 'Dimostra com’erano i tuoi dati, e quando.',
  sloganText:
    'Labseal osserva le cartelle del laboratorio e registra ogni file finito su una catena che nessuno può riscrivere.',
  signIn: 'Accedi',
  createAccount: 'Crea un account',
  tryDemo: 'Prova la demo',
  tryDemoText: 'La demo è un laboratorio inventato. Niente lascia questo computer e niente costa.',
  demoBegins: 'La demo è in preparazione. Ci vuole qualche secondo…',
  password: 'Password',
  server: 'Indirizzo del servizio',
  serverHint: 'L’indirizzo che ti ha dato l’istituto, che comincia con https://',
  forgot: 'Password dimenticata',
  haveLink: 'Ho un link di attivazione',
  activateText: 'Incolla il link ricevuto per e-mail, o solo il suo codice.',
  needEmail: 'Scrivi il tuo indirizzo e-mail.',
  needPassword: 'Scrivi la password.',
  needServer: 'Scrivi un indirizzo che comincia con https://',
  registered: (email) =>
    `Abbiamo inviato un’e-mail a ${email}. Incolla qui il suo link per finire.`,
  activate: 'Attiva l’account',
  activateButton: 'Attiva',
  link: 'Link o codice di attivazione',
  activated: 'Il tuo account è attivo. Accedi per continuare.',
  reset: 'Nuova password',
  resetLink: 'Link o codice dall’e-mail',
  sendLink: 'Invia e-mail',
  sent: 'Se questo indirizzo ha un account, un’e-mail è in arrivo.',
  setPassword: 'Imposta la password',
  passwordSet: 'La nuova password è impostata. Usala per accedere.',
  back: 'Torna all’accesso',
} satisfies typeof english;
