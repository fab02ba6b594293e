/**
 * How Labseal alerts a person who looks elsewhere. A page can ask the browser to show notifications while it is open,
 * and change the title of its own tab. What the browser does not allow is explained, not offered.
 */
import { type ReactElement, useState } from 'react';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { useWords } from '../../words/words-context.ts';
import { NOTICE_KINDS, type NoticeKind } from '../../../src-shared/model/status/notices.ts';
import { useAppearance, useAppearanceStore } from '../appearance.ts';
import arrangement from '../../ui/layout/arrangement.module.css';

type Allowed = NotificationPermission | 'never';

function allowedNow(): Allowed {
  return 'Notification' in window ? Notification.permission : 'never';
}

export function NotificationsForm({
  hasWindow = false,
}: Readonly<{
  /** The system tells, not the browser. */
  hasWindow?: boolean;
}>): ReactElement {
  const { settings } = useWords();
  const appearance = useAppearanceStore();
  const { isCountInTitle, notices } = useAppearance();
  const [answered, setAllowed] = useState(allowedNow);
  const allowed = hasWindow ? 'granted' : answered; // a window asks the system itself
  const canTell = allowed === 'granted' || allowed === 'default';

  const choose = async (kind: NoticeKind, isWanted: boolean) => {
    if (isWanted && allowed !== 'granted') {
      const answer = await Notification.requestPermission();
      setAllowed(answer);
      if (answer !== 'granted') return;
    }
    appearance.setState(({ notices: before }) => ({
      notices: NOTICE_KINDS.filter((each) => (each === kind ? isWanted : before.includes(each))),
    }));
  };

  return (
    <div className={arrangement['fields']}>
      <p>{hasWindow ? settings.windowNotices : settings.notificationsText}</p>
      {!canTell && <p role="status">{settings.notAllowed[allowed]}</p>}
      {canTell &&
        NOTICE_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            isSelected={allowed === 'granted' && notices.includes(kind)}
            onChange={(isWanted) => void choose(kind, isWanted)}
          >
            {settings.noticeKinds[kind]}
          </Checkbox>
        ))}
      <Checkbox
        isSelected={isCountInTitle}
        onChange={(isWanted) => appearance.setState({ isCountInTitle: isWanted })}
      >
        {hasWindow ? settings.countInWindow : settings.countInTitle}
      </Checkbox>
    </div>
  );
}
