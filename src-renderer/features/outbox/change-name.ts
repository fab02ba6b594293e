/** What a change is, in a few words: "Invite Bo Ek". */
import type { ChangeIntent } from '../../../src-shared/model/changes/change.ts';
import type { Words } from '../../words/en.ts';

export function changeName(
  { intent }: { readonly intent: ChangeIntent },
  { outbox }: Words,
): string {
  switch (intent.kind) {
    case 'create-project':
      return outbox.createProject(intent.project.name);
    case 'invite-member':
      return outbox.invite(intent.userName);
    case 'delete-file':
      return outbox.deleteFile(intent.fileName);
    case 'remove-member':
      return outbox.removeMember(intent.userName);
    case 'activate-member':
      return outbox.activateMember(intent.userName);
    case 'edit-project':
      return outbox.editProject(intent.projectName);
    case 'create-tag':
      return outbox.createTag(intent.name);
    case 'edit-profile':
      return outbox.editProfile;
    case 'set-avatar':
      return outbox.setAvatar;
    default:
      return intent satisfies never;
  }
}
