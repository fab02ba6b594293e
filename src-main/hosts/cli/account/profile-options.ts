/** What people say of themselves, as options and as facts, and what the service lets them do. */
import type { AnsweringCommand } from '../answering-command.ts';
import { fieldLabels } from '../../../../src-shared/model/words/en/record-fields.ts';
import type {
  Permission,
  PermissionsView,
} from '../../../../src-shared/model/people/person-view.ts';
import type { Fact } from '../output.ts';
import {
  PROFILE_FIELDS,
  type ProfileChange,
  type ProfileField,
} from '../../../../src-shared/service/users.ts';

/** `--last-name` for `lastName`. */
export function profileFlag(field: ProfileField): string {
  return `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Adds an option for each field. */
export function withProfile(command: AnsweringCommand): AnsweringCommand {
  for (const field of PROFILE_FIELDS) {
    command.option(`${profileFlag(field)} <text>`, fieldLabels.profile[field].toLowerCase());
  }
  return command;
}

/** All but the names, which are one row. */
export function profileRows(person: ProfileChange): readonly Fact[] {
  return PROFILE_FIELDS.slice(2).map((field) => [fieldLabels.profile[field], person[field]]);
}

/** With the service's own words where it does not let them. */
export function permissionFacts({
  isAdmin,
  canCreateProject,
  canInviteMember,
}: PermissionsView): readonly Fact[] {
  return [
    ['Administrator', isAdmin ? 'yes' : 'no'],
    ['Create projects', permissionText(canCreateProject)],
    ['Invite members', permissionText(canInviteMember)],
  ];
}

function permissionText(permission: Permission): string {
  if (permission.may) return 'yes';
  return permission.serviceSays === null ? 'no' : `no: ${permission.serviceSays}`;
}
