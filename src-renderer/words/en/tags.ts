import { plural } from './figures.ts';

export const tags = {
  title: 'Tags',
  search: 'Search tags',
  searchService: 'Search the service',
  newTag: 'New tag',
  create: 'Create tag',
  needName: 'Give the tag a name.',
  created: (name: string) => `The tag “${name}” was created.`,
  createdUnseen: (name: string) => `The service took the tag “${name}” but does not show it yet.`,
  kept: (name: string) => `The tag “${name}” will be created when you are online.`,
  none: 'No tags yet',
  noneText: 'Tags of the platform appear here. Projects are marked with them.',
  noneFits: 'No tag has this in its name',
  noneFitsText: 'Try another word, or create the tag.',
  incomplete:
    'The service did not show all tags, or does not stop listing. Search for a word to find the others.',
  count: (count: number) => plural(count, 'tag', 'tags'),
  noDeleting: 'The service has no way to delete a tag.',
  usedIn: 'A project is given tags on its page Details.',
};
