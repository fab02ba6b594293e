import type { newcomer as english } from '../en/newcomer.ts';
import { number, plural } from './figures.ts';

export const newcomer = {
  credits: 'Non hai ancora crediti',
  fewCredits: 'I tuoi crediti non bastano',
  creditsText:
    'Ogni notarizzazione costa crediti, e solo un amministratore del servizio può aggiungerli. Labseal non può chiederli al posto tuo: scrive il messaggio, e tu lo invii.',
  project: 'Non sei ancora in alcun progetto',
  projectText: (email) =>
    `Ogni file appartiene a un progetto. Il responsabile di un progetto può invitare ${email}, oppure puoi creare tu un progetto.`,
  outside: 'Non sei tra i suoi membri: il servizio può rifiutare i tuoi file.',
  invitedText: 'Puoi aggiungere file a un progetto dopo aver accettato il suo invito.',
  acceptTo: (project) => `Accetta l’invito a ${project}`,
  askInvitation: 'Chiedi un invito…',
  askInvitationTitle: 'Chiedi un invito',
  sendThis: 'Invia questo testo a chi può aiutarti, per esempio per e-mail.',
  creditsLetter: (server) => `Per favore, aggiungi crediti al mio account su ${server}.`,
  hasCredits: (has, prices) =>
    `Ha ${has}. Un file privato costa ${plural(prices.private, 'credito', 'crediti')}, un file pubblico la sua dimensione in MB, un progetto ${number(prices.project)} e un invito ${number(prices.invitation)}.`,
  howToAdd: (email, userId) =>
    `Per gli amministratori: apri Utenti in Labseal e scegli ${email}, oppure esegui “labseal admin credit add ${userId} QUANTI”.`,
  invitationLetter: (server) => `Per favore, invitami al tuo progetto su ${server}.`,
  howToInvite: (email) =>
    `Per i responsabili: apri Membri del progetto in Labseal e scrivi ${email}, oppure esegui “labseal member invite ${email} --project ID”. Poi comunicami l’id del progetto: è nella stessa pagina.`,
  accept: 'Accetta un invito',
  acceptText:
    'Il servizio può non elencare un progetto prima che tu ne abbia accettato l’invito. Chiedi l’id del progetto a chi ti ha invitato.',
  projectId: 'Id del progetto',
  needId: 'Scrivi l’id del progetto.',
  accepted: 'Ora sei membro del progetto.',
  waits: 'L’invito sarà accettato appena il servizio è disponibile.',
  refused: (why) => `L’invito non è stato accettato. ${why}`,
  noInvitation: (email) =>
    `Il servizio non ha un invito aperto per ${email} a questo progetto. Controlla l’id del progetto.`,
  tooFew: (has, price) => `Hai ${has}; un progetto costa ${price}.`,
} satisfies typeof english;
