import { Button } from 'antd';
import { useLayoutEffect, useRef } from 'react';
import { consolePrompt } from '@washdesk/contracts/system/console';
import type { ConsoleEntry } from './use-console.ts';
import styles from './console.module.css';

/** Distance in pixels from the end within which new output is scrolled to. */
const nearEnd = 80;
const lost = 'The connection was lost before the response. The command may have run: check before you repeat it.';

/** Returns an entry as text, for the clipboard. */
export const textOf = ({ line, state, text }: ConsoleEntry): string => `${consolePrompt} ${line}\n${state === 'lost' ? lost : text}`;

/** The lines that were run, with their output. */
export function ConsoleOutput({ entries, onRun }: { entries: readonly ConsoleEntry[]; onRun: ((line: string) => void) | null }) {
  const frame = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const count = useRef(0);
  useLayoutEffect(() => {
    // a new line is shown, wherever the output was scrolled to
    if (entries.length > count.current) isAtEnd.current = true;
    count.current = entries.length;
    if (frame.current && isAtEnd.current) frame.current.scrollTop = frame.current.scrollHeight;
  });
  const noteEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): void => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEnd;
  };
  return (
    // focusable, so that the keyboard can scroll it
    <div
      ref={frame}
      className={styles.output}
      role="log"
      aria-label="Output"
      tabIndex={0}
      onScroll={({ currentTarget }) => noteEnd(currentTarget)}
    >
      {entries.length === 0 && <Welcome onRun={onRun} />}
      {entries.map((entry) => (
        <article key={entry.id} className={styles.entry} aria-label={entry.line}>
          <header className={styles.command}>
            <code>
              <span className={styles.prompt}>{consolePrompt}</span> {entry.line}
            </code>
            {entry.state !== 'running' && 'clipboard' in navigator && (
              <Button
                type="text"
                className={styles.copy}
                aria-label={`Copy output of ${entry.line}`}
                onClick={() => void navigator.clipboard.writeText(textOf(entry))}
              >
                Copy
              </Button>
            )}
          </header>
          <EntryText {...entry} />
        </article>
      ))}
    </div>
  );
}

function EntryText({ state, text }: ConsoleEntry) {
  if (state === 'running') return <p className={styles.running}>Running…</p>;
  if (state === 'lost') return <pre className={styles.failed}>{lost}</pre>;
  return (
    <pre className={state === 'failed' ? styles.failed : styles.text}>
      {state === 'failed' && <span aria-label="Failed:">✕ </span>}
      {text}
    </pre>
  );
}

function Welcome({ onRun }: { onRun: ((line: string) => void) | null }) {
  return (
    <div className={styles.welcome}>
      <p>No commands yet. Select a site with use, then ask its agent and devices.</p>
      {onRun && (
        <div className={styles.starts}>
          <Button onClick={() => onRun('help')}>Show Commands</Button>
          <Button onClick={() => onRun('sites')}>List Sites</Button>
        </div>
      )}
    </div>
  );
}
