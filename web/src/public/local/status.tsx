import type { LocalView } from '@washdesk/site-protocol/local-page';
import { NoticeMark } from '../components/notice.tsx';
import { texts } from './texts.ts';
import type { Shown } from './use-site.ts';
import { capitalized, spanBetween, timeAt } from './words.ts';
import styles from './local.module.css';

interface Problem {
  id: string;
  title: string;
  detail: string | null;
  since: string | null;
}

/** The problem that says why there is no connection to the cloud. */
const brokerCode = 'broker';

/** What does not work, in words; the connection to the cloud first, because it explains the others. */
function problemsOf({ role, cloud, problems, devices }: LocalView): Problem[] {
  const { status, deviceStatus } = texts;
  // a cashier can mend none of its causes
  const cause = (role === 'it' ? problems.find(({ code }) => code === brokerCode)?.sentence : undefined) ?? status.cloudDetail;
  return [
    ...(cloud.connected ? [] : [{ id: 'cloud', title: status.cloud, detail: cause, since: cloud.since }]),
    ...devices
      .filter((device) => device.status !== 'ready')
      .map(({ id, name, status: state, problem, since }) => ({
        id: `device ${id}`,
        title: `${name}: ${deviceStatus[state].toLowerCase()}`,
        detail: problem,
        since,
      })),
    ...problems
      .filter(({ code }) => code !== brokerCode)
      .map(({ code, sentence }) => ({ id: code, title: sentence, detail: null, since: null })),
  ];
}

export function Status({ view }: Shown) {
  const { status } = texts;
  const problems = problemsOf(view);
  const { now, site, devices } = view;
  const isGood = problems.length === 0;
  return (
    <section className={`card ${styles.section} ${isGood ? styles.good : styles.bad}`} aria-labelledby="status">
      <div className={styles.headline}>
        <NoticeMark kind={isGood ? 'good' : 'problem'} size={22} />
        <div role="status">
          <h1 id="status" className={styles.verdictWord}>
            {isGood ? status.good : status.problems(problems.length)}
          </h1>
          {isGood && <p className={styles.muted}>{status.goodSentence(devices.length)}</p>}
        </div>
      </div>
      {!isGood && (
        <ul className={styles.plainList}>
          {problems.map(({ id, title, detail, since }) => (
            <li key={id} className={styles.problem}>
              <strong>{title}</strong>
              {detail && <p>{capitalized(detail)}</p>}
              {since && <p className={styles.muted}>{status.since(timeAt(since, now, site.timeZone), spanBetween(since, now))}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
