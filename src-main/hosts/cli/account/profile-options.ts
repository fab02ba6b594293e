/** What people say of themselves, as options and as rows of commands. */
import type { AnsweringCommand } from '../answering-command.ts';
import { fieldLabels } from '../../../../src-shared/model/words/en/record-fields.ts';
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
export function profileRows(person: ProfileChange): readonly (readonly [string, string])[] {
  return PROFILE_FIELDS.slice(2).map((field) => [fieldLabels.profile[field], person[field]]);
}
