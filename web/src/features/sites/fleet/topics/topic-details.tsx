import { counted } from '@washdesk/rules/text/counts';
import { payloadLines, perMinute, rateWords, type TopicHistory } from './seen-topics.ts';
import styles from './topics.module.css';

interface TopicDetailsProps {
  site: number;
  topic: TopicHistory | undefined;
  now: number;
  timeZone: string;
}

/** The last message of a topic, with what has changed in it, and those before it. */
export function TopicDetails({ site, topic, now, timeZone }: TopicDetailsProps) {
  const timeOf = (at: string): string =>
    new Date(at).toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit', second: '2-digit' });
  if (!topic) return <p className={styles.muted}>Choose a topic to see its messages.</p>;
  const [last, ...earlier] = topic.payloads;
  const rate = rateWords(perMinute(topic, now));
  return (
    <section className={styles.details} aria-label="Message">
      <code className={styles.path}>
        wash/v1/{site}/{topic.topic}
      </code>
      <p className={styles.muted}>
        {counted(topic.count, 'message')}
        {rate !== '' && `, ${rate}`}, {topic.bytes.toLocaleString('en-US')} bytes, QoS {topic.qos}
        {topic.retained && ', retained by the broker'}
      </p>
      {last && (
        <Payload at={last.at} time={timeOf(last.at)} payload={last.payload} before={earlier[0]?.payload ?? null} isCut={topic.cut} />
      )}
      {earlier.length > 0 && (
        <details>
          <summary className={styles.branch}>{counted(earlier.length, 'earlier message')}</summary>
          {earlier.map(({ at, payload }, index) => (
            <Payload
              key={`${at} ${topic.payloads.length - index}`}
              at={at}
              time={timeOf(at)}
              payload={payload}
              before={null}
              isCut={false}
            />
          ))}
        </details>
      )}
    </section>
  );
}

interface PayloadProps {
  at: string;
  /** `at` by the clock of the site. */
  time: string;
  payload: string | null;
  before: string | null;
  isCut: boolean;
}

function Payload({ at, time, payload, before, isCut }: PayloadProps) {
  return (
    <figure className={styles.payload}>
      <figcaption className={styles.muted}>
        <time dateTime={at}>{time}</time>
        {isCut && ', shown in part'}
      </figcaption>
      {payload === null ? (
        <p className={styles.muted}>This message isn’t JSON, so it isn’t shown.</p>
      ) : (
        // focusable, so that the keyboard can scroll it
        <pre tabIndex={0} aria-label="Payload">
          {payloadLines(payload, before).map(({ text, isNew }, index) =>
            isNew ? (
              <mark key={index}>
                {text}
                {'\n'}
              </mark>
            ) : (
              <span key={index}>
                {text}
                {'\n'}
              </span>
            ),
          )}
        </pre>
      )}
    </figure>
  );
}
