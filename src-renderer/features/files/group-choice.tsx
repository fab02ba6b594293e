/**
 * Which group of files a list shows: a button for each, with its count, or one list where the buttons have no room.
 * Which of them it is changes nothing else's place, so that no row moves under the pointer when the details open.
 */
import { type ReactElement, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Select } from '../../ui/form/select.tsx';
import styles from './files.module.css';

export interface GroupOption {
  readonly id: string;
  readonly label: string;
  /** How many files it has, in figures; absent: none, or not known. */
  readonly count: string | undefined;
}

export function GroupChoice({
  label,
  options,
  chosen,
  onChoose,
}: Readonly<{
  label: string;
  options: readonly GroupOption[];
  chosen: string;
  onChoose: (id: string) => void;
}>): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const { wantedPx, fits } = useRoom(place, row);
  return (
    <div
      ref={place}
      className={styles['groups']}
      {...(wantedPx === 0 ? {} : { style: { flexBasis: `${wantedPx}px` } })}
    >
      <div
        ref={row}
        role="group"
        aria-label={label}
        className={styles['groupRow']}
        data-hidden={!fits || undefined}
      >
        {options.map(({ id, label: name, count }) => (
          <button
            key={id}
            type="button"
            className={styles['group']}
            aria-pressed={id === chosen}
            onClick={() => onChoose(id)}
          >
            {name}
            {count !== undefined && <span className={styles['count']}> {count}</span>}
          </button>
        ))}
      </div>
      {!fits && (
        <Select
          label={label}
          isLabelHidden
          options={options.map(({ id, label: name, count }) => ({
            value: id,
            label: count === undefined ? name : `${name} ${count}`,
          }))}
          value={chosen}
          onChange={onChoose}
        />
      )}
    </div>
  );
}

/** How wide the row would be, and whether its place has that room. Known before the first frame. */
function useRoom(place: RefObject<HTMLElement | null>, row: RefObject<HTMLElement | null>) {
  const [room, setRoom] = useState({ wantedPx: 0, fits: true });
  useLayoutEffect(() => {
    const [outer, inner] = [place.current, row.current];
    if (outer === null || inner === null) return undefined;
    const measure = () => {
      const wantedPx = Math.ceil(inner.getBoundingClientRect().width);
      const fits = outer.getBoundingClientRect().width >= wantedPx - 1;
      setRoom((before) =>
        before.wantedPx === wantedPx && before.fits === fits ? before : { wantedPx, fits },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [place, row]);
  return room;
}
