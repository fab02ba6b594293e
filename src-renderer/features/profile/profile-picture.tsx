/** The person's picture. A new one is looked at here first: what is no picture, or too large, is not sent at all. */
import { type ReactElement, useState } from 'react';
import type { OutboxView } from '../../../src-shared/bridge/outbox-calls.ts';
import {
  AVATAR_TYPES,
  type AvatarFault,
  evaluateAvatar,
  LARGEST_AVATAR_BYTES,
} from '../../../src-shared/model/people/avatar-image.ts';
import { isWaiting } from '../../../src-shared/model/changes/change.ts';
import { markOf, type PendingMark } from '../../../src-shared/model/changes/pending-view.ts';
import { personName, type UserView } from '../../../src-shared/model/people/person-view.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { useUndo } from '../../data/use-change-decisions.ts';
import { FileButton } from '../../ui/form/file-button.tsx';
import { Success } from '../../ui/form/form.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { WaitingChange } from '../../parts/changes/pending-change.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import tones from '../../ui/feedback/tones.module.css';
import styles from './profile.module.css';
import prose from '../../ui/layout/prose.module.css';

/** Of the picture that is not on the service yet; null: none is on its way. */
function pictureMark({ changes }: Pick<OutboxView, 'changes'>): PendingMark | null {
  const last = changes.findLast(({ intent }) => intent.kind === 'set-avatar');
  return last === undefined ? null : markOf(last, changes);
}

export function ProfilePicture({ person }: Readonly<{ person: UserView }>): ReactElement {
  const words = useWords();
  const { profile, figures } = words;
  const { value, fault, readAgain } = useRead('profile.avatar');
  const outbox = useRead('outbox.list').value;
  const mark = outbox === null ? null : pictureMark(outbox);
  const undo = useUndo();
  const sending = useSend('profile.setAvatar');
  const [problem, setProblem] = useState<string | null>(null);
  const [end, setEnd] = useState<'set' | 'kept' | null>(null);
  const take = async (file: File) => {
    setEnd(null);
    setProblem(null);
    const taken = await pictureOf(file);
    if (!taken.ok) {
      setProblem(taken.fault === null ? profile.unreadable : avatarText(taken.fault, words));
      return;
    }
    sending.send({ base64: base64Of(taken.value) }, (change) => {
      setEnd(isWaiting(change) ? 'kept' : 'set');
      readAgain();
    });
  };
  const name = personName(person);
  const image = value?.image ?? null;
  return (
    <section aria-label={profile.picture} className={styles['block']}>
      <div className={styles['picture']}>
        {image === null ? (
          <span role="img" aria-label={profile.noPicture} className={styles['noImage']}>
            {initialsOf(person)}
          </span>
        ) : (
          <img
            src={`data:${image.mediaType};base64,${image.base64}`}
            alt={profile.pictureOf(name)}
            className={styles['image']}
          />
        )}
        <div className={styles['beside']}>
          <FileButton
            accept={AVATAR_TYPES}
            isPending={sending.isPending}
            onFile={(file) => void take(file)}
          >
            {profile.choosePicture}
          </FileButton>
          <p className={prose['small']}>
            {profile.pictureHint(figures.size(LARGEST_AVATAR_BYTES))} {profile.noRemoving}
          </p>
        </div>
      </div>
      <div role="alert">{problem !== null && <p className={tones['danger']}>{problem}</p>}</div>
      <ErrorNotice fault={fault} onTryAgain={readAgain} />
      <ErrorNotice fault={sending.fault} />
      <ErrorNotice fault={undo.fault} />
      {mark !== null && <WaitingChange mark={mark} name={profile.picture} undo={undo} />}
      {end === 'set' && <Success>{profile.pictureSet}</Success>}
      {end === 'kept' && <p role="status">{profile.pictureKept}</p>}
    </section>
  );
}

/** Fault null: it cannot be read. A file that is too large is not read at all. */
async function pictureOf(file: File): Promise<Result<Uint8Array, AvatarFault | null>> {
  const { size: sizeBytes } = file;
  const mostBytes = LARGEST_AVATAR_BYTES;
  if (sizeBytes > mostBytes) return fail({ kind: 'image-too-large', sizeBytes, mostBytes });
  let bytes;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return fail(null); // gone since it was chosen
  }
  const judged = evaluateAvatar(bytes);
  return judged.ok ? ok(bytes) : judged;
}

function avatarText(fault: AvatarFault, { profile, figures }: Words): string {
  switch (fault.kind) {
    case 'not-an-image':
      return profile.notAnImage;
    case 'image-too-large':
      return profile.tooLarge(figures.size(fault.sizeBytes), figures.size(fault.mostBytes));
    default:
      return fault satisfies never;
  }
}

function initialsOf({ name, lastName }: UserView): string {
  return [name, lastName].map((each) => Array.from(each.trim())[0] ?? '').join('');
}

const PIECE = 24_576; // a multiple of three, so that pieces join without padding in between

/** Bytes as base64, a piece at a time: a call takes only so many arguments. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += btoa(String.fromCodePoint(...bytes.subarray(at, at + PIECE)));
  }
  return text;
}
