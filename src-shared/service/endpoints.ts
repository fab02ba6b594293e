/** Every endpoint of the service, once, under the name the client and the bundled service use for it. */
import * as account from './account.ts';
import * as privateFiles from './private-files.ts';
import * as projects from './projects.ts';
import * as publicFiles from './public-files.ts';
import * as tags from './tags.ts';
import * as users from './users.ts';
import { verifyContent } from './files.ts';

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

  listTags: tags.listTags,
  createTag: tags.createTag,
  searchTags: tags.searchTags,

  createProject: projects.createProject,
  listProjects: projects.listProjects,
  getProject: projects.getProject,
  updateProject: projects.updateProject,
  inviteMember: projects.inviteMember,
  removeMember: projects.removeMember,
  activateMember: projects.activateMember,
  listMembersOnHold: projects.listMembersOnHold,

  uploadPublicFile: publicFiles.uploadPublicFile,
  listPublicFiles: publicFiles.listPublicFiles,
  getPublicFile: publicFiles.getPublicFile,
  downloadPublicFile: publicFiles.downloadPublicFile,
  deletePublicFile: publicFiles.deletePublicFile,
  getPublicCertificate: publicFiles.getPublicCertificate,
  getPublicMetadata: publicFiles.getPublicMetadata,

  uploadPrivateFile: privateFiles.uploadPrivateFile,
  listPrivateFiles: privateFiles.listPrivateFiles,
  deletePrivateFile: privateFiles.deletePrivateFile,
  getPrivateCertificate: privateFiles.getPrivateCertificate,
  getPrivateMetadata: privateFiles.getPrivateMetadata,

  verifyContent,
} as const;

export type EndpointName = keyof typeof endpoints;
