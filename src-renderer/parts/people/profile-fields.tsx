/** What people say of themselves, in every form that asks for it. */
import type { ReactElement } from 'react';
import { PROFILE_FIELDS, type ProfileField } from '../../../src-shared/service/users.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import type { Fields } from '../../ui/form/use-fields.ts';
import { useWords } from '../../words/words-context.ts';

const AUTO_COMPLETE: Readonly<Record<ProfileField, string>> = {
  name: 'given-name',
  lastName: 'family-name',
  organisation: 'organization',
  location: 'address-level2',
};

/** `noteOf`: what is said under a field. */
export function ProfileFields({
  field,
  noteOf = () => ({}),
}: Readonly<{
  field: Fields<Record<ProfileField, string>>['field'];
  noteOf?: (field: ProfileField) => { readonly hint?: string };
}>): ReactElement {
  const { profile } = useWords().fields;
  return (
    <>
      {PROFILE_FIELDS.map((name) => (
        <TextField
          key={name}
          {...field(name)}
          {...noteOf(name)}
          label={profile[name]}
          autoComplete={AUTO_COMPLETE[name]}
        />
      ))}
    </>
  );
}
