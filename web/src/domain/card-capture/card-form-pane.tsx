import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, type FormEvent } from 'react';
import { KeyHint } from '../../components/input/key-hint.tsx';
import type { CardForm } from '../../lib/card-reader/card-form.ts';
import { Money } from '../money.tsx';
import styles from './card-dialog.module.css';

interface CardFormPaneProps {
  form: CardForm;
  submit: string;
  /** Cents. */
  amount: number | null;
  busy: boolean;
  complaint: string | undefined;
  onEscape: () => void;
}

/** Stripe's own fields, so that a typed card number never reaches our page. */
export function CardFormPane({ form, submit, amount, busy, complaint, onEscape }: CardFormPaneProps) {
  const place = useRef<HTMLDivElement>(null);
  const escape = useEffectEvent(onEscape);
  useEffect(() => (place.current ? form.mount(place.current, () => escape()) : undefined), [form]);

  const send = (event: FormEvent): void => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form className={styles.pane} onSubmit={send}>
      <div className={styles.field} role="group" aria-label="Card" ref={place} />
      {complaint && (
        <p className={styles.complaint} role="alert">
          {complaint}
        </p>
      )}
      <Button type="primary" size="large" block htmlType="submit" loading={busy} disabled={busy} aria-keyshortcuts="Enter">
        <span>
          {submit} {amount !== null && <Money cents={amount} />}
        </span>
        <KeyHint>Enter</KeyHint>
      </Button>
    </form>
  );
}
