/** Every endpoint of the service, once, under the name the client and the bundled service use for it. */
import * as account from './account.ts';
import * as files from './files.ts';
import * as projects from './projects.ts';
import * as users from './users.ts';

export const endpoints = {
  login: account.login,
  register: account.register,
  activate: account.activate,
  forgotPassword: account.forgotPassword,
  resetPassword: account.resetPassword,

  listUsers: users.listUsers,
  getUser: users.getUser,
  getUserByEmail: users.getUserByEmail,
  updateUser: users.updateUser,
  uploadAvatar: users.uploadAvatar,
  getAvatar: users.getAvatar,
  getPublicKey: users.getPublicKey,
  getCreditBalance: users.getCreditBalance,
  adjustCredits: users.adjustCredits,
  downloadTransactions: users.downloadTransactions,
  canCreateProject: users.canCreateProject,
  canInviteMember: users.canInviteMember,
  isAdmin: users.isAdmin,
  suspendUser: users.suspendUser,
  revokeSuspension: users.revokeSuspension,

  listTags: projects.listTags,
  createTag: projects.createTag,
  searchTags: projects.searchTags,

  createProject: projects.createProject,
  listProjects: projects.listProjects,
  getProject: projects.getProject,
  updateProject: projects.updateProject,
  inviteMember: projects.inviteMember,
  removeMember: projects.removeMember,
  activateMember: projects.activateMember,
  listMembersOnHold: projects.listMembersOnHold,

  uploadPublicFile: files.uploadPublicFile,
  listPublicFiles: files.listPublicFiles,
  getPublicFile: files.getPublicFile,
  downloadPublicFile: files.downloadPublicFile,
  deletePublicFile: files.deletePublicFile,
  getPublicCertificate: files.getPublicCertificate,
  getPublicMetadata: files.getPublicMetadata,

  uploadPrivateFile: files.uploadPrivateFile,
  listPrivateFiles: files.listPrivateFiles,
  deletePrivateFile: files.deletePrivateFile,
  getPrivateCertificate: files.getPrivateCertificate,
  getPrivateMetadata: files.getPrivateMetadata,

  verifyContent: files.verifyContent,
} as const;

export type EndpointName = keyof typeof endpoints;
