import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './mode-tabs.module.css';

interface ModeTabsProps<Mode extends string> {
  /** What is chosen here, for screen readers. */
  label: string;
  modes: Readonly<Record<Mode, string>>;
  active: NoInfer<Mode>;
  onChange: (mode: NoInfer<Mode>) => void;
  /** Two or three segments, or a line of many tabs that scrolls sideways where it is longer than the screen. */
  look?: 'segments' | 'line';
  /** The content of the active mode. */
  children: ReactNode;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * A choice between ways to do the same thing, or between the parts of a screen. antd's tabs bring menus and tooltips along, which a first screen
 * should not load, and put a menu's button among the tabs where they are too many.
 */
export function ModeTabs<Mode extends string>({ label, modes, active, onChange, look = 'segments', children }: ModeTabsProps<Mode>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const keys = Object.keys(modes) as Mode[];
  useEffect(() => {
    if (look !== 'line') return undefined;
    // in the frame that is drawn next, whose layout is computed anyway: asked for at once, it would be computed twice
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
    // Counted from the focused tab, because `active` may be updated after a quick second press.
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
