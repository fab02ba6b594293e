/** What the fields of a project and of a profile are called. */
import type { ProjectField } from '../../../service/projects.ts';
import type { ProfileField } from '../../../service/users.ts';

export const fieldLabels: {
  readonly project: Readonly<Record<ProjectField, string>>;
  readonly profile: Readonly<Record<ProfileField, string>>;
} = {
  project: {
    name: 'Name',
    area: 'Area',
    organisation: 'Organisation',
    location: 'Location',
    startDate: 'Start',
    endDate: 'End',
    maxNumberOfMembers: 'Member limit',
    organisationScope: 'Visibility in the organisation',
    leaderScope: "Leader's permissions",
    tags: 'Tags',
  },
  profile: {
    name: 'First name',
    lastName: 'Last name',
    organisation: 'Organisation',
    location: 'Location',
  },
};
