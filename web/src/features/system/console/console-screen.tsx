import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { SupportButton } from '../../../domain/console/support-button.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { CommandLine } from './command-line.tsx';
import { ConsoleOutput, textOf } from './console-output.tsx';
import { useConsole } from './use-console.ts';
import styles from './console.module.css';

/** The command console for sites and devices (docs/rules/sites.md#console). */
export function ConsoleScreen() {
  const { state, error, entries, site, restart, clear, run, complete } = useConsole();
  const field = useRef<HTMLInputElement>(null);
  const connected = state === 'live';
  const [search, setSearch] = useSearchParams();
  const linked = search.get('site');
  const useLinked = useEffectEvent(() => {
    if (linked !== null && /^\d{1,6}$/.test(linked) && run(`use ${linked}`)) setSearch({}, { replace: true });
  });
  useEffect(() => {
    if (connected) useLinked();
  }, [connected]);
  const copyAll = async (): Promise<void> => {
    await navigator.clipboard.writeText(entries.map(textOf).join('\n\n'));
    showToast('Output copied');
  };
  return (
    <Page
      title="Console"
      wide
      actions={
        <>
          {site && <SupportButton site={site.number} />}
          {entries.length > 0 && 'clipboard' in navigator && (
            <Button className={styles.copyAll} onClick={() => void copyAll()}>
              Copy All
            </Button>
          )}
          {entries.length > 0 && (
            <Button
              onClick={() => {
                clear();
                field.current?.focus();
              }}
            >
              Clear
            </Button>
          )}
        </>
      }
    >
      <section className={styles.console} aria-label="Console">
        <div className={styles.head} role="status">
          <StatusBadge tone={connected ? 'go' : 'wait'}>{connected ? 'Connected' : 'Connecting…'}</StatusBadge>
          <span className={styles.site}>{site ? `Site ${site.number}, ${site.name}` : 'No site selected'}</span>
        </div>
        {error !== null && !connected && (
          <div className={styles.refused}>
            <Failure title="Couldn’t open the console" error={error} onRetry={restart} />
          </div>
        )}
        <ConsoleOutput
          entries={entries}
          onRun={
            connected
              ? (line) => {
                  run(line);
                  field.current?.focus();
                }
              : null
          }
        />
        <CommandLine field={field} onRun={run} onComplete={complete} onClear={clear} />
      </section>
      <p className={styles.keys}>Tab completes. ↑ and ↓ recall the last 25 lines. Esc clears the line, Ctrl+L the output.</p>
    </Page>
  );
}
