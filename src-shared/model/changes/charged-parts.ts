/** What a paid change is charged for, one by one: a new project with first members is several charges, or one. Pure. */
import { CREDITS } from '../../service/limits.ts';
import { changeCredits, type ChangeIntent } from './change.ts';
import { assertNever } from '../result.ts';

/** `member`: an invitation that a new project brings along. */
export type ChangePart = 'project' | 'member' | 'invitation' | 'deletion';

/** A change as the history of credits names it; faces make the words. */
export interface ChargedChange {
  readonly id: number;
  readonly part: ChangePart;
  /** Of the project, the person or the file. */
  readonly name: string;
}

export function partsOf(intent: ChangeIntent): readonly ChangePart[] {
  switch (intent.kind) {
    case 'create-project':
      return ['project', ...intent.project.members.map(() => 'member' as const)];
    case 'invite-member':
      return ['invitation'];
    case 'delete-file':
      return ['deletion'];
    case 'remove-member':
    case 'activate-member':
    case 'edit-project':
    case 'create-tag':
    case 'edit-profile':
    case 'set-avatar':
      return [];
    default:
      return assertNever(intent);
  }
}

/** What a charge of this amount for this part had to be: a service may charge a project and its members together. */
export function expectedOf(intent: ChangeIntent, part: ChangePart, charged: number): number {
  switch (part) {
    case 'project': {
      const whole = changeCredits(intent);
      return charged === whole ? whole : CREDITS.projectCreation;
    }
    case 'member':
    case 'invitation':
      return CREDITS.projectInvitation;
    case 'deletion':
      return CREDITS.fileDeletion;
    default:
      return assertNever(part);
  }
}

export function nameOf(intent: ChangeIntent): string {
  switch (intent.kind) {
    case 'create-project':
      return intent.project.name;
    case 'invite-member':
    case 'remove-member':
    case 'activate-member':
      return intent.userName;
    case 'delete-file':
      return intent.fileName;
    case 'edit-project':
      return intent.projectName;
    case 'create-tag':
      return intent.name;
    case 'edit-profile':
    case 'set-avatar':
      return '';
    default:
      return assertNever(intent);
  }
}
