import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { currentToasts, dismissToast, watchToasts, type Toast } from '../../lib/toasts.ts';
import { ToneShape } from './tone-shape.tsx';
import styles from './toasts.module.css';

/** Long enough to read a sentence twice. */
export const toastMs = 6_000;

/** The app's success messages, above everything. They never take the focus. */
export function Toasts() {
  const toasts = useSyncExternalStore(watchToasts, currentToasts);
  return (
    <section className={styles.toasts} aria-label="Notifications" aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

/** Leaves after a while, but not under the pointer or the focus. */
function ToastCard({ toast: { id, text, action } }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const dismiss = useEffectEvent(() => dismissToast(id));
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(dismiss, toastMs);
    return () => clearTimeout(timer);
  }, [held]);
  return (
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ToneShape tone="go" size={20} />
      <span className={styles.text}>{text}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismissToast(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={() => dismissToast(id)}>
        ×
      </button>
    </div>
  );
}
