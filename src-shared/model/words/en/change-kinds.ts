/** The English words about each kind of change, on the page and on the command line. */
import type { ChangeIntent, ChangeKind } from '../../changes/change.ts';
import type { ChangeKindWords, CommandWords, KindWordsWithCommands } from '../change-kind-words.ts';

/** By its name, where that was known. */
function projectOf({
  projectId,
  projectName,
}: {
  readonly projectId: string;
  readonly projectName?: string | undefined;
}): string {
  return projectName === undefined ? projectId : `"${projectName}"`;
}

const kinds: KindWordsWithCommands = {
  'create-project': {
    label: 'New project',
    title: (name) => `Create project ${name}`,
    waiting: (price) => `Will be created when online · ${price}`,
    command: {
      title: ({ project }) => `Create project "${project.name}"`,
      waiting: () => 'will be created',
      done: (_intent, { projectId }) =>
        projectId === null
          ? `The project is created. The service does not show it yet; "labseal outbox check" looks for its id.`
          : `The project is created: ${projectId}.`,
    },
  },
  'edit-project': {
    label: 'Project changed',
    title: (name) => `Change project ${name}`,
    waiting: null,
    command: {
      title: ({ projectName }, fields) => `Change ${fields} of project "${projectName}"`,
      waiting: (was) => `will be changed (${was})`,
      done: ({ projectName }) => `Project "${projectName}" changed.`,
    },
  },
  'create-tag': {
    label: 'New tag',
    title: (name) => `Create tag ${name}`,
    waiting: () => 'Will be created when online',
    command: {
      title: ({ name }) => `Create tag "${name}"`,
      waiting: () => 'will be created',
      done: ({ name }) => `Tag "${name}" created.`,
    },
  },
  'invite-member': {
    label: 'Invitation',
    title: (name) => `Invite ${name}`,
    waiting: (price) => `Will be invited when online · ${price}`,
    command: {
      title: (intent) => `Invite ${intent.userName} to project ${projectOf(intent)}`,
      waiting: () => 'will be invited',
      done: ({ userName }, { by }) =>
        by === 'already-there'
          ? `${userName} is in the project or invited already. Nothing was sent or charged.`
          : `${userName} is invited.`,
    },
  },
  'remove-member': {
    label: 'Removal',
    title: (name) => `Remove ${name}`,
    waiting: () => 'Will be removed when online',
    command: {
      title: (intent) => `Remove ${intent.userName} from project ${projectOf(intent)}`,
      waiting: () => 'will be removed',
      done: ({ userName }) => `${userName} removed from the project.`,
    },
  },
  'activate-member': {
    label: 'Invitation accepted',
    title: (name) => `Accept the invitation of ${name}`,
    waiting: () => 'Invited → Joined when online',
    command: {
      title: (intent) =>
        `Accept the invitation of ${intent.userName} to project ${projectOf(intent)}`,
      waiting: () => 'will be active',
      done: ({ userName }) => `${userName} is in the project.`,
    },
  },
  'delete-file': {
    label: 'Deletion',
    title: (name) => `Delete ${name}`,
    waiting: (price) => `Will be deleted on the service when online · ${price}`,
    command: {
      title: ({ fileName, fileId }) => `Delete ${fileName} (${fileId})`,
      waiting: () => 'will be deleted',
      done: (_intent, { by }) =>
        by === 'already-there'
          ? 'The file is being deleted already. Nothing was sent or charged.'
          : `The service is deleting the file; its history is kept.`,
    },
  },
  'edit-profile': {
    label: 'Profile changed',
    title: () => 'Change your profile',
    waiting: null,
    command: {
      title: (_intent, fields) => `Change ${fields} of your profile`,
      waiting: (was) => `will be changed (${was})`,
      done: () => 'Your profile is changed.',
    },
  },
  'set-avatar': {
    label: 'Picture changed',
    title: () => 'Change your picture',
    waiting: null,
    command: {
      title: () => 'Change your picture',
      waiting: () => 'will be changed',
      done: () => 'Your picture is changed.',
    },
  },
};

export const changeKindWords: ChangeKindWords = kinds;

export function commandWordsOf(kind: ChangeKind): CommandWords<ChangeIntent> {
  return kinds[kind].command;
}
