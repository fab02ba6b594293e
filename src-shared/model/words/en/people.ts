/** The English words about people and their things, for every face. */
import { integer } from './figures.ts';
import type { PeopleFault } from '../../status/core-fault.ts';
import { assertNever } from '../../result.ts';

export function peopleFaultSentence(fault: PeopleFault): string {
  switch (fault.kind) {
    case 'not-an-image':
      return 'This picture cannot be used. Choose a PNG, JPEG, GIF or WebP file.';
    case 'image-too-large':
      return `The picture has ${kilobytes(fault.sizeBytes)}; at most ${kilobytes(fault.mostBytes)} can be used. Make it smaller and try again.`;
    case 'balance-moved':
      return `The balance is ${integer(fault.credits)} by now, no longer ${integer(fault.seenCredits)}. Nothing was changed; check the new balance and decide again.`;
    case 'no-subtract-word':
      return 'The service does not document its word for taking credits away. Enter the word in the settings of the administration first.';
    case 'no-download':
      return `"${fault.asked}" is private, and private files cannot be downloaded.`;
    case 'bad-link':
      return 'The service gave a download address that is not safe to open. Nothing was opened; tell whoever runs the service.';
    case 'changed-meanwhile':
      return `${fault.path} was changed while it was being read. Wait until nothing writes to it, then try again.`;
    default:
      return assertNever(fault);
  }
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000)} kB`;
}
