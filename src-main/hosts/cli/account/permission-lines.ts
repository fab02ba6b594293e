/** What the service lets somebody do, with its own words where it does not. */
import type {
  Permission,
  PermissionsView,
} from '../../../../src-shared/model/people/person-view.ts';

export function permissionLines({
  isAdmin,
  canCreateProject,
  canInviteMember,
}: PermissionsView): readonly string[] {
  return [
    `Administrator    ${isAdmin ? 'yes' : 'no'}`,
    `Create projects  ${permissionText(canCreateProject)}`,
    `Invite members   ${permissionText(canInviteMember)}`,
  ];
}

function permissionText(permission: Permission): string {
  if (permission.may) return 'yes';
  return permission.serviceSays === null ? 'no' : `no: ${permission.serviceSays}`;
}
