/** Multipart bodies in the OpenAPI document: text parts from the contract's schemas, the file part last, as it is sent. */
import type { JsonSchema } from './documented.ts';
import {
  FILE_TYPES,
  PrimaryFields,
  SecondaryFields,
  UPLOAD_FIELD_ORDER,
  UploadFields,
  uploadForm,
} from './files.ts';
import type { RequestBody } from './endpoint.ts';
import { requestSchemas, schemaReference } from './openapi-schemas.ts';

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
 * The upload form: one of two strict forms, told apart by `type`. All parts are listed once more on top, because tools
 * draw their input fields from there; the two forms decide what is valid.
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
