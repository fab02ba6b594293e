/** The picture in an answer of the service. */
import { avatarTypeOf, type AvatarType } from '../../../src-shared/model/people/avatar-image.ts';

export interface Avatar {
  readonly mediaType: AvatarType;
  readonly bytes: Buffer;
}

/** Base64 as documented; some services write the whole data address in front of it. Null: no picture that we show. */
export function readAvatar(text: string): Avatar | null {
  const bytes = Buffer.from(text.replace(/^data:[^,]{0,100},/, ''), 'base64');
  const mediaType = avatarTypeOf(bytes);
  return mediaType === null ? null : { mediaType, bytes };
}
