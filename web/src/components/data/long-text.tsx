import { useCallback, useState } from 'react';
import styles from './long-text.module.css';

/** A text of at most two lines. If it is longer, a press shows the rest. */
export function LongText({ children }: { children: string }) {
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const measure = useCallback((box: HTMLElement | null) => {
    if (!box) return undefined;
    const observer = new ResizeObserver(() => setCut(box.scrollHeight > box.clientHeight));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  if (!isCut) {
    return (
      <span ref={measure} className={styles.text}>
        {children}
      </span>
    );
  }
  return (
    <button type="button" className={styles.more} title={children} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      <span ref={isOpen ? null : measure} className={isOpen ? undefined : styles.text}>
        {children}
      </span>
    </button>
  );
}
