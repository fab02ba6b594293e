/** What is wrong with a form, all at once: a field tells the form around it, and each error leads back to its field. */
import {
  createContext,
  useContext,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type RefObject,
} from 'react';
import { useWords } from '../../words/words-context.ts';
import styles from './form.module.css';
import { Icon } from '../layout/icon.tsx';

export interface FormError {
  readonly id: string;
  readonly label: string;
  /** What is wrong, in words. */
  readonly text: string;
  readonly field: HTMLElement;
}

/** `error`: null when nothing is wrong any more. */
type SetFieldError = (id: string, error: FormError | null) => void;

/** Takes what the fields inside tell. Without a form around it a field shows its error itself, and that is all. */
export const FormErrorsContext = createContext<SetFieldError | null>(null);

/** The errors of a form in the order of its fields, and what takes them. */
export function useFormErrors(): readonly [readonly FormError[], SetFieldError] {
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  const setFieldError = useMemo<SetFieldError>(
    () => (id, error) =>
      setErrors((before) => {
        const others = before.filter((each) => each.id !== id);
        return error === null ? others : [...others, error].toSorted(byPlace);
      }),
    [],
  );
  return [errors, setFieldError];
}

function byPlace(one: FormError, other: FormError): number {
  const place = one.field.compareDocumentPosition(other.field);
  return (place & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1;
}

/** Tells the form around a field what is wrong with it. The returned reference goes to the element of the field. */
export function useFieldError(
  label: string,
  text: string | null,
): RefObject<HTMLDivElement | null> {
  const setFieldError = useContext(FormErrorsContext);
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  // Before anything is painted, and before the form looks for what takes the focus.
  useLayoutEffect(() => {
    const field = element.current;
    if (setFieldError === null || text === null || field === null) return undefined;
    setFieldError(id, { id, label, text, field });
    return () => setFieldError(id, null);
  }, [setFieldError, id, label, text]);
  return element;
}

/** One error needs no summary: its field has the focus and says it. */
export function FormErrors({
  ref,
  errors,
}: Readonly<{
  ref: RefObject<HTMLElement | null>;
  errors: readonly FormError[];
}>): ReactElement | null {
  const { ui } = useWords();
  if (errors.length < 2) return null;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={ui.formErrors(errors.length)}
      className={styles['errors']}
    >
      <p className={styles['problem']}>
        <Icon name="octagon-exclamation-point" />
        {ui.formErrors(errors.length)}
      </p>
      <ul>
        {errors.map(({ id, label, text, field }) => (
          <li key={id}>
            <button type="button" className={styles['errorLink']} onClick={() => focusField(field)}>
              {ui.errorIn(label, text)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first thing in it that takes typing or a choice gets the focus; what is folded around it opens. */
export function focusField(field: HTMLElement): void {
  const folded = field.closest('details');
  if (folded !== null) folded.open = true;
  field
    .querySelector<HTMLElement>(
      'input:not([type="hidden"]):not([tabindex="-1"]), textarea, button:not([slot="remove"])',
    )
    ?.focus();
}
