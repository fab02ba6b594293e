/**
 * The named schemas of the OpenAPI document. Answers are described as the document promises them, not as tolerantly as
 * we read them; requests exactly as strictly as we send them.
 */
import * as z from 'zod/mini';
import * as account from './account.ts';
import { documented, type JsonSchema, type RequestBody } from './endpoint.ts';
import * as envelopes from './envelopes.ts';
import * as files from './files.ts';
import {
  FILE_TYPES,
  PrimaryFields,
  SecondaryFields,
  UPLOAD_FIELD_ORDER,
  UploadFields,
  uploadForm,
  Verification,
} from './files.ts';
import * as projects from './projects.ts';
import * as users from './users.ts';

const ANSWERS: Readonly<Record<string, z.ZodMiniType>> = {
  InfoEnvelope: envelopes.InfoEnvelope,
  ResponseMessage: envelopes.ResponseMessage,
  Message: envelopes.Message,
  ErrorEnvelope: envelopes.ErrorEnvelope,
  CodedErrorEnvelope: envelopes.CodedErrorEnvelope,
  Token: account.Token,
  User: users.User,
  ListedUser: users.ListedUser,
  UserPage: users.UserPage,
  Avatar: users.Avatar,
  PublicKey: users.PublicKey,
  CreditBalance: users.CreditBalance,
  Transaction: users.Transaction,
  Transactions: users.Transactions,
  IsAdmin: users.IsAdmin,
  Tag: projects.Tag,
  TagPage: projects.TagPage,
  AllTags: projects.AllTags,
  Member: projects.Member,
  MemberPage: projects.MemberPage,
  OnHoldMember: projects.OnHoldMember,
  OnHoldMemberPage: projects.OnHoldMemberPage,
  Project: projects.Project,
  ProjectPage: projects.ProjectPage,
  File: files.File,
  FilePage: files.FilePage,
  Uploaded: files.Uploaded,
  DownloadLink: files.DownloadLink,
  PublicMetadata: files.PublicMetadata,
  PrivateMetadata: files.PrivateMetadata,
  Verification,
};

const REQUESTS: Readonly<Record<string, z.ZodMiniType>> = {
  Credentials: account.Credentials,
  Registration: account.Registration,
  NewPassword: account.NewPassword,
  ProfileChange: users.ProfileChange,
  CreditAdjustment: users.CreditAdjustment,
  Suspension: users.Suspension,
  NewTag: projects.NewTag,
  NewProject: projects.NewProject,
  ProjectChange: projects.ProjectChange,
  Deletion: files.Deletion,
};

/** Where a named schema is found from anywhere in the document. */
export function schemaReference(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** The reference to a schema of the contract. Throws for one that has no name here: a bug in this table. */
export function referenceTo(schema: z.ZodMiniType): { readonly $ref: string } {
  const named = [...Object.entries(ANSWERS), ...Object.entries(REQUESTS)];
  const name = named.find(([, candidate]) => candidate === schema)?.[0];
  if (name === undefined) throw new Error('a schema of an endpoint has no name in openapi-schemas');
  return schemaReference(name);
}

type Node = Record<string, unknown>;

/** zod's own view of the integers a number can hold; no limit of the service. */
function withoutSafeIntegerLimits(node: Node): void {
  if (node['minimum'] === Number.MIN_SAFE_INTEGER) delete node['minimum'];
  if (node['maximum'] === Number.MAX_SAFE_INTEGER) delete node['maximum'];
}

function replace(node: Node, by: JsonSchema): void {
  const form = { ...by }; // `by` may be the node itself
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, form);
}

function tidy(schema: z.core.$ZodType, node: Node): void {
  withoutSafeIntegerLimits(node);
  if (node['format'] !== undefined) delete node['pattern']; // zod spells the format out
  const promise = documented.get(schema);
  if (promise !== undefined) replace(node, promise.form(node));
}

/** An answer has every field the document lists, and may have more. */
function tidyAnswer(schema: z.core.$ZodType, node: Node): void {
  tidy(schema, node);
  if (node['type'] !== 'object') return;
  delete node['additionalProperties'];
  node['required'] = Object.keys(node['properties'] ?? {});
}

