import { describe, expect, test } from 'vitest';
import {
  projectFields,
  type ScopeLabels,
} from '../../../src-shared/model/projects/project-fields.ts';
import { Project } from '../../../src-shared/service/projects.ts';
import { isShown } from './outbox-kind.ts';
import { compareProject } from './outbox-kinds.ts';

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
const unknown: ScopeLabels = { organisationScope: null, leaderScope: null };

function compare(
  edit: object,
  bases: Record<string, (string | number | null)[]>,
  labels = unknown,
) {
  return compareProject({ edit, bases }, { fields: projectFields(project), labels });
}

describe('an edit beside the record', () => {
  test.for([
    [true, { name: 'Tides' }],
    [true, { startDate: '2026-11-21T00:00:00.000Z', maxNumberOfMembers: 12, tags: ['b', 'a'] }],
    [false, { name: 'Tides', area: 'Land' }],
    [false, { tags: ['a'] }],
    [false, { endDate: '2027-11-22T00:00:00.000Z' }],
    [false, { maxNumberOfMembers: 13 }],
    [false, { name: 'Tides', organisationScope: 'Public' }],
  ] as const)('that %j shows %j', ([shown, edit]) => {
    expect(isShown(compare(edit, {}))).toBe(shown);
  });

  test('a scope is seen once its number has a word', () => {
    const labels: ScopeLabels = { organisationScope: 'Public', leaderScope: null };
    expect(isShown(compare({ organisationScope: 'Public' }, {}, labels))).toBe(true);
    expect(isShown(compare({ organisationScope: 'Private' }, {}, labels))).toBe(false);
  });

  test('a field is sent when the record shows a value it was written on top of, in conflict when another', () => {
    const both = compare({ name: 'Ours', area: 'Land' }, { name: ['Tides'], area: ['Air'] });
    expect(both.toSend).toEqual(['name']);
    expect(both.conflicts).toEqual([{ field: 'area', base: 'Air', mine: 'Land', theirs: 'Sea' }]);
    const own = compare({ name: 'Third' }, { name: ['First', 'Tides'] });
    expect(own).toEqual({ toSend: ['name'], conflicts: [] });
    const same = compare({ name: 'Tides' }, { name: ['First'] });
    expect(same).toEqual({ toSend: [], conflicts: [] });
  });
});
