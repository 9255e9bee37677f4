import { Button } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { Section } from '../../../../components/layout/section.tsx';
import { infoLabels, type InfoField, type InfoPart } from './info-form.ts';
import type { InfoEdit } from './use-info-form.tsx';
import styles from './customer-info.module.css';

interface InfoPartSectionProps {
  part: InfoPart;
  title: string;
  edit: InfoEdit;
  mayEdit: boolean;
  /** The part as text. */
  texts: ReactNode;
  /** The part's fields. */
  children: ReactNode;
}

/** A part of the customer: text, or fields while it is edited. */
export function InfoPartSection({ part, title, edit, mayEdit, texts, children }: InfoPartSectionProps) {
  const isOpen = edit.parts.includes(part);
  const section = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  const { first } = edit;
  useEffect(() => {
    if (isOpen === wasOpen.current) return;
    wasOpen.current = isOpen;
    const fields = section.current?.querySelectorAll<HTMLElement>(isOpen ? 'input' : 'button');
    const named = isOpen && first !== null ? section.current?.querySelector<HTMLElement>(`[data-field="${first}"] input`) : null;
    (named ?? fields?.[0])?.focus();
  }, [isOpen, first]);
  return (
    <div ref={section} className={styles.part}>
      <Section title={title} actions={mayEdit && !isOpen && <Button onClick={() => edit.open(part)}>{`Edit ${title}`}</Button>}>
        {isOpen ? <fieldset className={styles.fields}>{children}</fieldset> : texts}
      </Section>
    </div>
  );
}

interface InfoTextProps {
  part: InfoPart;
  field: InfoField;
  /** Null if it may not be edited. */
  edit: InfoEdit | null;
  label?: string;
  /** Nothing is shown as a dash. */
  children: ReactNode;
}

/** One value. A press on it, other than on a link, opens its field; the keyboard has the part's Edit button. */
export function InfoText({ part, field, edit, label = infoLabels[field], children }: InfoTextProps) {
  return (
    <div
      className={edit ? `${styles.text} ${styles.editable}` : styles.text}
      onClick={({ target }) => {
        const isOwn = target instanceof Element && target.closest('a, button') !== null;
        if (edit && !isOwn && !window.getSelection()?.toString()) edit.open(part, field);
      }}
    >
      <dt>{label}</dt>
      <dd>{children || '–'}</dd>
    </div>
  );
}

/** Returns a field's label, which says whether the value was changed. */
export const labelOf = (field: InfoField, { dirty }: InfoEdit): string =>
  dirty.includes(field) ? `${infoLabels[field]} (changed)` : infoLabels[field];