function jsonSchemas(
  named: Readonly<Record<string, z.ZodMiniType>>,
  io: 'input' | 'output',
  tidyNode: typeof tidy,
): Record<string, JsonSchema> {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) names.add(schema, { id });
  const { schemas } = z.toJSONSchema(names, {
    io,
    metadata: z.registry(),
    uri: (id) => schemaReference(id).$ref,
    override: ({ zodSchema, jsonSchema }) => tidyNode(zodSchema, jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _id, ...schema }]) => [
      name,
      schema,
    ]),
  );
}

/** Schemas of what is sent, each key its name. */
function requestSchemas(
  named: Readonly<Record<string, z.ZodMiniType>>,
): Record<string, JsonSchema> {
  return jsonSchemas(named, 'input', tidy);
}

/** Every named schema but the upload form, by name. */
export function namedSchemas(): Record<string, JsonSchema> {
  return { ...jsonSchemas(ANSWERS, 'output', tidyAnswer), ...requestSchemas(REQUESTS) };
}

/** Multipart bodies in the OpenAPI document: text parts from the contract's schemas, the file part last, as it is sent. */
type Multipart = Extract<RequestBody, { kind: 'multipart' }>;

function filePart(body: Multipart): JsonSchema {
  return {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: body.fileDescription,
  };
}

function propertiesOf(form: JsonSchema): JsonSchema {
  return form['properties'] as JsonSchema;
}

function withFilePart(form: JsonSchema, body: Multipart): JsonSchema {
  return {
    ...form,
    properties: { ...propertiesOf(form), [body.filePart]: filePart(body) },
    required: [...(form['required'] as readonly string[]), body.filePart],
  };
}

/** Parts of a secondary file alone; the empty example keeps tools from inventing a value for a primary one. */
function secondaryOnly(part: unknown): JsonSchema {
  const { minLength: _decidedByTheForm, ...schema } = part as JsonSchema;
  const about = schema['description'] === undefined ? '' : `: ${schema['description'] as string}`;
  return { ...schema, description: `secondary files only${about}`, examples: [''] };
}

/**
 * The upload form: one of two strict forms, distinguished by `type`. All parts are listed again at the top level,
 * because tools build their input fields from there; the two forms decide what is valid.
 */
export function uploadSchemas(): Record<string, JsonSchema> {
  const { PrimaryUpload = {}, SecondaryUpload = {} } = requestSchemas({
    PrimaryUpload: PrimaryFields,
    SecondaryUpload: SecondaryFields,
  });
  const shared = propertiesOf(PrimaryUpload);
  const parts = propertiesOf(SecondaryUpload);
  return {
    PrimaryUpload: withFilePart(PrimaryUpload, uploadForm),
    SecondaryUpload: withFilePart(SecondaryUpload, uploadForm),
    UploadForm: {
      type: 'object',
      properties: {
        ...Object.fromEntries(
          UPLOAD_FIELD_ORDER.map((name) => [name, shared[name] ?? secondaryOnly(parts[name])]),
        ),
        type: { type: 'string', enum: FILE_TYPES },
        [uploadForm.filePart]: filePart(uploadForm),
      },
      required: withFilePart(PrimaryUpload, uploadForm)['required'],
      oneOf: [schemaReference('PrimaryUpload'), schemaReference('SecondaryUpload')],
      discriminator: {
        propertyName: 'type',
        mapping: {
          primary: schemaReference('PrimaryUpload').$ref,
          secondary: schemaReference('SecondaryUpload').$ref,
        },
      },
    },
  };
}

/** The body's schema: the upload form, or a single file part. Throws for text parts of another kind: none exist. */
export function multipartSchema(body: Multipart): JsonSchema {
  if (body.fields === UploadFields) return schemaReference('UploadForm');
  if (body.fields !== null) throw new Error('a multipart form of an endpoint is not described');
  return withFilePart({ type: 'object', properties: {}, required: [] }, body);
}
