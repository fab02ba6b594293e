import { expect, test } from 'vitest';
import { Project } from '../../src-shared/service/projects.ts';
import { hasChanges } from './has-changes.ts';

const project = Project.parse({
  id: 'p',
  name: 'Tides',
  area: 'Sea',
  tags: ['a', 'b'],
  maxNumberOfMembers: 12,
  organisationScope: 0,
  startDate: '2026-11-21T00:00:00Z',
  endDate: '2027-11-21T00:00:00.000Z',
});

test.for([
  [true, { name: 'Tides' }],
  [true, { startDate: '2026-11-21T00:00:00.000Z', maxNumberOfMembers: 12, tags: ['b', 'a'] }],
  [false, { name: 'Tides', area: 'Land' }],
  [false, { tags: ['a'] }],
  [false, { endDate: '2027-11-22T00:00:00.000Z' }],
  [false, { maxNumberOfMembers: 13 }],
  [false, { name: 'Tides', organisationScope: 'Public' }],
] as const)('[PE6] that %j shows %j', ([isShown, change]) => {
  const { tags, ...plain } = { tags: undefined, ...change };
  const sent = tags === undefined ? plain : { ...plain, tags: [...tags] };
  expect(hasChanges(project, sent)).toBe(isShown);
});
