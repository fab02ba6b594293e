/**
 * Where the token may go: to the origin the form is for, over https, or over http to this computer itself. A `Location`
 * or a setting that points elsewhere gets neither the token nor the bytes.
 */
import { isLoopbackHost } from '../../../service/base-address.ts';

/** True when `url` may be asked with the token of the service at `formUrl`. */
export function mayAuthorize(url: URL, formUrl: URL): boolean {
  if (url.origin !== formUrl.origin || url.origin === 'null') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}
