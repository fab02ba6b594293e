/** The columns of what is on the service; in a narrow window what stands in the details is left out. */
import type { PlatformFile } from '../../../src-shared/model/files/platform-file.ts';
import { FileName } from '../../parts/files/file-name.tsx';
import { type GridColumn, MOMENT_TRACK } from '../../ui/grid/grid-column.ts';
import listing from '../../ui/grid/listing.module.css';
import { ServiceStatus } from '../../parts/files/status-text.tsx';
import { Moment } from '../../ui/feedback/moment.tsx';
import type { Words } from '../../words/en.ts';
import prose from '../../ui/layout/prose.module.css';

const NONE = '—';

export function platformColumns(words: Words): readonly GridColumn<PlatformFile>[] {
  const { platform, ui, files } = words;
  return [
    {
      id: 'name',
      label: ui.name,
      track: 'minmax(0, 1fr)',
      cell: (file) => (
        <span className={listing['nameCell']}>
          <FileName name={file.name} />
          <span className={listing['second']}>
            {[kindText(file, words), file.ownerName].filter((text) => text !== '').join(' · ')}
          </span>
        </span>
      ),
    },
    {
      id: 'status',
      label: files.status,
      track: 'minmax(min(13rem, 50%), 0.5fr)',
      cell: ({ status }) => (
        <span className={listing['statusCell']}>
          <ServiceStatus status={status} />
        </span>
      ),
    },
    {
      id: 'here',
      label: platform.here,
      track: '11rem',
      fromWidthRem: 46,
      cell: ({ localFileId }) => (
        <span className={prose['aside']}>
          {localFileId === null ? platform.isNotHere : platform.isHere}
        </span>
      ),
    },
    {
      id: 'when',
      label: platform.when,
      track: MOMENT_TRACK,
      isNumber: true,
      fromWidthRem: 30,
      cell: ({ uploadedAtMs }) => (uploadedAtMs === null ? NONE : <Moment atMs={uploadedAtMs} />),
    },
  ];
}

/** Public or private, primary or secondary; a type that nobody documented is shown as it is. */
export function kindText(
  { visibility, fileType }: Pick<PlatformFile, 'visibility' | 'fileType'>,
  { files, assignment }: Words,
): string {
  const isKnown = fileType === 'primary' || fileType === 'secondary';
  const type = isKnown ? assignment.types[fileType] : fileType;
  return [files.visibility[visibility], ...(type === '' ? [] : [type])].join(' · ');
}
