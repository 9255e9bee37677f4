import type { ConfigCheck as Checked } from '@washdesk/site-protocol/local-page';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { readLocal } from './local-calls.ts';
import { texts } from './texts.ts';
import { useCall } from './use-call.ts';
import styles from './local.module.css';

const { config } = texts;

export function ConfigCheck() {
  const { busy, outcome, start } = useCall<Checked | 'failed'>(() => readLocal<Checked>('/config-check'), 'failed');
  return (
    <section className={`card ${styles.section}`} aria-labelledby="config">
      <h2 id="config">{config.heading}</h2>
      <p className={styles.muted}>{config.sentence}</p>
      <div className={styles.buttons}>
        <Button kind="plain" busy={busy && config.busy} onClick={start}>
          {config.button}
        </Button>
      </div>
      {outcome === 'failed' && <Notice kind="problem">{config.failed}</Notice>}
      {outcome !== null && outcome !== 'failed' && <Result {...outcome} />}
    </section>
  );
}

function Result({ problems, changed }: Checked) {
  if (problems.length === 0)
    return (
      <Notice kind={changed ? 'info' : 'good'}>
        {config.good} {changed ? config.changed : config.same}
      </Notice>
    );
  return (
    <Notice kind="problem">
      <p>{config.problems(problems.length)}</p>
      <ul className={styles.bullets}>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  );
}
