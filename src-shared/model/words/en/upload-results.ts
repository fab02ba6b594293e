/** Uploads whose result is unknown, in English. */
import type { Received } from '../../files/file-view.ts';
import { assertNever } from '../../result.ts';
import { MINUTE_MS } from '../../text/time.ts';
import type { UploadResultWords } from '../upload-result-words.ts';
import { fileText } from './figures.ts';

export const uploadResultWords: UploadResultWords = {
  received(received, atMs, { moment }) {
    if (received === null) {
      return 'Labseal ended after the whole file had been sent, before an answer came.';
    }
    if (received.kind === 'answer') {
      return `The service answered ${received.status}${contentOf(received)} after the whole file had been sent (${moment(atMs)}).`;
    }
    if (received.kind === 'confirmation') {
      const but =
        received.isOfAnother === true
          ? 'its list shows another file under that id'
          : 'its list, read to the end later, does not show that id';
      return `The service confirmed the file with the id ${received.fileId} (${moment(atMs)}), but ${but}.`;
    }
    return `${NOTHING[received.why]} (${moment(atMs)}).`;
  },
  evidence({ evidence, files, checkedAfterMs }, { duration }) {
    const those = fileText(files);
    const checked =
      checkedAfterMs === null
        ? ''
        : checkedAfterMs < MINUTE_MS
          ? ', last checked within a minute of losing the answer'
          : `, last checked ${duration(checkedAfterMs)} after losing the answer`;
    switch (evidence) {
      case 'checking':
        return `Labseal is looking for ${those} on the service${checked}.`;
      case 'no-record-no-charge':
        return `The service shows neither a record nor a charge for ${those}${checked}.`;
      case 'no-record':
        return `The service shows no record of ${those}${checked}, and does not tell whether they were charged.`;
      case 'no-record-unexplained-charge':
        return `The service shows no record of ${those}${checked}, but it made charges that match no file known here.`;
      case 'no-record-confirmed':
        return `The service confirmed ${those}, but its list shows no record that can be told to be theirs${checked}. They count as charged.`;
      case 'similar-file':
        return `The service has new files that may be ${those}, but nothing proves it${checked}.`;
      case 'several-records':
        return `The service has more than one record that may belong to ${those}${checked}.`;
      case 'list-incomplete':
        return `The service's list could not be read completely, so it is not known whether ${those} arrived${checked}.`;
      case 'list-refused':
        return `The service does not let you read its list, so it is not known whether ${those} arrived${checked}.`;
      case 'paging-ignored':
        return `The service shows only the beginning of its list, so it is not known whether ${those} arrived${checked}.`;
      default:
        return assertNever(evidence);
    }
  },
};

function contentOf({ content, denial }: Extract<Received, { kind: 'answer' }>): string {
  const says = denial?.serviceSays ?? '';
  if (says !== '') return ` (“${says}”)`;
  return denial === undefined || content === 'html' ? CONTENTS[content] : '';
}

const CONTENTS: Readonly<Record<Extract<Received, { kind: 'answer' }>['content'], string>> = {
  json: ' without a usable confirmation',
  html: ' with a web page',
  text: ' with text that is no confirmation',
  empty: ' without any text',
  incomplete: ' with an answer that broke off',
};

const NOTHING: Readonly<Record<Extract<Received, { kind: 'nothing' }>['why'], string>> = {
  'broken-connection':
    'The connection broke after the whole file had been sent, before an answer came',
  'not-http': 'Something unreadable came instead of an answer after the whole file had been sent',
  'timed-out': 'The whole file was sent, and no answer came in time',
  stopped: 'The whole file was sent, and Labseal stopped before an answer came',
};
