/** What a person decided and is not sent yet: a decision made while the service is away is kept, and looks kept. */
import type { ReactElement } from 'react';
import { useRead } from '../../data/use-read.ts';
import { useDecided } from '../../data/use-inbox.ts';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo, pathToFilesIn } from '../../paths.ts';
import { InboxRow, InboxRows, RowTitle } from './inbox-row.tsx';

export function DecidedList({ nowMs }: Readonly<{ nowMs: number }>): ReactElement | null {
  const { inbox, activity, shell } = useWords();
  const decided = useDecided(nowMs);
  const { changes, isServiceAway } = decided;
  // Then the banner counts them.
  const files = isServiceAway ? 0 : decided.files;
  const short = Math.min(useRead('files.approved', {}).value?.short ?? 0, files);
  if (files + changes === 0) return null;
  return (
    <InboxRows label={inbox.decided}>
      {files > 0 && (
        <InboxRow
          what={
            <RowTitle
              icon="hourglass"
              role="neutral"
              title={inbox.approved}
              detail={inbox.approvedFiles(files, short)}
            />
          }
        >
          <LinkButton isSmall to={pathToFilesIn('ready', null)}>
            {activity.showFiles}
          </LinkButton>
        </InboxRow>
      )}
      {changes > 0 && (
        <InboxRow
          what={
            <RowTitle
              icon="clock-arrow-up"
              role="neutral"
              title={isServiceAway ? inbox.changesAway : inbox.changes}
              detail={inbox.changesInOutbox(changes)}
            />
          }
        >
          <LinkButton isSmall to={pathTo('outbox')}>
            {shell.openOutbox}
          </LinkButton>
        </InboxRow>
      )}
    </InboxRows>
  );
}
