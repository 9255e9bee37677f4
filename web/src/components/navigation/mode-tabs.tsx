import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './mode-tabs.module.css';

interface ModeTabsProps<Mode extends string> {
  /** The accessible name of the choice. */
  label: string;
  modes: Readonly<Record<Mode, string>>;
  active: NoInfer<Mode>;
  onChange: (mode: NoInfer<Mode>) => void;
  /** Two or three segments, or a row of many tabs that scrolls sideways if it does not fit. */
  look?: 'segments' | 'line';
  /** The content of the active mode. */
  children: ReactNode;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Switches between ways to do the same thing, or between parts of a screen. antd's tabs include menus and tooltips, too heavy for a first
 * screen, and add a menu button if they do not fit.
 */
export function ModeTabs<Mode extends string>({ label, modes, active, onChange, look = 'segments', children }: ModeTabsProps<Mode>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const keys = Object.keys(modes) as Mode[];
  useEffect(() => {
    if (look !== 'line') return undefined;
    // scrolls in the next frame: scrolling immediately would force an extra layout
    const frame = requestAnimationFrame(() => {
      document.getElementById(`${id}-${active}`)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, [id, look, active]);
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const tabs = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    // Counted from the focused tab, because `active` may update after a quick second press.
    const index = (tabs.findIndex((tab) => tab === event.target) + step + keys.length) % keys.length;
    onChange(keys[index]!);
    tabs[index]?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={`${styles.tabs} ${styles[look]}`} onKeyDown={move}>
        {keys.map((mode) => (
          <button
            key={mode}
            id={`${id}-${mode}`}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={mode === active}
            aria-controls={`${id}-panel`}
            tabIndex={mode === active ? 0 : -1}
            onClick={() => onChange(mode)}
          >
            {modes[mode]}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${active}`}>
        {children}
      </div>
    </>
  );
}
