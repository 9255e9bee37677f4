import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'main' | 'danger' | 'plain' | 'link';
  /** While it is set, the button shows it and does nothing. It keeps the focus. */
  busy?: string | false | undefined;
}

export function Button({ kind = 'main', busy, children, onClick, type = 'button', className = '', ...rest }: ButtonProps) {
  const isBusy = typeof busy === 'string';
  return (
    <button
      {...rest}
      type={type}
      className={`${styles.button} ${styles[kind]} ${className}`}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (!isBusy) return onClick?.(event);
        event.preventDefault();
      }}
    >
      {isBusy && <span className={styles.wheel} aria-hidden="true" />}
      <span aria-live={type === 'submit' ? 'polite' : undefined}>{isBusy ? busy : children}</span>
    </button>
  );
}
