import type { fieldLabels as en } from '../en/record-fields.ts';

export const fieldLabels: typeof en = {
  project: {
    name: 'Nome',
    area: 'Area',
    organisation: 'Organizzazione',
    location: 'Luogo',
    startDate: 'Inizio',
    endDate: 'Fine',
    maxNumberOfMembers: 'Limite di membri',
    organisationScope: 'Visibilità nell’organizzazione',
    leaderScope: 'Permessi del responsabile',
    tags: 'Tag',
  },
  profile: {
    name: 'Nome',
    lastName: 'Cognome',
    organisation: 'Organizzazione',
    location: 'Luogo',
  },
};
