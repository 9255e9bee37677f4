import { Progress } from 'antd';
import type { ComparedSystemView, ComparisonView } from '@washdesk/contracts/system/reconcile';
import { Section } from '../../../components/layout/section.tsx';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import { useSiteNames } from '../../../domain/sites/site-name.tsx';
import { ComparedSystems } from './compared-systems.tsx';
import { comparedWords, stageWords } from './difference-words.ts';
import styles from './reconcile.module.css';

interface ComparisonStatusProps {
  running: readonly ComparisonView[];
  last: ComparisonView | null;
  systems: readonly ComparedSystemView[];
}

/** What is compared now, the last comparison of everything, and when each system was compared. */
export function ComparisonStatus({ running, last, systems }: ComparisonStatusProps) {
  const nameOf = useSiteNames();
  return (
    <Section title="Comparison">
      <div className={styles.status} aria-live="polite">
        {running.map((one) => (
          <div key={one.site ?? 'all'} className={styles.running}>
            <Progress aria-label="Comparison in progress" percent={100} status="active" showInfo={false} size="small" />
            <p>
              <strong>{one.site === null ? 'Comparing everything' : `Comparing ${nameOf(one.site)}`}.</strong> {stageWords(one, nameOf)}{' '}
              {comparedWords(one) && `So far: ${comparedWords(one)}.`}
            </p>
          </div>
        ))}
        {last?.finished ? (
          <p>
            Last compared <RelativeTime time={last.finished} />
            {last.requestedBy && ` for ${last.requestedBy}`}: {comparedWords(last) || 'nothing'}.
          </p>
        ) : (
          running.length === 0 && (
            <p>Everything is compared for the first time ten minutes after the start of the server. Compare Now starts it at once.</p>
          )
        )}
        <ComparedSystems systems={systems} />
      </div>
    </Section>
  );
}
